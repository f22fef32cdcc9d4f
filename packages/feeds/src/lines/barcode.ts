import { inAscii } from "./read-decimal.ts";
import { plain } from "./words-behind.ts";

const separators = /[\s\u2010-\u2015-]/g;
/** Digits with hyphens, blanks or the `.0` of a number, and the X of an ISBN. */
const written = /^\d[\d\s.\u2010-\u2015-]{6,30}[\dXx]$/;
/** Several numbers in one cell, with hyphens or blanks within each. */
const several = /^\d[\d\s,;|/\u2010-\u2015-]{12,250}[\dXx]$/;
/** Digits of a spreadsheet with separators of thousands. */
const grouped = /^\d{1,3}([,.'’])\d{3}(?:\1\d{3}){2,3}$/;
const ISBN_LENGTH = 10;
/** With the protection of a spreadsheet, or blanks. */
const MAX_ISBN_LENGTH = 20;
/** The bound keeps the expressions cheap. */
const MAX_LENGTH = 256;
/** A link with batch, serial and tracking can be longer. */
const MAX_LINK = 2_000;

/**
 * The text inside `="…"`, or behind `'`: spreadsheets and shops protect digits in this way. Blanks between a delimiter and a quote leave
 * quotes in a value.
 */
export function unprotected(text: string): string {
  if (text.length > 2 && text.startsWith('"') && text.endsWith('"')) return text.slice(1, -1).trim();
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) return text.slice(2, -1).trim();
  if (!text.startsWith("'") && !text.startsWith("’")) return text;
  return (text.length > 2 && text.endsWith("'") ? text.slice(1, -1) : text.slice(1)).trim();
}

const nothing = /^(?:[-–—._?]{0,20}|n\/a|n\.a\.|n\/d|k\.\s?a\.|0|0{8,14})$/i;
/** Words that stand for no barcode, without accents and blanks, in the languages of the columns. */
const noBarcodeWords = new Set(
  `none null nil nan false true undefined empty missing unknown tba tbc tbd tofollow tobeconfirmed
  nobarcode noean nogtin noupc noisbn nocode withoutbarcode doesnotapply notapplicable notavailable
  total totals grandtotal summe gesamt totaal totale
  keinbarcode keinean keineean keingtin keinegtin keincode ohnebarcode ohneean ohnecode ohne keiner keine
  unbekannt fehlt nichtzutreffend nichtvorhanden nichtverfugbar entfallt folgt
  sanscode sanscodebarre sanscodebarres sansean pasdecode pasdecodebarre pasdecodebarres aucun aucuncode
  inconnu nonapplicable sansobjet nondisponible
  noaplica sincodigo sincodigodebarras sinean ninguno ninguna desconocido nodisponible
  nonapplicabile senzacodice senzacodiceabarre senzaean nessuno nessuncodice sconosciuto
  geen geenbarcode geenean geenstreepjescode geencode zonderbarcode nvt nietvantoepassing onbekend
  noaplicable pending brak brakean niedotyczy bezean bezkodu neni nema saknas ejtillampligt ingen ingenean mangler ikkerelevant
  semcodigo semean naoseaplica nenhum yok barkodyok なし 無し нет`.split(/\s+/),
);
const MAX_WORD_LENGTH = 32;

/** Whether a clean barcode is a text that stands for none: `N/A`, `0`, eBay's `Does not apply`, `Total` or `Stock value:` of a report. */
export function isNoBarcode(barcode: string): boolean {
  if (barcode.length > MAX_WORD_LENGTH) return false;
  return (
    nothing.test(barcode) || (!/\d/.test(barcode) && (/[^:]:$/.test(barcode) || noBarcodeWords.has(plain(barcode))))
  );
}

/** Whether digits of the length of a GTIN (8, 12, 13, 14) have a valid check digit. */
export function isGtin(digits: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  return checkDigit(digits.slice(0, -1)) === digits.charCodeAt(digits.length - 1) - 48;
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    sum += at % 2 === 0 ? digit * 3 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

function isIsbn10(text: string): boolean {
  let sum = 0;
  for (const [at, digit] of [...text].entries())
    sum += (digit.toUpperCase() === "X" ? 10 : Number(digit)) * (ISBN_LENGTH - at);
  return sum % 11 === 0;
}

/** Whether a cell has an ISBN-10. It is unclear if it can also be a UPC that lost two zeros in a spreadsheet. */
export function isbn10In(cell: string): "clear" | "unclear" | undefined {
  if (cell.length < ISBN_LENGTH || cell.length > MAX_ISBN_LENGTH) return undefined;
  const code = unprotected(cell.trim()).replace(/\.0+$/, "");
  if (!/^\d{9}[\dXx]$/.test(code) || !isIsbn10(code)) return undefined;
  return isGtin(`00${code}`) ? "unclear" : "clear";
}

function gtinOf(text: string): string | undefined {
  if (!written.test(text)) return undefined;
  const digits = text.replace(/\.0+$/, "").replace(separators, "");
  if (digits.length === ISBN_LENGTH && isIsbn10(digits)) {
    const book = `978${digits.slice(0, -1)}`;
    return `${book}${checkDigit(book)}`;
  }
  return isGtin(digits) ? digits : undefined;
}

/** The first of several numbers in one cell, if each is a valid GTIN or ISBN. */
function firstOf(text: string): string | undefined {
  if (!several.test(text)) return undefined;
  const [first, ...rest] = text.split(/\s*[,;|/]\s*|\s+/).map(gtinOf);
  return rest.length && !rest.includes(undefined) ? first : undefined;
}

/** Trims a barcode, and applies the rules of {@link cleanBarcode} that keep the key of every item. */
export function spelledBarcode(text: string): string {
  // Most barcodes are digits alone, and only those of an ISBN-10 change.
  if (text.length !== ISBN_LENGTH && /^\d+$/.test(text)) return text;
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return unprotected(trimmed);
  // Texts that are copied from web pages can begin and end with invisible characters.
  const bare = unprotected(trimmed.replace(/^\p{Cf}+|\p{Cf}+$/gu, "").trim());
  const known = gtinOf(bare) ?? firstOf(bare);
  if (known !== undefined || !grouped.test(bare)) return known ?? bare;
  const digits = bare.replace(/\D/g, "");
  return digits.length >= 12 && isGtin(digits) ? digits : bare;
}

export interface BarcodePlace {
  /** A cell of a file, where other text can be around the GTIN. */
  isCell?: boolean;
  /** The name of the column or member. Asked only for digits that can be a UPC-E. */
  name?: () => string;
  country?: string | undefined;
}

const FNC1 = "\x1d";
const symbology = /^\][A-Za-z]\d/;
/** Symbology identifiers of GS1-128, GS1 DataMatrix, GS1 QR and GS1 DataBar. */
const gs1Symbology = /^\](?:C1|d2|Q3|e0)/;
const bracketed = /^\(\d{2,4}\)/;
const bracketedGtin = /\(01\)\s?(\d{8}|\d{12,14})(?!\d)/;
/** AI 01 without brackets. Dates and a variant have a fixed length, so they can come before it without FNC1. */
const encodedGtin = /(?:^|\p{Cc})(?:1[1-7]\d{6})?(?:1[1-7]\d{6})?(?:20\d\d)?01(\d{14})/u;
const scannedEan = /^\]E(?:0(?=\d{13}$)|4(?=\d{8}$))(\d{8,13})$/;
const digitalLink = /^https?:\/\/[^\s?#]{1,1000}?\/(?:01|gtin)\/(\d{8}|\d{12,14})(?![^/?#\s])/i;

/** The GTIN of a GS1 element string, of a GS1 Digital Link, or behind the identifier of a scanner. */
function gs1Gtin(text: string): string | undefined {
  const data = text.replace(symbology, "");
  const found =
    (bracketed.test(data) ? bracketedGtin.exec(data) : undefined) ??
    (gs1Symbology.test(text) || data.includes(FNC1) ? encodedGtin.exec(data) : undefined) ??
    scannedEan.exec(text) ??
    digitalLink.exec(data);
  const gtin = found?.[1];
  // A GTIN-14 of a shorter GTIN has zeros in front, which no till writes.
  return gtin && isGtin(gtin) ? gtin.replace(/^(?:0{6}(?=\d{8}$)|00(?=\d{12}$)|0(?=\d{13}$))/, "") : undefined;
}

/** A name in front of a code: `ISBN-13: `, `EAN `. */
const label =
  /(?<!\p{L})(?:ean|gtin|upc|isbn|jan|barcode)[\s-]?(?:(?:8|1[0234]|a)(?![\p{L}\d]))?[\s:.#=-]{0,3}(?=\d)/giu;
/** Digits of a code between blanks, brackets or signs of a list. A code such as `MUG/5012345678900` is one word. */
const codes = /(?<![^\s,;|&:#=([{"'<])\d[\d\s\u2010-\u2015-]{6,30}[\dXx](?![^\s,;|&:)\]}"'>])/g;
const listed = /[,;|&\r\n\t]|\s\/\s/;

/**
 * The first valid GTIN or ISBN that other text is around. Between blanks alone it must have 12 to 14 digits, because a shop's own
 * number of 8 or 10 digits is often valid by chance.
 */
function gtinBeside(text: string): string | undefined {
  // Fonts of Code 39 want `*` at both ends.
  const rest = text.replace(/^\*(.*)\*$/s, ",$1").replace(label, ", ");
  const isCertain = rest !== text || listed.test(text);
  const found = [...rest.matchAll(codes)].flatMap(([code]) => [code, ...code.split(/\s+/)]);
  const valid = found.filter((code) => isCertain || /^\d{12,14}$/.test(code)).flatMap((code) => gtinOf(code) ?? []);
  return valid.find(({ length }) => length > ISBN_LENGTH) ?? valid[0];
}

/** Where the six digits of a UPC-E belong in its UPC-A, by the last of them. */
function upcAOf(upcE: string): string {
  const [system, body, last, check] = [upcE[0], upcE.slice(1, 6), upcE[6] as string, upcE[7]];
  const digits =
    last <= "2"
      ? `${body.slice(0, 2)}${last}0000${body.slice(2)}`
      : last === "3"
        ? `${body.slice(0, 3)}00000${body.slice(3)}`
        : last === "4"
          ? `${body.slice(0, 4)}00000${body.slice(4)}`
          : `${body}0000${last}`;
  return `${system}${digits}${check}`;
}

const saysUpc = (name: string): boolean => /upc/i.test(name) && !/sku|plu/i.test(name);

/** The UPC-A of a UPC-E in a column of UPCs. In the USA and Canada it comes before an EAN-8. */
function expanded(digits: string, { name, country }: BarcodePlace): string | undefined {
  if (!/^[01]\d{7}$/.test(digits) || !name || !saysUpc(name())) return undefined;
  const upcA = upcAOf(digits);
  const isEan8 = isGtin(digits) && country !== "US" && country !== "CA";
  return isGtin(upcA) && !isEan8 ? upcA : undefined;
}

/**
 * The GTIN in a text of {@link spelledBarcode} which has a key of its own, so that an item of this spelling can exist.
 * @returns the text itself if it has none
 */
function gtinWithin(spelled: string, place: BarcodePlace = {}): string {
  if (spelled.length < 8 || spelled.length > MAX_LINK) return spelled;
  if (/^\d+$/.test(spelled)) return expanded(spelled, place) ?? spelled;
  const text = inAscii(spelled.replace(/\p{Cf}/gu, ""));
  const gs1 = gs1Gtin(text);
  if (gs1 !== undefined || text.length > MAX_LENGTH || !/\d[\d\s\u2010-\u2015-]{6}/.test(text)) return gs1 ?? spelled;
  return gtinOf(text) ?? (place.isCell ? gtinBeside(text) : undefined) ?? spelled;
}

/**
 * A barcode as it is stored: trimmed, without the protection of spreadsheets. A valid GTIN or ISBN loses hyphens, blanks, format
 * characters, `.0` and separators of thousands, and an ISBN-10 becomes its ISBN-13. GS1 element strings and links give their GTIN.
 * Of several valid ones the first counts. Any other text keeps its spelling.
 */
export const cleanBarcode = (text: string, place?: BarcodePlace): string => gtinWithin(spelledBarcode(text), place);

/** A number with fewer digits is a shop's own number. Its leading zeros count. */
const MIN_GTIN_LENGTH = 7;

export function keyOf(barcode: string): string {
  if (barcode.charCodeAt(0) !== 48 || !/^[0-9]+$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, "");
  return digits.length >= MIN_GTIN_LENGTH ? digits : barcode;
}

/**
 * The key that identifies an item. Leading zeros of ASCII digits are removed if at least 7 digits remain, because
 * spreadsheets drop them. Any other barcode is its own key, and its case counts. The spelling of a GTIN or ISBN does not matter.
 */
export const itemKeyOf = (text: string): string => keyOf(cleanBarcode(text));

export interface ReadBarcode {
  barcode: string;
  /** The key of the spelling itself, if the GTIN in it has another key. An item that exists with this key keeps it. */
  exactKey?: string;
}

export function readBarcode(text: string, place?: BarcodePlace): ReadBarcode {
  const spelled = spelledBarcode(text);
  const barcode = gtinWithin(spelled, place);
  const exactKey = barcode === spelled ? undefined : keyOf(spelled);
  return exactKey === undefined || exactKey === keyOf(barcode) ? { barcode } : { barcode, exactKey };
}

const separator = /[\s\u2010-\u2015-]/;
/** What says that the digits are a GTIN, and nothing about the goods. */
const saysGtin =
  /\(01\)|^\][A-Za-z]\d|(?<!\p{L})(?:ean|gtin|upc|isbn|jan|barcode|code)(?:[\s-]?(?:8|1[0234]|a))?(?![\p{L}\d])/giu;
const startOfLink = /^https?:\/\/[^\s?#]{1,1000}?\/(?:01|gtin)\//i;

/** The first place of the digits in a text, with separators between them. */
function findDigits(text: string, digits: string): [from: number, to: number] | undefined {
  for (let from = text.indexOf(digits[0] ?? ""); from >= 0; from = text.indexOf(digits[0] ?? "", from + 1)) {
    let [at, found] = [from, 0];
    for (; at < text.length && found < digits.length; at++) {
      if (text[at] === digits[found]) found++;
      else if (!separator.test(text[at] ?? "")) break;
    }
    if (found === digits.length) return [from, at];
  }
  return undefined;
}

/** What a cell has beside the GTIN that counts: `Red`, a batch, the number of an issue (EAN-2, EAN-5). `""`: nothing. */
export function restOf(cell: string, gtin: string): string {
  if (cell.length > MAX_LINK || !isGtin(gtin)) return "";
  const text = unprotected(cell.trim());
  const [from, to] = findDigits(text, gtin.replace(/^0+/, "")) ?? [];
  if (from === undefined) return "";
  const rest = `${text.slice(0, from).replace(/(?:^|(?<=\D))0+$/, "")} ${text.slice(to).replace(/^\.0+(?!\d)/, "")}`;
  const said = rest
    .trim()
    .replace(startOfLink, " ")
    .replace(saysGtin, " ")
    .replace(/[^\p{L}\p{N}+()-]+/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(said) ? said : "";
}

const packs =
  /^(?:packs?|pk|pck|cases?|box(?:es)?|cartons?|kartons?|kiste|packung|gebinde|ve|vpe|pak|doos|caja|boite|colis|collo|multipack|bundle|tray|display|umkarton|dozen)$/;

/** Whether such a text says a number of pieces: `(6er Pack)`, `case of 6`, `+1`. */
export const saysPieces = (rest: string): boolean =>
  /^(?:\(\d{1,3}\)|\+\s?\d{1,3})$/.test(rest) || rest.split(/[^\p{L}]+/u).some((word) => packs.test(plain(word)));
