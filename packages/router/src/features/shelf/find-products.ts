import type { Sql, SqlTx } from "@highstreet/db";
import { findRetailer } from "../../access/find-retailer.ts";
import { editCells } from "../../core/feeds/index.ts";
import { findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { joinByKeys, joinWhole } from "../../kernel/kernel.sql.ts";
import { sanitizeForPostgres, wordPatterns } from "../../kernel/text.ts";
import { readEditStates } from "../customizations/index.ts";
import {
  hasStartSql,
  MAX_SEARCHED,
  type MatchRow,
  matchProductsSql,
  type ProductWords,
  type SummaryRow,
  summariseProductsSql,
} from "./items.sql.ts";
import type {
  ExportedProduct,
  ExportProducts,
  FindProducts,
  FoundProducts,
  ProductFilter,
  ProductOrder,
  ProductSummary,
} from "./shelf.schema.ts";

/**
 * A page of the products of a retailer, in all of its stores or in one, with the number of all that match.
 * @throws RetailerNotFound, StoreNotFound
 */
export async function findProducts(ctx: Context, input: FindProducts): Promise<FoundProducts> {
  const { filter, order, pageNumber, pageSize } = input;
  const { storeId } = filter;
  const { retailerId } = storeId
    ? await findStore(ctx, { retailerId: input.retailerId, storeId })
    : await findRetailer(ctx, input.retailerId);
  const rows = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const { itemKeys, ...matches } = await matchProducts(ctx.db, retailerId, { filter, order }, rows);
  return { data: await summariseProducts(ctx.db, { retailerId, storeId }, itemKeys), ...matches };
}

const ALL = 1_000_000;
const PART = 1_000;

/**
 * All products that match a filter, in parts, so that memory stays small. A product that is deleted during the export is left out.
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

interface Matches {
  itemKeys: string[];
  total: number;
}

/**
 * What a search text can mean: the beginning of a barcode, a whole barcode in another spelling, and words of the title. `listItems` finds
 * the same items. Leaves out the barcodes that no item has: a look into each store is faster than a search in all of them.
 */
async function meaningsOf(sql: Sql, retailerId: string, { q, storeId }: ProductFilter): Promise<ProductWords[]> {
  const text = sanitizeForPostgres(q?.trim() ?? "");
  if (!text) return [];
  const { itemKey: key } = await findItem(sql, { retailerId, storeId }, text);
  const barcodes: { start: string; barcode?: string; isWhole?: true }[] = [{ start: text }];
  // The key of most barcodes of digits has no zeros before it.
  if (/^0[0-9]*$/.test(text)) barcodes.push({ start: text.replace(/^0+/, ""), barcode: text });
  if (!key.startsWith(text)) barcodes.push({ start: key, isWhole: true });
  const meanings: ProductWords[] = [];
  for (const one of barcodes) {
    if ((await sql.query(hasStartSql, [retailerId, storeId ?? null, one.start])).length) meanings.push(one);
  }
  return [...meanings, { patterns: wordPatterns(text) }];
}

async function matchProducts(
  sql: Sql,
  retailerId: string,
  { filter, order }: { filter: ProductFilter; order: ProductOrder },
  rows: { limit: number; offset: number },
): Promise<Matches> {
  const { barcode, storeId } = filter;
  const item = barcode === undefined ? undefined : await findItem(sql, { retailerId, storeId }, barcode);
  const meanings = await meaningsOf(sql, retailerId, filter);
  const statement = matchProductsSql(retailerId, { filter, itemKey: item?.itemKey, meanings, order }, rows);
  const found = await sql.query<MatchRow>(statement.sql, statement.values);
  return { itemKeys: found.flatMap(({ itemKey }) => itemKey ?? []), total: found[0]?.total ?? 0 };
}

export async function selectProducts(tx: SqlTx, retailerId: string, filter: ProductFilter): Promise<string[]> {
  const order = { sort: "barcode", descending: false } as const;
  await tx.execute(joinWhole);
  const { itemKeys } = await matchProducts(tx, retailerId, { filter, order }, { limit: MAX_SEARCHED, offset: 0 });
  await tx.execute(joinByKeys);
  return itemKeys;
}

/** A product without an item in the stores is left out. */
async function summariseProducts(
  sql: Sql,
  { retailerId, storeId }: { retailerId: string; storeId: string | undefined },
  itemKeys: string[],
): Promise<ProductSummary[]> {
  if (!itemKeys.length) return [];
  const rows = await sql.query<SummaryRow>(summariseProductsSql, [retailerId, storeId ?? null, itemKeys]);
  return rows.map((row) => ({
    ...row,
    price: Number(row.price),
    highestPrice: Number(row.highestPrice),
    quantity: row.quantity === null ? null : Number(row.quantity),
  }));
}
