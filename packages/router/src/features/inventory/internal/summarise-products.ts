import type { Sql } from "@highstreet/db";
import type { ProductSummary } from "../find-products.schema.ts";
import { type SummaryRow, summariseProductsSql } from "../items.sql.ts";

/** Products as rows of a list, in the order of their keys. A product without an item in the stores is left out. */
export async function summariseProducts(
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
