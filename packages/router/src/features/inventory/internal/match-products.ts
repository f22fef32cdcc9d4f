import type { Sql, SqlTx } from "@highstreet/db";
import { existingKeys, findItem } from "../../../core/items/index.ts";
import { joinByKeys, joinWhole } from "../../../kernel/kernel.sql.ts";
import { sanitizeForPostgres, wordPatterns } from "../../../kernel/text.ts";
import type { ProductFilter, ProductOrder } from "../find-products.schema.ts";
import { hasStartSql, type MatchRow, MOST_SEARCHED, matchProductsSql, type ProductWords } from "../items.sql.ts";

export interface Matches {
  /** The keys of the products on the page, in order. */
  itemKeys: string[];
  total: number;
}

/** Each number of words is a statement of its own. */
const MOST_WORDS = 8;

/**
 * Decides what a search text means: a whole barcode that exists, otherwise the beginning of a barcode, otherwise words of the
 * title.
 */
async function resolve(sql: Sql, retailerId: string, { q, storeId }: ProductFilter): Promise<ProductWords | undefined> {
  const text = sanitizeForPostgres(q?.trim() ?? "");
  if (!text) return undefined;
  const { itemKey: key } = await findItem(sql, { retailerId, storeId }, text);
  if ((await existingKeys(sql, { retailerId, storeId }, [key])).size) return { key };
  const ids = [retailerId, storeId ?? null];
  // A till may write zeros before the barcode, and the key of most barcodes has none.
  for (const start of new Set([text, text.replace(/^0+(?=[0-9]+$)/, "")])) {
    if (!/\s/.test(start) && (await sql.query(hasStartSql, [...ids, start])).length) return { start };
  }
  return { patterns: wordPatterns(text).slice(0, MOST_WORDS) };
}

/** Finds the products of a retailer that match a filter: a page of their keys in order, and their number. */
export async function matchProducts(
  sql: Sql,
  retailerId: string,
  { filter, order }: { filter: ProductFilter; order: ProductOrder },
  rows: { limit: number; offset: number },
): Promise<Matches> {
  const words = await resolve(sql, retailerId, filter);
  const statement = matchProductsSql(retailerId, { filter, words, order }, rows);
  const found = await sql.query<MatchRow>(statement.sql, statement.values);
  return { itemKeys: found.flatMap(({ itemKey }) => itemKey ?? []), total: found[0]?.total ?? 0 };
}

/** The keys of all products that match a filter, in order of their keys. */
export async function selectProducts(tx: SqlTx, retailerId: string, filter: ProductFilter): Promise<string[]> {
  const order = { sort: "barcode", descending: false } as const;
  tx.send(joinWhole);
  const { itemKeys } = await matchProducts(tx, retailerId, { filter, order }, { limit: MOST_SEARCHED, offset: 0 });
  tx.send(joinByKeys);
  return itemKeys;
}
