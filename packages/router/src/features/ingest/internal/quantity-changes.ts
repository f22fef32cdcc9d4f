import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { RawStockLine, RejectedLine, StockLine } from "../../../core/feeds/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { validationFailed } from "../../../kernel/errors.ts";
import type { PatchStock, Rejection } from "../ingest.schema.ts";
import { quantitiesSql } from "../stock.sql.ts";
import type { Rejections } from "./record-ingest.ts";

type Line = PatchStock["body"][number];
/** Members of a PATCH line that refer to the quantity of before. No column of a file has these fields. */
export const changeMembers = ["quantityDelta", "expectedQuantity"] as const;

/** In thousandths; null: the line has no such member. */
export interface QuantityChange {
  delta: number | null;
  expected: number | null;
}

const MAX_QUANTITY = 9_999_999_999.999;
const thousandthsOf = (value: number): number => Math.sign(value) * Math.round(Math.abs(value) * 1_000);
export const quantityText = (thousandths: number): string => (thousandths / 1_000).toFixed(3);

/** A delta that arrives twice would count twice. @throws ValidationFailed for a delta without an Idempotency-Key */
export function requireKey(ctx: Context, lines: readonly Line[]): void {
  if (ctx.runsOnce) return;
  const at = lines.findIndex((line) => Object.hasOwn(line, "quantityDelta"));
  if (at < 0) return;
  const message = "needs the header Idempotency-Key, so that a repeated call does not count twice";
  throw validationFailed([{ pointer: `/${at}/quantityDelta`, code: "IdempotencyKeyRequired", message }]);
}

/** undefined: the line has no such members, or correct ones. */
export function rejectedChange(
  line: Line,
  raw: RawStockLine,
  { barcode, exactKey }: StockLine,
): RejectedLine | undefined {
  const reject = (field: string, code: string, message: string, value: unknown) => ({
    barcode,
    ...(exactKey !== undefined && { exactKey }),
    field,
    code,
    message,
    value: String(JSON.stringify(value)).slice(0, 200),
  });
  for (const field of changeMembers) {
    const value = line[field];
    if (!Object.hasOwn(line, field) || (typeof value === "number" && Math.abs(value) <= MAX_QUANTITY)) continue;
    const message = `"${field}" must be a JSON number with at most ten whole digits.`;
    return reject(field, "invalid_quantity", message, value);
  }
  if (!Object.hasOwn(line, "quantityDelta") || (raw.quantity ?? raw.availability) === undefined) return undefined;
  const message = "A line has a quantity (or an availability) or a quantityDelta, not both.";
  return reject("quantityDelta", "delta_beside_quantity", message, line.quantityDelta);
}

export function changeOf(line: Line): QuantityChange | undefined {
  const [delta, expected] = changeMembers.map((field) => {
    const value = line[field];
    return typeof value === "number" ? thousandthsOf(value) : null;
  });
  return delta === null && expected === null ? undefined : { delta: delta ?? null, expected: expected ?? null };
}

/** A valid line with columns of the stage. */
export interface PatchLine {
  line: number;
  kind: "p";
  item_key: string;
  barcode: string;
  price: string | null;
  quantity: string | null;
  status: string | null;
  currency: string | null;
  condition: string | null;
  regular_price: string | null | undefined;
  sale_price: string | null | undefined;
  sale_from: string | null | undefined;
  sale_until: string | null | undefined;
}

interface Item {
  /** null: it has an availability instead. */
  thousandths: number | null;
  status: string;
}

type Refusal = Omit<Rejection, "line">;

export function incomplete(field: "price" | "quantity"): Refusal {
  const message = `The item is new, so its line must have a ${field}.`;
  return { field, code: `missing_${field}`, message, value: null };
}

