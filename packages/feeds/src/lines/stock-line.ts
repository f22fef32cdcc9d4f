import { type BarcodePlace, isNoBarcode, readBarcode, unprotected } from "./barcode.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import { type Condition, readCondition } from "./read-condition.ts";
import { type DecimalSign, MAX_NUMBER_LENGTH, readDecimal, roundHalfUp } from "./read-decimal.ts";
import { currencies, decimalsOf, isMarkOf, isZeroPrice, readPrice } from "./read-price.ts";
import { agrees, readAvailability, readQuantity, type StockStatus } from "./read-quantity.ts";
import { readSaleDays, type Sale, type SaleClock } from "./sale-price.ts";

const saleFields = ["salePrice", "saleFrom", "saleUntil", "saleDates", "saleFlag"] as const;
const plainFields = ["barcode", "price", "quantity", "availability", "currency", "condition", "store"] as const;
const stockFields = [...plainFields, ...saleFields] as const;
export type StockField = (typeof stockFields)[number];

/** The received fields of a line; undefined for a field that the line does not name. */
export type RawStockLine = Partial<Record<StockField, string>>;

/** A valid line. null keeps the item's value (price in feeds without a price column; price and quantity in PATCH) or means the default. */
export interface StockLine {
  barcode: string;
  exactKey?: string;
  /** What a customer pays now, in hundredths: an exact integer up to 10^12. */
  pence: number | null;
  /** In thousandths: an exact integer up to 10^13. */
  thousandths: number | null;
  /** Of a line with an availability and without a quantity. null: the quantity decides. */
  status: StockStatus | null;
  currency: string | null;
  condition: Condition | null;
  /** Its lot, serial number, shelf, size, currency and the like, at most 200 characters. */
  piece?: string | undefined;
  sale?: Sale;
  /** A value that does not count. The line is valid without it. */
  dropped?: LineRejection;
}

/** A line that is no line of this store: of another store, a total or other foot line, a further picture of a product. */
export type SkippedLine = { skipped: SkipReason };
export type SkipReason = "otherStore" | "total" | "picture";

/** A rejected line. If its barcode is readable, the item counts as named. */
export interface RejectedLine extends LineRejection {
  barcode: string | null;
  exactKey?: string;
}

export interface LineRules {
  place?: BarcodePlace;
  /** The decimal sign of a column, asked for a number such as `1.234`. null: the number is ambiguous. */
  signOf: (field: NumberField) => DecimalSign | null;
  currency: string;
  /** In the name of the price column: `Price (EUR)`. */
  priceCurrency?: string | undefined;
  /** Prices are whole hundredths: `4490` is 44.90. */
  minor?: boolean;
  /** Quantities that the file writes as words, in lower case. */
  words?: Readonly<Record<string, number>> | undefined;
  /** Price and quantity are optional (PATCH). */
  partial: boolean;
  /** The feed has no price column: known items keep their price. */
  keepsPrice?: boolean;
  /** Without it, sales count by the time now in UTC. */
  clock?: SaleClock;
}

export const numberFields = ["price", "salePrice", "quantity"] as const;
export type NumberField = (typeof numberFields)[number];

const MAX_BARCODE_LENGTH = 64;
const MAX_PENCE = 999_999_999_999;
const MAX_THOUSANDTHS = 9_999_999_999_999;
/** Without a sign it is a code such as `60E27`. */
const scientific = /^\d+(?:[.,]\d+\s?[eE]\+?|\s?[eE]\+|[.,]\d+\s?[x×*]\s?10\^)\d+$/;

function reject(
  barcode: string | null,
  field: StockField,
  code: string,
  message: string,
  value: string | undefined,
): RejectedLine {
  return { barcode, field, code, message, value: value === undefined ? null : shown(value) };
}

