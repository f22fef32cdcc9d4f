/** A second, slow implementation of the rules for a stock line. */
export type Judged =
  | { barcode: string; pence: number; thousandths: number; currency: string | null; condition: string | null }
  | { barcode: string | null; code: string; field: string };

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";
const allDigits = (text: string): boolean => text !== "" && [...text].every(isDigit);
const currencies = Intl.supportedValuesOf("currency");
/** Signs in letters. A single letter can mean anything. */
const letterSigns =
  "KZ KM BS KČ KR FG KN FT RP CF RS AR RM ZŁ LEI RF DB FCFA F\u202fCFA CFPF CG ZK EURO EUROS FR SFR STG".split(" ");

/** Digits in groups of three with one separator; undefined for other text. */
function grouped(text: string, marks: RegExp): string | undefined {
  const mark = [...text].find((char) => marks.test(char));
  if (mark === undefined) return undefined;
  const [first = "", ...rest] = text.split(mark);
  const isFirst = allDigits(first) && first.length <= 3 && first[0] !== "0";
  const isRight = isFirst && rest.every((group) => allDigits(group) && group.length === 3);
  return isRight ? first + rest.join("") : undefined;
}

/** Whole digits and digits behind the point. */
type Digits = [sign: string, whole: string, fraction: string];

function withPoint(text: string, point: string, marks: RegExp): Digits | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  const [whole = "", fraction = "", ...more] = text.slice(sign.length).split(point);
  if (more.length > 0 || (fraction !== "" && !allDigits(fraction))) return undefined;
  const digits = whole === "" || (allDigits(whole) && whole.length <= 15) ? whole : grouped(whole, marks);
  return digits === undefined || digits + fraction === "" ? undefined : [sign, digits, fraction];
}

function digitsOf(text: string, commas: boolean): Digits | undefined {
  const [point, comma] = [() => withPoint(text, ".", /[,'’\s]/), () => withPoint(text, ",", /[.'’\s]/)];
  if (!commas && /^[+-]?\d{1,15}\.?\d*$/.test(text)) return point();
  if (text.length > 64) return undefined;
  if (!commas) return point() ?? comma();
  const [before = "", behind = "", ...more] = text.replace(/^[+-]/, "").split(".");
  const isAmbiguous = more.length === 0 && allDigits(before) && before.length <= 3 && before[0] !== "0";
  if (isAmbiguous && allDigits(behind) && behind.length === 3) return undefined;
  return comma() ?? point();
}

/** The number times 10^places, rounded half up by magnitude. */
function scaled(digits: Digits | undefined, places: number): bigint | undefined {
  if (!digits) return undefined;
  const [sign, whole, fraction] = digits;
  const scale = 10n ** BigInt(fraction.length);
  const units = (BigInt(`0${whole}${fraction}`) * 10n ** BigInt(places) * 2n + scale) / (2n * scale);
  return sign === "-" ? -units : units;
}

/** A price with a sign or code of a currency before or behind it. */
function priceOf(text: string, commas: boolean, own: string): Digits | "foreign" | undefined {
  const number = digitsOf(text, commas);
  if (number || text.length > 64) return number;
  const round = /^(.*[0-9])[.,][-–—][-–—]?([^0-9]*)$/s.exec(text);
  if (round) return priceOf(`${round[1]}${round[2]}`, commas, own);
  const start = [...text].findIndex((char, at, all) => isDigit(char) || (".,".includes(char) && isDigit(all[at + 1])));
  if (start < 0) return undefined;
  let front = [...text].slice(0, start).join("");
  let rest = [...text].slice(start).join("");
  let end = rest.length;
  while (!isDigit(rest[end - 1])) end--;
  if (rest[end] === "." || rest[end] === ",") end++;
  const behind = rest.slice(end);
  rest = rest.slice(0, end);
  if (/[.,]/.test(front) || /\d/.test(behind)) return undefined;
  const signs = front.trim().match(/^[+-]|[+-]$/);
  if (signs) front = front.trim().startsWith(signs[0]) ? front.trim().slice(1) : front.trim().slice(0, -1);
  const read = digitsOf((signs?.[0] ?? "") + rest, commas);
  const texts = [front, behind].map((mark) => mark.trim()).filter(Boolean);
  const marks = texts.map((mark) => mark.replace(/\.$/, "").toUpperCase());
  const isOwn = (mark: string): boolean =>
    mark === own ||
    (mark === "£" && own === "GBP") ||
    (mark === "€" && own === "EUR") ||
    (mark === "$" && own === "USD");
  const isKnown = (mark: string): boolean =>
    (!/[+-]/.test(mark) && /\p{Sc}/u.test(mark)) || currencies.includes(mark) || letterSigns.includes(mark);
  if (!read || marks.every(isOwn)) return read;
  return marks.every(isKnown) ? "foreign" : undefined;
}

