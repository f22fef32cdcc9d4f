import type { Sql, SqlTx } from "@highstreet/db";
import { type ReadBarcode, readBarcode, rejectedBarcode } from "@highstreet/feeds";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { joinWhole } from "../../kernel/kernel.sql.ts";
import { sanitizeForPostgres } from "../../kernel/text.ts";
import { itemKeyOf } from "./item-key.ts";
import { existingKeysSql, needsStatisticsSql, renewStatisticsSql } from "./items.sql.ts";

export function productNotFound(): DomainError {
  return new DomainError(
    "ProductNotFound",
    "No store in scope has an item with this barcode. Send its stock first, or POST a customization.",
  );
}

export interface ItemScope {
  retailerId: string;
  storeId?: string | null | undefined;
}

export interface NamedItem {
  barcode: string;
  itemKey: string;
}

/** Those of the keys that a store has as items. */
export async function existingKeys(
  sql: Sql,
  { retailerId, storeId = null }: ItemScope,
  keys: string[],
): Promise<Set<string>> {
  if (!keys.length || (storeId !== null && !isId(storeId))) return new Set();
  const rows = await sql.query<{ itemKey: string }>(existingKeysSql, [retailerId, storeId, keys]);
  return new Set(rows.map(({ itemKey }) => itemKey));
}

/**
 * The items that paths, bodies or queries name. An item with the spelling itself as its key comes before the item of the GTIN in it.
 * Asks the database only about spellings with a key of their own. No later item can get such a key, so an answer stays right.
 */
export async function findItems(sql: Sql, scope: ItemScope, barcodes: readonly string[]): Promise<NamedItem[]> {
  const read = barcodes.map((barcode) => readBarcode(sanitizeForPostgres(barcode)));
  const existing = await existingKeys(sql, scope, exactKeysOf(read));
  return read.map((one) => itemOf(one, existing));
}

export async function findItem(sql: Sql, scope: ItemScope, barcode: string): Promise<NamedItem> {
  const [item] = await findItems(sql, scope, [barcode]);
  return item as NamedItem;
}

export const exactKeysOf = (read: readonly { exactKey?: string }[]): string[] =>
  read.flatMap(({ exactKey }) => exactKey ?? []);

export const itemOf = ({ barcode, exactKey = "" }: ReadBarcode, existing: ReadonlySet<string>): NamedItem =>
  existing.has(exactKey) ? { barcode: exactKey, itemKey: exactKey } : { barcode, itemKey: itemKeyOf(barcode) };

export function keysOfCell(cell: string): string[] {
  const { barcode, exactKey = itemKeyOf(barcode) } = readBarcode(cell, { isCell: true });
  return [itemKeyOf(barcode), exactKey];
}

/** @throws ValidationFailed for a barcode that no line of stock can have */
export function checkBarcode({ barcode }: NamedItem): void {
  const rejected = rejectedBarcode(barcode);
  if (rejected) throw validationFailed([{ pointer: "/barcode", code: "InvalidValue", message: rejected.message }]);
}

/** Fewer changed products find their items by key. A PATCH has fewer lines. */
const MANY_PRODUCTS = 1_001;

/**
 * After a feed of products has written them. What follows in the transaction then joins whole tables (`joinWhole`): without statistics of
 * its own rows, the planner would compare each product with each item.
 */
export async function joinForSize(tx: SqlTx, changedProducts: number): Promise<void> {
  if (changedProducts >= MANY_PRODUCTS) await tx.execute(joinWhole);
}

/** Fewer rows do not change the plan of a search. */
const MANY_ROWS = 10_000;

/**
 * Renews the statistics of a table after the commit, if a feed has added a large share of its rows. Searches need them sooner than
 * PostgreSQL renews them by itself. Smaller shares do not pay for a read of the whole table.
 */
export function renewStatistics(tx: SqlTx, table: keyof typeof renewStatisticsSql, newRows: number): void {
  if (newRows < MANY_ROWS) return;
  tx.afterCommit(async (sql) => {
    const [known] = await sql.query<{ due: boolean }>(needsStatisticsSql, [table, newRows]);
    if (known?.due) await sql.query(renewStatisticsSql[table]);
  });
}
