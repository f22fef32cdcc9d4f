import { randomBytes } from "node:crypto";
import { type Tx, within } from "@highstreet/db";
import { blockReason } from "@highstreet/outbound";
import { findRetailer } from "../../access/find-retailer.ts";
import { withinQuotaOf } from "../../access/quotas.ts";
import { MAX_PICTURE_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, readPicture, type Spool, spool } from "../../core/feeds/index.ts";
import { IN_BUCKET, putInBucket, removeFromBucket } from "../../core/pictures/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Edited } from "../customizations/customizations.schema.ts";
import { editProduct } from "../customizations/index.ts";
import type { AddedPicture, AddPicture, PutPicture } from "./pictures.schema.ts";
import { keepPictureSql, type NewPicture, renewPictureSql } from "./pictures.sql.ts";

/** Of `npm start`. A process that takes pictures knows the address of the API. */
const LOCAL = "http://localhost:4000";
const TOKEN_BYTES = 16;

/**
 * Replaces the pictures of a product with one, for all stores or for one store. The file of a known picture keeps its address.
 * @throws RetailerNotFound, StoreNotFound; PayloadTooLarge, InvalidPicture, Unavailable; QuotaExceeded; the errors of `editProduct`
 */
export async function putPicture(ctx: Context, { feed, ...target }: PutPicture): Promise<Edited> {
  const { retailerId, storeId } = target;
  await (storeId === undefined ? findRetailer(ctx, retailerId) : findStore(ctx, { retailerId, storeId }));
  return withPicture(ctx, retailerId, feed, (url, inside) =>
    editProduct(inside, { ...target, body: { image: [url], isRecord: false } }),
  );
}

/** Stores a picture that no product shows yet. @throws as {@link putPicture} */
export async function addPicture(ctx: Context, { retailerId, feed }: AddPicture): Promise<AddedPicture> {
  await findRetailer(ctx, retailerId);
  return withPicture(ctx, retailerId, feed, async (url) => ({ url, isPublic: isPublic(url) }));
}

/** Stores the picture in the transaction that uses it. The decoder runs before it. */
async function withPicture<T>(
  ctx: Context,
  asked: string,
  feed: PutPicture["feed"],
  use: (url: string, inside: Context) => Promise<T>,
): Promise<T> {
  const retailerId = asked.toLowerCase();
  const file = await spool(feed, { limit: MAX_PICTURE_BYTES, owner: ownerOf(ctx.actor, retailerId) });
  try {
    const known = await ctx.db.prisma.picture.findFirst({
      where: { retailerId, digest: new Uint8Array(file.digest) },
      select: { token: true },
    });
    const made = known ?? (await resize(file));
    const sent = ctx.bucket && !ctx.isDryRun && isNew(made) ? made : undefined;
    if (sent) await putInBucket(ctx, retailerId, sent.token, sent.bytes);
    const save = async (tx: Tx): Promise<T> => {
      const result = await use(addressOf(ctx, retailerId, made.token), { ...ctx, db: within(ctx.db, tx) });
      await keep(ctx, tx, retailerId, made);
      return result;
    };
    return await ctx.db.transaction({ retailerId }, save).catch(async (error) => {
      // Without an answer of the database, the row can be there.
      const isRefused = error instanceof DomainError && error.code !== "Unavailable";
      if (sent && isRefused) await removeFromBucket(ctx, retailerId, [sent.token]).catch(() => undefined);
      throw error;
    });
  } finally {
    await file.close();
  }
}

async function resize(file: Spool): Promise<NewPicture> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { ...(await readPicture(file)), token, digest: file.digest };
}

const isNew = (made: NewPicture | { token: string }): made is NewPicture => "bytes" in made;

/** After the locks of the edit, because the quota locks the partner. */
async function keep(ctx: Context, tx: Tx, retailerId: string, made: NewPicture | { token: string }): Promise<void> {
  const now = ctx.now();
  if (!isNew(made)) {
    if ((await tx.query(renewPictureSql, [retailerId, made.token, now])).length) return;
    throw new DomainError("Unavailable", "The picture was just removed, because no product showed it. Send it again.");
  }
  const { token, digest, bytes, width, height } = made;
  await withinQuotaOf(ctx, tx, retailerId, "pictures", bytes.length);
  const stored = Buffer.from(ctx.bucket ? IN_BUCKET : bytes);
  await tx.query(keepPictureSql, [retailerId, token, digest, stored, width, height, now, bytes.length]);
}

function addressOf({ settings }: Context, retailerId: string, token: string): string {
  return `${settings.publicUrl ?? LOCAL}/pictures/${retailerId}/${token}.webp`;
}

/** Whether the internet reaches an address. A name without a dot is one of this network. */
export function isPublic(address: string): boolean {
  const url = new URL(address.replace(/^http:/, "https:"));
  if (/^[^.:]+$|\.(?:local|localhost|internal)$/.test(url.hostname)) return false;
  return blockReason(url, { allowLocalWebhooks: false }) === undefined;
}
