import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { unauthorized } from "../../kernel/unauthorized.ts";
import { putStock } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import { putProducts } from "../products/index.ts";
import type { PutUpload } from "./uploads.schema.ts";

/** `products` with any extension, also with `.gz`. */
const products = /^products(?:\.[^.]*)?(?:\.gz)?$/i;

/** The key of a deleted store is invalid. The error does not name the store. */
function hideStore(error: unknown): never {
  const isGone = error instanceof DomainError && ["StoreNotFound", "RetailerNotFound"].includes(error.code);
  throw isGone ? unauthorized("uploadKey") : error;
}

/**
 * Takes in a feed from an upload key. A file with the name `products` is product data, any other file is stock. The mode comes from
 * the call, then from the source. The default is `update`.
 * @throws Unauthorized, UnrecognisedFeed
 */
export async function putUpload(ctx: Context, { fileName, mode, feed }: PutUpload): Promise<Ingest> {
  const { actor } = ctx;
  if (actor?.kind !== "upload") throw unauthorized("uploadKey");
  const { retailerId, storeId } = actor;
  if (products.test(fileName)) return putProducts(ctx, { retailerId, feed }).catch(hideStore);
  return putStock(ctx, { retailerId, storeId, mode: mode ?? actor.mode, feed }).catch(hideStore);
}
