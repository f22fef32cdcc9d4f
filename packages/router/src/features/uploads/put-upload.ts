import type { Context } from "../../kernel/context.ts";
import { DomainError, unauthorized } from "../../kernel/errors.ts";
import { putStock, putStockFile } from "../ingest/index.ts";
import { putProducts } from "../products/index.ts";
import type { PutUpload, UploadAnswer } from "./uploads.schema.ts";

/** `products` with any extension, also with `.gz`. */
const products = /^products(?:\.[^.]*)?(?:\.gz)?$/i;

/** The key of a deleted store is invalid. The error does not name the store. */
function hideStore(error: unknown): never {
  const isGone = error instanceof DomainError && ["StoreNotFound", "RetailerNotFound"].includes(error.code);
  throw isGone ? unauthorized("uploadKey") : error;
}

/**
 * A file with the name `products` is product data, any other file is stock: of the store of the key, or of all stores of its retailer. The
 * mode comes from the call, then from the source. The default is `update`.
 * @throws Unauthorized, UnrecognisedFeed
 */
export async function putUpload(ctx: Context, { fileName, mode, feed }: PutUpload): Promise<UploadAnswer> {
  const { actor } = ctx;
  if (actor?.kind !== "upload") throw unauthorized("uploadKey");
  const { retailerId, storeId } = actor;
  if (products.test(fileName)) return putProducts(ctx, { retailerId, feed }).catch(hideStore);
  if (storeId === null) return putStockFile(ctx, { retailerId, mode, feed }).catch(hideStore);
  return putStock(ctx, { retailerId, storeId, mode: mode ?? actor.mode, feed }).catch(hideStore);
}