/** Why a line cannot count for an item in this state; undefined for a new item. */
function refusalOf(line: PatchLine, change: QuantityChange | undefined, item: Item | undefined): Refusal | undefined {
  const { delta = null, expected = null } = change ?? {};
  const field = delta === null ? "expectedQuantity" : "quantityDelta";
  if (!item) {
    const message = "The store has no such item. Send its price and its quantity first.";
    if (change) return { field: "barcode", code: "unknown_item", message, value: line.barcode };
    if (line.price === null) return incomplete("price");
    return line.quantity === null && line.status === null ? incomplete("quantity") : undefined;
  }
  const { thousandths } = item;
  const currentQuantity = thousandths === null ? null : thousandths / 1_000;
  if (expected !== null && expected !== thousandths) {
    const message = `The quantity of the item is ${currentQuantity ?? "not known"}, so this line is based on an old one.`;
    const value = String(expected / 1_000);
    return { field: "expectedQuantity", code: "quantity_differs", message, value, currentQuantity };
  }
  if (delta === null) return undefined;
  const value = String(delta / 1_000);
  if (thousandths === null) {
    const message = "The item has an availability and no quantity. Send its quantity first.";
    return { field, code: "no_quantity", message, value, currentQuantity };
  }
  if (Math.abs(thousandths + delta) <= thousandthsOf(MAX_QUANTITY)) return undefined;
  const message = "A quantity has at most ten whole digits.";
  return { field, code: "invalid_quantity", message, value, currentQuantity };
}

/** The line over an earlier one of its item: what it leaves out stays. A price says all about the sale. */
function mergedLines(before: PatchLine | undefined, line: PatchLine): PatchLine {
  if (!before) return line;
  const given = Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null));
  const { regular_price, sale_price, sale_from, sale_until } = line.price === null ? before : line;
  return { ...before, ...given, regular_price, sale_price, sale_from, sale_until };
}

const isStocked = ({ thousandths, status }: Item): boolean =>
  thousandths === null ? status !== "out_of_stock" : thousandths > 0;

/**
 * Takes the lines of items with a change one after the other, as a till made them, and makes one line per item with its new quantity.
 * The caller holds the lock of the store, so no other writer can come between.
 * @returns `earlier`: the lines that are part of a later one; `rejected`: the lines that do not count
 */
export async function takeChanges(
  tx: SqlTx,
  { retailerId, storeId }: StoreIds,
  { valid, changes }: { valid: readonly PatchLine[]; changes: ReadonlyMap<number, QuantityChange> },
  rejections: Rejections,
) {
  const keys = new Set(valid.filter(({ line }) => changes.has(line)).map(({ item_key }) => item_key));
  const found = await tx.query<Item & { itemKey: string }>(quantitiesSql, [retailerId, storeId, [...keys]]);
  const items = new Map<string, Item>(found.map(({ itemKey, ...item }) => [itemKey, item]));
  const taken = new Map<string, PatchLine>();
  const earlier = { validLines: 0, inStockValidLines: 0 };
  const rejected = new Map<number, string>();
  for (const line of valid) {
    const { item_key: key, status } = line;
    if (!keys.has(key)) continue;
    const [change, item, before] = [changes.get(line.line), items.get(key), taken.get(key)];
    const refusal = refusalOf(line, change, item);
    if (refusal) {
      rejections.add({ line: line.line, ...refusal });
      rejected.set(line.line, key);
      continue;
    }
    if (before && item) {
      earlier.validLines++;
      if (isStocked(item)) earlier.inStockValidLines++;
    }
    const delta = change?.delta ?? null;
    const given = line.quantity === null ? null : thousandthsOf(Number(line.quantity));
    const isStated = delta !== null || given !== null || status !== null;
    const thousandths = delta === null ? given : (item?.thousandths ?? 0) + delta;
    const quantity = thousandths === null ? null : quantityText(thousandths);
    taken.set(key, { ...mergedLines(before, line), ...(isStated && { quantity, status }) });
    if (isStated) items.set(key, { thousandths, status: status ?? "" });
  }
  const others = valid.filter(({ item_key }) => !keys.has(item_key));
  return { valid: [...others, ...taken.values()], earlier, rejected };
}