/** An error in place of a barcode does not mean that there is none: another code of the line would name another item. */
const spreadsheetError = /^(?:##+|#N\/?[A-Z]{1,4}|#[A-Z0-9/_]{2,20}[!?]|Err:\d{3}|\[object Object\])$/i;

export function rejectedBarcode(barcode: string): RejectedLine | undefined {
  if (barcode.length > MAX_BARCODE_LENGTH) {
    return reject(null, "barcode", "barcode_too_long", "A barcode has at most 64 characters.", barcode);
  }
  if (/^\d+$/.test(barcode) && !isNoBarcode(barcode)) return undefined;
  if (spreadsheetError.test(barcode)) {
    const message =
      "The spreadsheet shows an error in place of the barcode, or its column is too narrow. Correct it, and export again.";
    return reject(null, "barcode", "invalid_barcode", message, barcode);
  }
  // The decoder writes U+FFFD for bytes that are invalid in the file's encoding.
  if (/[\p{Cc}\uFFFD]/u.test(barcode) || !barcode.isWellFormed()) {
    return reject(null, "barcode", "invalid_barcode", "The barcode is not plain text.", barcode);
  }
  if (isNoBarcode(barcode)) {
    const why = barcode ? `${quoted(barcode)} stands for no barcode.` : "The line has no barcode.";
    const message = `${why} Write the number or the code of the product, or leave the line out.`;
    return reject(null, "barcode", "missing_barcode", message, barcode);
  }
  if (scientific.test(barcode)) {
    const message = "A spreadsheet has turned the barcode into a rounded number; format the column as text.";
    return reject(null, "barcode", "scientific_barcode", message, barcode);
  }
  return undefined;
}

/** @returns null for no currency, undefined for a text that is no currency. The sign of `own` is `own` */
function currencyOf(text: string | undefined, own: string): string | null | undefined {
  if (!text) return null;
  if (currencies.has(text)) return text;
  const code = text.trim().toUpperCase();
  if (!code) return null;
  // `GBp` is pence.
  if (/^[A-Z]{2}[a-z]$/.test(text.trim())) return undefined;
  if (currencies.has(code)) return code;
  return isMarkOf(own, code) ? own : undefined;
}

const quoted = (value: string): string => (value.length > 30 ? "This" : `"${shown(value)}"`);

function ambiguous(barcode: string, field: NumberField, value: string, isCall: boolean): RejectedLine {
  const way = isCall ? "Send it as a JSON number." : 'Set "decimalSign" of the source to "," or ".".';
  const message = `${quoted(value)} can mean a thousand or one, and no other ${field} shows which. ${way}`;
  return reject(barcode, field, "ambiguous_number", message, value);
}

const noPrice =
  "The line has no price. Write one, such as 4.50. A file without a column of prices keeps the prices of known items.";

/** Applies the rules of a stock line. Currency codes and conditions can be in any case. */
export function readStockLine(raw: RawStockLine, rules: LineRules): StockLine | RejectedLine {
  const { barcode, exactKey } = readBarcode(raw.barcode ?? "", rules.place);
  const line = rejectedBarcode(barcode) ?? readValues(barcode, raw, rules);
  if (exactKey !== undefined) line.exactKey = exactKey;
  return line;
}

/** The decimal sign is asked for only if a number is not clear without it. */
function readNumberOf<Read>(
  field: NumberField,
  { signOf }: LineRules,
  read: (sign?: DecimalSign | null) => Read,
): Read {
  const alone = read();
  return alone === "ambiguous" ? read(signOf(field)) : alone;
}

function readPence(
  barcode: string,
  field: "price" | "salePrice",
  price: string,
  own: string,
  rules: LineRules,
): number | RejectedLine {
  const isOther = rules.priceCurrency !== undefined && rules.priceCurrency !== own;
  const number = readNumberOf(field, rules, (sign) =>
    rules.minor ? readDecimal(price, sign) : readPrice(price, sign, own),
  );
  const decimal = isOther ? "foreign" : number;
  if (decimal === "ambiguous") return ambiguous(barcode, field, price, rules.partial);
  if (decimal === "foreign") {
    const message = `${quoted(price)} is not in ${own}. Send prices in ${own}, or name their currency in a column.`;
    return reject(barcode, field, "foreign_currency", message, price);
  }
  const pence = decimal && roundHalfUp(decimal, rules.minor ? 0 : 2);
  if (pence === null || (rules.minor && decimal && /[1-9]/.test(decimal.fraction))) {
    const example = rules.minor ? "The column is in hundredths: write 450 for 4.50" : "Write a number such as 4.50";
    const message = `${quoted(price)} is not a price. ${example}.`;
    return reject(barcode, field, "invalid_price", message, price);
  }
  if (decimal && decimal.fraction.length > 2 && decimalsOf(own) > 2 && /[1-9]/.test(decimal.fraction.slice(2))) {
    const message = `${quoted(price)} has more than two decimals, which is the most that a price can have here.`;
    return reject(barcode, field, "too_many_decimals", message, price);
  }
  if (pence <= 0 || pence > MAX_PENCE) {
    const message = "A price must be from 0.01 to 9,999,999,999.99.";
    return reject(barcode, field, "invalid_price", message, price);
  }
  return pence;
}

/** Whether a text stands for no price. A shop without a sale writes 0 or a word for none. Another word hides the price. */
export const isNoPrice = (text: string): boolean =>
  text.length <= MAX_NUMBER_LENGTH && (/^(?:[\s\p{Sc}–—-]*|null)$/iu.test(text) || isZeroPrice(text));

const on = new Set("yes y true 1 on active x ja oui si sí".split(" "));
const off = new Set(["", ..."no n false 0 off inactive - nein non nee".split(" ")]);

function readSale(
  barcode: string,
  raw: RawStockLine,
  regularPence: number,
  own: string,
  rules: LineRules,
): (Pick<StockLine, "sale" | "dropped"> & { isNow?: boolean }) | RejectedLine {
  if (!raw.salePrice) return {};
  const price = unprotected(raw.salePrice.trim());
  if (isNoBarcode(price) || isNoPrice(price)) return {};
  const flag = unprotected(raw.saleFlag?.trim() ?? "yes").toLowerCase();
  if (off.has(flag)) return {};
  if (!on.has(flag)) {
    const message = `${quoted(flag)} says nothing about the sale. Write yes or no.`;
    return reject(barcode, "saleFlag", "invalid_price", message, raw.saleFlag);
  }
  const days = readSaleDays(raw, rules.clock);
  if ("reject" in days) return { barcode, ...days.reject };
  if ("drop" in days) return days.drop ? { dropped: days.drop } : {};
  const salePence = readPence(barcode, "salePrice", price, own, rules);
  if (typeof salePence !== "number") return salePence;
  if (salePence >= regularPence) {
    const message = "The sale price is not below the price, so it does not count.";
    return { dropped: { field: "salePrice", code: "sale_not_lower", message, value: shown(price) } };
  }
  const { isNow, from, until } = days;
  return { isNow, sale: { regularPence, salePence, from, until } };
}

function readValues(barcode: string, raw: RawStockLine, rules: LineRules): StockLine | RejectedLine {
  const currency = currencyOf(raw.currency, rules.currency);
  let pence: number | null = null;
  let sale: ReturnType<typeof readSale> = {};
  const price = raw.price && unprotected(raw.price.trim());
  if (price) {
    const own = currency ?? rules.currency;
    const read = readPence(barcode, "price", price, own, rules);
    if (typeof read !== "number") return read;
    sale = readSale(barcode, raw, read, own, rules);
    if ("code" in sale) return sale;
    pence = sale.isNow && sale.sale ? sale.sale.salePence : read;
  } else if (raw.price !== undefined || !(rules.partial || rules.keepsPrice)) {
    return reject(barcode, "price", "missing_price", noPrice, raw.price);
  }

  let thousandths: number | null = null;
  const quantity = raw.quantity && unprotected(raw.quantity.trim());
  if (quantity) {
    const decimal = readNumberOf("quantity", rules, (sign) => readQuantity(quantity, sign));
    const units = rules.words?.[quantity.toLowerCase()];
    if (decimal === "ambiguous") return ambiguous(barcode, "quantity", quantity, rules.partial);
    thousandths = units === undefined ? decimal && roundHalfUp(decimal, 3) : units * 1_000;
    if (thousandths === null) {
      const message = `${quoted(quantity)} is not a quantity. Write a number such as 4.`;
      return reject(barcode, "quantity", "invalid_quantity", message, quantity);
    }
    if (Math.abs(thousandths) > MAX_THOUSANDTHS) {
      const message = "A quantity has at most ten whole digits.";
      return reject(barcode, "quantity", "invalid_quantity", message, quantity);
    }
  }
  const availability = raw.availability && unprotected(raw.availability.trim());
  const status = availability ? readAvailability(availability) : null;
  if (thousandths === null && status === null) {
    if (!rules.partial || (raw.quantity ?? raw.availability) !== undefined) {
      const nor = raw.availability === undefined ? "" : " and no availability";
      return reject(
        barcode,
        "quantity",
        "missing_quantity",
        `The line has no quantity${nor}. Write 0 if nothing is there.`,
        raw.quantity,
      );
    }
  } else if (thousandths === null && status === undefined) {
    const message = `${quoted(availability ?? "")} is no availability. Write in stock, limited availability or out of stock, or a quantity.`;
    return reject(barcode, "availability", "invalid_availability", message, availability);
  } else if (thousandths !== null && status && !agrees(status, thousandths)) {
    const message = `The availability ${quoted(availability ?? "")} and the quantity ${quoted(quantity ?? "")} differ.`;
    return reject(barcode, "availability", "availability_differs", message, availability);
  }

  if (currency === undefined) {
    const message = "The currency must be an ISO 4217 code such as GBP.";
    return reject(barcode, "currency", "invalid_currency", message, raw.currency);
  }
  const condition = readCondition(raw.condition);
  if (condition !== null && typeof condition !== "string") return { barcode, ...condition };
  const stated = (thousandths === null && status) || null;
  const line: StockLine = { barcode, pence, thousandths, status: stated, currency, condition };
  if (sale.sale) line.sale = sale.sale;
  if (sale.dropped) line.dropped = sale.dropped;
  return line;
}