const unprotected = (text: string): string => {
  if (/^=".+"$/s.test(text)) return text.slice(2, -1).trim();
  if (/^".+"$/s.test(text)) return text.slice(1, -1).trim();
  return /^['’].+'$/s.test(text) ? text.slice(1, -1).trim() : text.replace(/^['’]/, "").trim();
};

const checkDigit = (digits: string): string => {
  const sum = [...digits].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
};

function gtinOf(bare: string): string | undefined {
  if (!/^\d[\d\s.\u2010-\u2015-]{6,30}[\dXx]$/.test(bare)) return undefined;
  const digits = bare.replace(/\.0+$/, "").replace(/[\s\u2010-\u2015-]/g, "");
  const isBook = /^\d{9}[\dXx]$/.test(digits);
  const sum = [...digits].reduce((all, digit, at) => all + (10 - at) * (/x/i.test(digit) ? 10 : Number(digit)), 0);
  if (isBook && sum % 11 === 0) return `978${digits.slice(0, -1)}${checkDigit(`978${digits.slice(0, -1)}`)}`;
  const isRight = /^\d+$/.test(digits) && [8, 12, 13, 14].includes(digits.length);
  return isRight && digits.endsWith(checkDigit(digits.slice(0, -1))) ? digits : undefined;
}

function barcodeOf(text: string): string {
  if (text.trim().length > 256) return unprotected(text.trim());
  let visible = text.trim();
  while (/^\p{Cf}/u.test(visible)) visible = visible.slice(1);
  while (/\p{Cf}$/u.test(visible)) visible = visible.slice(0, -1);
  const bare = unprotected(visible.trim());
  const one = gtinOf(bare);
  if (one !== undefined) return one;
  const all = bare.split(/[\s,;|/]+/).map(gtinOf);
  const isList = all.length > 1 && bare.length >= 14 && /^\d/.test(bare) && !bare.includes(".");
  if (isList && all.every((each) => each !== undefined)) return all[0] ?? bare;
  const [mark] = /[,.'’]/.exec(bare) ?? [""];
  const groups = bare.split(mark || " ");
  const isGrouped = mark && groups.slice(1).every((group) => allDigits(group) && group.length === 3);
  const isShort =
    allDigits(groups[0] ?? "") && (groups[0] ?? "").length <= 3 && groups.length >= 4 && groups.length <= 5;
  return (isGrouped && isShort && groups.join("").length >= 12 && gtinOf(groups.join(""))) || bare;
}

const noBarcode =
  "- -- --- – – . .. ... n/a #n/a n.a. none null nil nan false #ref! #value! #name? #null! does~not~apply not~applicable total totals grand~total summe gesamt totaal totale 0"
    .split(" ")
    .map((word) => word.replaceAll("~", " "));

/** Whether a text stands for no value of a field. */
export function isAbsent(field: string, text: string): boolean {
  const bare = text.trim();
  if (field === "price") return bare.length <= 64 && !/[1-9]/.test(bare) && (bare.match(/[.,]/g) ?? []).length <= 1;
  return field === "barcode" ? isNone(barcodeOf(text)) : bare === "";
}

const isNone = (barcode: string): boolean =>
  barcode === "" || noBarcode.includes(barcode.toLowerCase()) || /^0{8,14}$/.test(barcode);

function wrongBarcode(barcode: string): string | undefined {
  if (isNone(barcode)) return "missing_barcode";
  if (barcode.length > 64) return "barcode_too_long";
  const [mantissa = "", exponent, ...more] = barcode.toLowerCase().split("e");
  const parts = mantissa.split(/[.,]/);
  const power = exponent?.startsWith("+") ? exponent.slice(1) : (exponent ?? "");
  if (more.length === 0 && parts.length <= 2 && parts.every(allDigits) && allDigits(power)) return "scientific_barcode";
  if (barcode.includes("\0") || barcode.includes("\uFFFD") || !barcode.isWellFormed()) return "invalid_barcode";
  return undefined;
}

/** @param of the text of a field; undefined: the feed has no such column */
export function readFields(of: (field: string) => string | undefined, commas: boolean): Judged {
  const barcode = barcodeOf(of("barcode") ?? "");
  const wrong = wrongBarcode(barcode);
  if (wrong) return { barcode: null, code: wrong, field: "barcode" };
  const bad = (field: string, code: string): Judged => ({ barcode, code, field });

  const written = (of("currency") ?? "").trim().toUpperCase();
  const currency = ["£", "STG", "GBP"].includes(written.replace(/\.$/, "")) ? "GBP" : written;
  const isCurrency = currency === "" || currencies.includes(currency);
  const price = unprotected((of("price") ?? "").trim());
  let pence: bigint | undefined = 0n;
  if (of("price") !== undefined) {
    if (price === "") return bad("price", "missing_price");
    const read = priceOf(price, commas, isCurrency && currency !== "" ? currency : "GBP");
    if (read === "foreign") return bad("price", "foreign_currency");
    pence = scaled(read, 2);
    if (pence === undefined || pence < 1n || pence > 999_999_999_999n) return bad("price", "invalid_price");
  }

  const quantity = unprotected((of("quantity") ?? "").trim());
  if (quantity === "") return bad("quantity", "missing_quantity");
  const owed = /^\(([^-]+)\)$/.exec(quantity)?.[1] ?? /^([^-]+)-$/.exec(quantity)?.[1] ?? "";
  const isOwed = quantity.length <= 64 && digitsOf(quantity, commas) === undefined;
  const thousandths = scaled(digitsOf(isOwed ? `-${owed.trim()}` : quantity, commas), 3);
  if (thousandths === undefined || thousandths > 9_999_999_999_999n || thousandths < -9_999_999_999_999n) {
    return bad("quantity", "invalid_quantity");
  }

  if (!isCurrency) return bad("currency", "invalid_currency");
  const condition = (of("condition") ?? "").trim().toLowerCase();
  if (!["", "new", "refurbished", "used"].includes(condition)) return bad("condition", "invalid_condition");
  return {
    ...{ barcode, pence: Number(pence), thousandths: Number(thousandths) },
    ...{ currency: currency || null, condition: condition || null },
  };
}
