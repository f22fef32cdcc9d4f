import type { Sql } from "@highstreet/db";
import { invalidUploadKey } from "../../kernel/commit-guard.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { putStock } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import type { UploadActor } from "../keys/index.ts";
import { putProducts } from "../products/index.ts";
import type { PutUpload } from "./uploads.schema.ts";

const source = `SELECT parameters->>'mode' AS mode FROM inventory_source
  WHERE retailer_id = $1 AND store_id = $2 AND upload_key_id = $3`;

/** `products` with any extension, also of a packed file. */
const products = /^products(?:\.[^.]*)?(?:\.gz)?$/i;

/** The mode of feeds by the source's parameters. @throws Unauthorized when the key is no longer the source's */
async function modeOf(sql: Sql, { retailerId, storeId, keyId }: UploadActor): Promise<NonNullable<PutUpload["mode"]>> {
  const [row] = await sql.query<{ mode: string | null }>(source, [retailerId, storeId, keyId]);
  if (!row) throw invalidUploadKey();
  return row.mode === "replace" ? "replace" : "update";
}

/** Such a key dies with its store, and says no more of it. */
function hideStore(error: unknown): never {
  const isGone = error instanceof DomainError && ["StoreNotFound", "RetailerNotFound"].includes(error.code);
  throw isGone ? invalidUploadKey() : error;
}

/**
 * Takes in a feed that an upload key sent (contract §3): product data when the file is called `products`, else stock, by
 * the mode of the call, else of the source, else `update`.
 * @throws Unauthorized, UnrecognisedFeed
 */
export async function putUpload(ctx: Context, { fileName, mode, feed }: PutUpload): Promise<Ingest> {
  const { actor } = ctx;
  if (actor?.kind !== "upload") throw new DomainError("Unauthorized", "Uploads are made with an upload key.");
  const { retailerId, storeId } = actor;
  const usual = await modeOf(ctx.db, actor);
  if (products.test(fileName)) return putProducts(ctx, { retailerId, feed }).catch(hideStore);
  return putStock(ctx, { retailerId, storeId, mode: mode ?? usual, feed }).catch(hideStore);
}
