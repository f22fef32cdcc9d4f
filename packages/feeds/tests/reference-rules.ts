/** A second, slow implementation of the rules for a stock line. */
export type Judged =
  | { barcode: string; pence: number; thousandths: number; currency: string | null; condition: string | null }
  | { barcode: string | null; code: string; field: string };

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";
const allDigits = (text: string): boolean => text !== "" && [...text].every(isDigit);
const currencies = Intl.supportedValuesOf("currency");

/** Digits in groups of three with one separator; undefined for other text. */
function grouped(text: string, marks: RegExp): string | undefined {
  const mark = [...text].find((char) => marks.test(char));
  if (mark === undefined) return undefined;
  const [first = "", ...rest] = text.split(mark);
  const isRight =
    allDigits(first) && first.length <= 3 && rest.every((group) => allDigits(group) && group.length === 3);
  return isRight ? first + rest.join("") : undefined;
}

/** The number times 10^places, rounded half up by magnitude; undefined if the text is not a number. */
function scaled(received: string, commas: boolean, places: number): bigint | undefined {
  let text = received;
  let sign = "";
  const takeSign = (): void => {
    if (sign === "" && (text[0] === "+" || text[0] === "-")) {
      sign = text.charAt(0);
      text = text.slice(1);
    }
  };
  takeSign();
  if (/^\s*\p{Sc}/u.test(text)) {
    text = text.trimStart();
    text = text.slice(String.fromCodePoint(text.codePointAt(0) ?? 0).length).trimStart();
    takeSign();
  } else if (/\p{Sc}$/u.test(text)) {
    const all = [...text];
    text = all.slice(0, -1).join("").trimEnd();
  }
  let whole = text;
  let fraction = "";
  const split = (point: string): void => {
    const at = text.lastIndexOf(point);
    if (at < 0) return;
    whole = text.slice(0, at);
    fraction = text.slice(at + 1);
  };
  const plain = (digits: string): string | undefined => (allDigits(digits) && digits.length <= 15 ? digits : undefined);
  let digits: string | undefined;
  if (!commas) {
    split(".");
    if (whole !== text && !allDigits(fraction)) return undefined;
    digits = plain(whole) ?? grouped(whole, /[,'’\s]/);
  } else {
    const [before = "", behind = ""] = text.split(".");
    const isAmbiguous =
      text.split(".").length === 2 &&
      allDigits(before) &&
      before.length <= 3 &&
      allDigits(behind) &&
      behind.length === 3;
    if (isAmbiguous) return undefined;
    if (text.includes(",")) {
      split(",");
      if (!allDigits(fraction)) return undefined;
      digits = plain(whole) ?? grouped(whole, /[.'’\s]/);
    } else {
      digits = plain(text) ?? grouped(text, /[.'’\s]/);
      if (digits === undefined) {
        split(".");
        if (!allDigits(fraction)) return undefined;
        digits = plain(whole);
      }
    }
  }
  if (digits === undefined) return undefined;
  const scale = 10n ** BigInt(fraction.length);
  const units = (BigInt(digits + fraction) * 10n ** BigInt(places) * 2n + scale) / (2n * scale);
  return sign === "-" ? -units : units;
}

function wrongBarcode(barcode: string): string | undefined {
  if (barcode === "") return "missing_barcode";
  if (barcode.length > 64) return "barcode_too_long";
  const [mantissa = "", exponent, ...more] = barcode.toLowerCase().split("e");
  const parts = mantissa.split(/[.,]/);
  const power = exponent?.startsWith("+") ? exponent.slice(1) : (exponent ?? "");
  if (more.length === 0 && parts.length <= 2 && parts.every(allDigits) && allDigits(power)) return "scientific_barcode";
  if (barcode.includes("\0") || barcode.includes("\uFFFD") || !barcode.isWellFormed()) return "invalid_barcode";
  return undefined;
}

export function readFields(of: (field: string) => string, commas: boolean): Judged {
  const barcode = of("barcode").trim();
  const wrong = wrongBarcode(barcode);
  if (wrong) return { barcode: null, code: wrong, field: "barcode" };
  const bad = (field: string, code: string): Judged => ({ barcode, code, field });

  const price = of("price").trim();
  if (price === "") return bad("price", "missing_price");
  const pence = scaled(price, commas, 2);
  if (pence === undefined || pence < 1n || pence > 999_999_999_999n) return bad("price", "invalid_price");

  const quantity = of("quantity").trim();
  if (quantity === "") return bad("quantity", "missing_quantity");
  const thousandths = scaled(quantity, commas, 3);
  if (thousandths === undefined || thousandths > 9_999_999_999_999n || thousandths < -9_999_999_999_999n) {
    return bad("quantity", "invalid_quantity");
  }

  const currency = of("currency").trim().toUpperCase();
  if (currency !== "" && !currencies.includes(currency)) return bad("currency", "invalid_currency");
  const condition = of("condition").trim().toLowerCase();
  if (!["", "new", "refurbished", "used"].includes(condition)) return bad("condition", "invalid_condition");
  return {
    ...{ barcode, pence: Number(pence), thousandths: Number(thousandths) },
    ...{ currency: currency || null, condition: condition || null },
  };
}
