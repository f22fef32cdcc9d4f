export interface Decimal {
  negative: boolean;
  whole: string;
  fraction: string;
}

/** The other one can group thousands. */
export type DecimalSign = "." | ",";

export interface WrittenNumber {
  decimal: Decimal;
  /** On its own, such as `1,50` and `1,234,567`. undefined: it shows none, such as `7`. */
  shows?: DecimalSign | undefined;
  /** The only sign of a number such as `1.234`, which is a thousand or one. `decimal` is the reading as a thousand. */
  unclear?: DecimalSign | undefined;
  /** The last character. Where it groups thousands, `8.` is the rest of a number such as `8.025`. */
  ends?: DecimalSign | undefined;
}

/** No number that a line can have is longer. The bound keeps a cell of megabytes cheap. */
export const MAX_NUMBER_LENGTH = 64;
const MAX_DIGITS = 15;

const usual = /^\d{1,15}(?:\.\d\d?)?$/;
const written = /^([+-]?)([\d.,][\d.,'’\s]*)$/;
const groups = /^[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
/** India groups the digits above a thousand by two: 12,34,567. */
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** The zeros of Arabic, Persian and Devanagari digits. */
const zeros = [0x0660, 0x06f0, 0x0966];
const otherSigns = /[\u0660-\u0669\u066B\u066C\u06F0-\u06F9\u0966-\u096F\u2012\u2013\u2212\uFE63\uFF0B-\uFF19]/;
/** Marks of direction and characters without a width. */
const marks = /[\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Digits of other scripts and in full width, and other signs of minus in front. Marks of direction are left out. */
export function inAscii(given: string): string {
  const text = given.replace(marks, "");
  if (!otherSigns.test(text)) return text;
  return text
    .replace(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.findLast((zero) => zero <= code) ?? 0));
    })
    .replaceAll("\u066B", ".")
    .replaceAll("\u066C", ",")
    .replace(/[\uFF0B-\uFF0E\uFF10-\uFF19]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/^([^\d]{0,4})[\u2012\u2013\u2212\uFE63](?=.?\d)/, "$1-");
}

/**
 * Reads a number as shops write it: `44.9`, `1,234.50`, `.99`, `1.234,50`, `12,34,567`, `−3`. Only one sign with exactly three digits
 * behind it is unclear.
 * @returns null for any other text
 */
export function readNumber(text: string): WrittenNumber | null {
  if (text.length > MAX_NUMBER_LENGTH) return null;
  if (usual.test(text)) {
    const point = text.indexOf(".");
    if (point < 0) return { decimal: { negative: false, whole: text, fraction: "" } };
    return { decimal: { negative: false, whole: text.slice(0, point), fraction: text.slice(point + 1) }, shows: "." };
  }
  const found = written.exec(text) ?? written.exec(inAscii(text));
  if (!found) return null;
  const [, sign, body = ""] = found;
  const at = Math.max(body.lastIndexOf("."), body.lastIndexOf(","));
  if (at < 0) return isWhole(body) || isGrouped(body) ? { decimal: decimal(sign, body) } : null;
  const [whole, mark, fraction] = [body.slice(0, at), body[at] as DecimalSign, body.slice(at + 1)];
  if (!/^\d*$/.test(fraction) || !(whole || fraction)) return null;
  if (whole.includes(mark)) {
    // The same sign several times groups thousands.
    return isGrouped(body) ? { decimal: decimal(sign, body), shows: mark === "." ? "," : "." } : null;
  }
  if (whole && !isWhole(whole) && !isGrouped(whole)) return null;
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) {
    return { decimal: decimal(sign, whole + fraction), unclear: mark };
  }
  return { decimal: decimal(sign, whole, fraction), ...(fraction ? { shows: mark } : { ends: mark }) };
}

/**
 * Reads a number whose column has a known decimal sign.
 * @param sign null: the column does not say what `1.234` means. undefined: not asked yet
 * @returns null for other text, "ambiguous" for a number that can be a thousand or one
 */
export const readDecimal = (text: string, sign?: DecimalSign | null): Decimal | "ambiguous" | null =>
  decimalOf(readNumber(text), sign);

export function decimalOf(number: WrittenNumber | null, sign?: DecimalSign | null): Decimal | "ambiguous" | null {
  if (number?.ends && sign !== number.ends && sign !== null) return sign ? null : "ambiguous";
  if (!number?.unclear) return number?.decimal ?? null;
  if (!sign) return "ambiguous";
  const { negative, whole } = number.decimal;
  return sign === number.unclear ? { negative, whole: whole.slice(0, -3), fraction: whole.slice(-3) } : number.decimal;
}

const isWhole = (text: string): boolean => /^\d+$/.test(text) && text.length <= MAX_DIGITS;
const isGrouped = (text: string): boolean => groups.test(text) || indian.test(text);

function decimal(sign: string | undefined, whole = "", fraction = ""): Decimal {
  return { negative: sign === "-", whole: whole.replace(/\D/g, ""), fraction };
}

/**
 * Rounds half up (by magnitude) to `places` decimals.
 * @returns the integer number of units of the last place: 1.235 to two places is 124. Exact up to 2^53
 */
export function roundHalfUp(decimal: Decimal, places: number): number {
  const kept = decimal.fraction.slice(0, places).padEnd(places, "0");
  const units = Number(decimal.whole + kept) + ((decimal.fraction[places] ?? "0") >= "5" ? 1 : 0);
  return decimal.negative && units !== 0 ? -units : units;
}
