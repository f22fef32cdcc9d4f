import type { Sql } from "@highstreet/db";
import type { Context } from "../context.ts";
import { endingWith } from "../ending-with.ts";
import { DomainError } from "../errors.ts";
import { type Ingest, putStock } from "../inventory/index.ts";
import type { UploadActor } from "../keys/index.ts";
import { putProducts } from "../products/index.ts";
import type { PutUpload } from "./uploads.schema.ts";

const source = `SELECT parameters->>'mode' AS mode FROM inventory_source
  WHERE retailer_id = $1 AND store_id = $2 AND upload_key_id = $3`;

/** `products` with any extension, also of a packed file. */
const products = /^products(?:\.[^.]*)?(?:\.gz)?$/i;

const dead = () =>
  new DomainError("Unauthorized", "The upload key is no longer in force; connect the source for a new one.");

/** The mode of feeds by the source's parameters. @throws Unauthorized when the key is no longer the source's */
async function modeOf(sql: Sql, { retailerId, storeId, keyId }: UploadActor): Promise<NonNullable<PutUpload["mode"]>> {
  const [row] = await sql.query<{ mode: string | null }>(source, [retailerId, storeId, keyId]);
  if (!row) throw dead();
  return row.mode === "replace" ? "replace" : "update";
}

/** Such a key dies with its store, and says no more of it. */
function hideStore(error: unknown): never {
  const isGone = error instanceof DomainError && ["StoreNotFound", "RetailerNotFound"].includes(error.code);
  throw isGone ? dead() : error;
}

/**
 * Takes in a feed that an upload key sent (contract §3): product data when the file is called `products`, else stock, by
 * the mode of the call, else of the source, else `update`. A key that is replaced while the feed arrives changes nothing.
 * @throws Unauthorized, UnrecognisedFeed
 */
export async function putUpload(ctx: Context, { fileName, mode, feed }: PutUpload): Promise<Ingest> {
  const { actor } = ctx;
  if (actor?.kind !== "upload") throw new DomainError("Unauthorized", "Uploads are made with an upload key.");
  const { retailerId, storeId } = actor;
  const usual = await modeOf(ctx.db, actor);
  const guarded = endingWith(ctx, async (tx) => {
    await modeOf(tx, actor);
  });
  if (products.test(fileName)) return putProducts(guarded, { retailerId, feed }).catch(hideStore);
  return putStock(guarded, { retailerId, storeId, mode: mode ?? usual, feed }).catch(hideStore);
}
