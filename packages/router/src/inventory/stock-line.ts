import { conditions, type Rejection, type stockStatuses } from "./inventory.schema.ts";
import { itemKeyOf } from "./item-key.ts";
import { readDecimal, roundHalfUp } from "./read-decimal.ts";

export const stockFields = ["barcode", "price", "quantity", "currency", "condition"] as const;
export type StockField = (typeof stockFields)[number];

/** The fields of a line as they were received; undefined: the line does not name the field. */
export type RawStockLine = Partial<Record<StockField, string>>;

/** A line that passed; null: keep what the item has (PATCH only). */
export interface StockLine {
  barcode: string;
  itemKey: string;
  price: string | null;
  quantity: string | null;
  status: (typeof stockStatuses)[number] | null;
  currency: string | null;
  condition: string | null;
}

/** Why a line was not taken. `itemKey` where its barcode could be read: such an item counts as seen. */
export interface RejectedLine extends Omit<Rejection, "line"> {
  itemKey: string | null;
}

export interface LineRules {
  /** Decimal commas are understood (files with `;`). */
  commas: boolean;
  /** Price and quantity may be left out (PATCH, for items that are known). */
  partial: boolean;
}

const LONGEST_BARCODE = 64;
const LOW_STOCK_BELOW = 3;
const scientific = /^\d+(?:[.,]\d+)?[eE]\+?\d+$/;
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Contract §3, Status. `quantity`: a decimal as text. */
function statusOfQuantity(quantity: string): (typeof stockStatuses)[number] {
  const number = Number(quantity);
  if (number <= 0) return "out_of_stock";
  return number < LOW_STOCK_BELOW ? "low_stock" : "in_stock";
}

function reject(
  itemKey: string | null,
  field: StockField | null,
  code: string,
  message: string,
  value: string | undefined,
): RejectedLine {
  const shown = value?.slice(0, 200).replaceAll("\0", "\u2400").toWellFormed();
  return { itemKey, field, code, message, value: shown ?? null };
}

/** Why a barcode cannot be taken; undefined: it can. */
export function rejectedBarcode(barcode: string): RejectedLine | undefined {
  if (barcode === "") return reject(null, "barcode", "missing_barcode", "The line has no barcode.", barcode);
  if (barcode.length > LONGEST_BARCODE) {
    return reject(null, "barcode", "barcode_too_long", "A barcode has at most 64 characters.", barcode);
  }
  if (scientific.test(barcode)) {
    const message = "A spreadsheet has turned the barcode into a rounded number; format the column as text.";
    return reject(null, "barcode", "scientific_barcode", message, barcode);
  }
  if (barcode.includes("\0") || !barcode.isWellFormed()) {
    return reject(null, "barcode", "invalid_barcode", "The barcode is not plain text.", barcode);
  }
  return undefined;
}

/** Applies the rules of a stock line (contract §3, Bad lines). Currency codes and conditions may come in any case. */
export function readStockLine(raw: RawStockLine, rules: LineRules): StockLine | RejectedLine {
  const barcode = raw.barcode?.trim() ?? "";
  const bad = rejectedBarcode(barcode);
  if (bad) return bad;
  const itemKey = itemKeyOf(barcode);

  let price: string | null = null;
  const priceText = raw.price?.trim();
  if (priceText) {
    const decimal = readDecimal(priceText, rules.commas);
    price = decimal && !decimal.negative ? roundHalfUp(decimal, 2) : null;
    if (price === null || price === "0.00" || price.length > 13) {
      return reject(
        itemKey,
        "price",
        "invalid_price",
        "The price must be a decimal from 0.01 to 9,999,999,999.99.",
        priceText,
      );
    }
  } else if (!rules.partial || raw.price !== undefined) {
    return reject(itemKey, "price", "missing_price", "The line has no price.", raw.price);
  }

  let quantity: string | null = null;
  const quantityText = raw.quantity?.trim();
  if (quantityText) {
    const decimal = readDecimal(quantityText, rules.commas);
    quantity = decimal && decimal.whole.length <= 10 ? roundHalfUp(decimal, 3) : null;
    if (quantity === null) {
      return reject(itemKey, "quantity", "invalid_quantity", "The quantity must be a number.", quantityText);
    }
  } else if (!rules.partial || raw.quantity !== undefined) {
    return reject(itemKey, "quantity", "missing_quantity", "The line has no quantity.", raw.quantity);
  }

  const currency = raw.currency?.trim().toUpperCase() || null;
  if (currency && !currencies.has(currency)) {
    return reject(
      itemKey,
      "currency",
      "invalid_currency",
      "The currency must be an ISO 4217 code such as GBP.",
      raw.currency,
    );
  }
  const condition = raw.condition?.trim().toLowerCase() || null;
  if (condition && !conditions.some((known) => known === condition)) {
    return reject(
      itemKey,
      "condition",
      "invalid_condition",
      "The condition must be new, refurbished or used.",
      raw.condition,
    );
  }
  const status = quantity === null ? null : statusOfQuantity(quantity);
  return { barcode, itemKey, price, quantity, status, currency, condition };
}
