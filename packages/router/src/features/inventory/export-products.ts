import { editCells } from "../../core/feeds/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import { readEditStates } from "../customizations/index.ts";
import type { ExportedProduct, ExportProducts } from "./find-products.schema.ts";
import { matchProducts } from "./internal/match-products.ts";
import { summariseProducts } from "./internal/summarise-products.ts";

const ALL = 1_000_000;
const PART = 1_000;

/**
 * All products that match a filter, in parts, so that memory stays small. An import of edits reads their cells again. A product that
 * is deleted during the export is left out.
 * @throws RetailerNotFound, StoreNotFound, before the first part
 */
export async function exportProducts(ctx: Context, input: ExportProducts): Promise<AsyncIterable<ExportedProduct[]>> {
  const { filter, order } = input;
  const { storeId } = filter;
  const { retailerId } = storeId
    ? await findStore(ctx, { retailerId: input.retailerId, storeId })
    : await findRetailer(ctx, input.retailerId);
  const { itemKeys } = await matchProducts(ctx.db, retailerId, { filter, order }, { limit: ALL, offset: 0 });
  async function* parts() {
    for (let from = 0; from < itemKeys.length; from += PART) {
      const keys = itemKeys.slice(from, from + PART);
      const products = await summariseProducts(ctx.db, { retailerId, storeId }, keys);
      const states = await readEditStates(ctx.db, { retailerId, storeId: storeId ?? null }, keys);
      const cells = new Map(states.map((state) => [state.barcode, editCells(state)]));
      yield products.flatMap((product) => {
        const edited = cells.get(product.barcode);
        return edited ? { ...product, cells: edited } : [];
      });
    }
  }
  return parts();
}
