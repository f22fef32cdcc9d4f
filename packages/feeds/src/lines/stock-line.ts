import { type LineRejection, shown } from "./feed-line.ts";
import { readDecimal, roundHalfUp } from "./read-decimal.ts";

export const stockFields = ["barcode", "price", "quantity", "currency", "condition"] as const;
export type StockField = (typeof stockFields)[number];

export const conditions = ["new", "refurbished", "used"] as const;
export type Condition = (typeof conditions)[number];

/** The received fields of a line; undefined for a field that the line does not name. */
export type RawStockLine = Partial<Record<StockField, string>>;

/** A valid line. null keeps the item's value (price and quantity only in PATCH) or means the default. */
export interface StockLine {
  barcode: string;
  /** Price in hundredths: an exact integer up to 10^12. */
  pence: number | null;
  /** Quantity in thousandths: an exact integer up to 10^13. */
  thousandths: number | null;
  /** ISO 4217 in capitals. */
  currency: string | null;
  condition: Condition | null;
}

/** A rejected line. If its barcode is readable, the item counts as named. */
export interface RejectedLine extends LineRejection {
  barcode: string | null;
}

export interface LineRules {
  /** Numbers can have decimal commas (files with `;`). */
  commas: boolean;
  /** Price and quantity are optional (PATCH of known items). */
  partial: boolean;
}

export const LONGEST_BARCODE = 64;
const MOST_PENCE = 999_999_999_999;
const MOST_THOUSANDTHS = 9_999_999_999_999;
const scientific = /^\d+(?:[.,]\d+)?[eE]\+?\d+$/;
const currencies = new Set(Intl.supportedValuesOf("currency"));

function reject(
  barcode: string | null,
  field: StockField,
  code: string,
  message: string,
  value: string | undefined,
): RejectedLine {
  return { barcode, field, code, message, value: value === undefined ? null : shown(value) };
}

/** Why a barcode is rejected, or undefined. */
export function rejectedBarcode(barcode: string): RejectedLine | undefined {
  if (barcode === "") return reject(null, "barcode", "missing_barcode", "The line has no barcode.", barcode);
  if (barcode.length > LONGEST_BARCODE) {
    return reject(null, "barcode", "barcode_too_long", "A barcode has at most 64 characters.", barcode);
  }
  if (scientific.test(barcode)) {
    const message = "A spreadsheet has turned the barcode into a rounded number; format the column as text.";
    return reject(null, "barcode", "scientific_barcode", message, barcode);
  }
  // The decoder writes U+FFFD for bytes that are invalid in the file's encoding.
  if (/[\0\uFFFD]/.test(barcode) || !barcode.isWellFormed()) {
    return reject(null, "barcode", "invalid_barcode", "The barcode is not plain text.", barcode);
  }
  return undefined;
}

/** Applies the rules of a stock line. Currency codes and conditions can be in any case. */
export function readStockLine(raw: RawStockLine, rules: LineRules): StockLine | RejectedLine {
  const barcode = raw.barcode?.trim() ?? "";
  const bad = rejectedBarcode(barcode);
  if (bad) return bad;

  let pence: number | null = null;
  const price = raw.price?.trim();
  if (price) {
    const decimal = readDecimal(price, rules.commas);
    pence = decimal && roundHalfUp(decimal, 2);
    if (pence === null || pence <= 0 || pence > MOST_PENCE) {
      const message = "The price must be a decimal from 0.01 to 9,999,999,999.99.";
      return reject(barcode, "price", "invalid_price", message, price);
    }
  } else if (!rules.partial || raw.price !== undefined) {
    return reject(barcode, "price", "missing_price", "The line has no price.", raw.price);
  }

  let thousandths: number | null = null;
  const quantity = raw.quantity?.trim();
  if (quantity) {
    const decimal = readDecimal(quantity, rules.commas);
    thousandths = decimal && roundHalfUp(decimal, 3);
    if (thousandths === null || Math.abs(thousandths) > MOST_THOUSANDTHS) {
      const message = "The quantity must be a number of at most ten whole digits.";
      return reject(barcode, "quantity", "invalid_quantity", message, quantity);
    }
  } else if (!rules.partial || raw.quantity !== undefined) {
    return reject(barcode, "quantity", "missing_quantity", "The line has no quantity.", raw.quantity);
  }

  const currency = raw.currency?.trim().toUpperCase() || null;
  if (currency && !currencies.has(currency)) {
    const message = "The currency must be an ISO 4217 code such as GBP.";
    return reject(barcode, "currency", "invalid_currency", message, raw.currency);
  }
  const word = raw.condition?.trim().toLowerCase() || null;
  const condition = conditions.find((known) => known === word) ?? null;
  if (word && !condition) {
    const message = "The condition must be new, refurbished or used.";
    return reject(barcode, "condition", "invalid_condition", message, raw.condition);
  }
  return { barcode, pence, thousandths, currency, condition };
}
