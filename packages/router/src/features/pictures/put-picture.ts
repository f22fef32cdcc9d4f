import { randomBytes } from "node:crypto";
import { type Tx, within } from "@highstreet/db";
import { blockReason } from "@highstreet/outbound";
import { findRetailer } from "../../access/find-retailer.ts";
import { withinQuotaOf } from "../../access/quotas.ts";
import { MAX_PICTURE_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { ownerOf, readPicture as resize, spool } from "../../core/feeds/index.ts";
import { IN_BUCKET, putInBucket, removeFromBucket } from "../../core/pictures/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import type { Edited } from "../customizations/customizations.schema.ts";
import { editProduct } from "../customizations/index.ts";
import type { AddedPicture, AddPicture, PutPicture } from "./pictures.schema.ts";
import { keepPictureSql, type NewPicture, renewPictureSql } from "./pictures.sql.ts";
import { readPicture } from "./read-picture.ts";

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
      select: { token: true, unusedSince: true },
    });
    const token = known?.token ?? randomBytes(TOKEN_BYTES).toString("base64url");
    // A worker that dies while it removes an unused picture leaves the row without the object.
    const isWhole = known && (!known.unusedSince || (await readPicture(ctx, { retailerId, token })));
    const made = isWhole ? undefined : await resize(file);
    if (made && !ctx.isDryRun) await putInBucket(ctx, retailerId, token, made.bytes);
    const save = async (tx: Tx): Promise<T> => {
      const result = await use(addressOf(ctx, retailerId, token), { ...ctx, db: within(ctx.db, tx) });
      // After the locks of the edit, because the quota locks the partner.
      if (known) await renew(ctx, tx, retailerId, token);
      else if (made) await insert(ctx, tx, retailerId, { ...made, token, digest: file.digest });
      return result;
    };
    return await ctx.db.transaction({ retailerId }, save).catch(async (error) => {
      // Without an answer of the database, the row can be there.
      const isRefused = error instanceof DomainError && error.code !== "Unavailable";
      if (!known && !ctx.isDryRun && isRefused) await removeFromBucket(ctx, retailerId, [token]).catch(() => undefined);
      throw error;
    });
  } finally {
    await file.close();
  }
}

async function renew(ctx: Context, tx: Tx, retailerId: string, token: string): Promise<void> {
  if ((await tx.query(renewPictureSql, [retailerId, token, ctx.now()])).length) return;
  throw new DomainError("Unavailable", "The picture was just removed, because no product showed it. Send it again.");
}

async function insert(ctx: Context, tx: Tx, retailerId: string, picture: NewPicture): Promise<void> {
  const { token, digest, bytes, width, height } = picture;
  await withinQuotaOf(ctx, tx, retailerId, "pictures", bytes.length);
  const stored = Buffer.from(ctx.bucket ? IN_BUCKET : bytes);
  await tx.query(keepPictureSql, [retailerId, token, digest, stored, width, height, ctx.now(), bytes.length]);
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
