import { isAnyMark } from "../lines/read-price.ts";
import { readAvailability } from "../lines/read-quantity.ts";
import { meaningOf, wordsOf } from "../lines/words-behind.ts";

/** What a column of a workbook has. Its cells must show what they hold. */
export type CellRole = "code" | "count" | "price";

/** A part of a number format, such as `0" pcs"`. */
export interface Section {
  isFor(number: number): boolean;
  isForText: boolean;
  before: string;
  /** From the first to the last sign of the number: single placeholders, and texts between them. */
  pattern: { text: string; isLiteral: boolean }[];
  after: string;
  /** Has a colour. */
  isMarked: boolean;
}

const tokens =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[(<|>|<=|>=|=|<>)(-?[\d.]+)\]|(\[[^\]]*\])|([_*].)|(General|E[+-]|(?<=[0#?]\s?)\/[\d#?]+|[0#?.,@])|(;)|(.)/gis;

const tests: Record<string, (number: number, limit: number) => boolean> = {
  "<": (number, limit) => number < limit,
  ">": (number, limit) => number > limit,
  "<=": (number, limit) => number <= limit,
  ">=": (number, limit) => number >= limit,
  "=": (number, limit) => number === limit,
  "<>": (number, limit) => number !== limit,
};

/** Source: ECMA-376, part 1, 18.8.31. */
export function sectionsOf(code: string): Section[] {
  const start = () => ({
    pieces: [] as Section["pattern"],
    test: undefined as Section["isFor"] | undefined,
    isMarked: false,
  });
  let own = start();
  const parts = [own];
  for (const [, quoted, escaped, sign, operator, limit, bracket, space, placeholder, end, other] of code.matchAll(
    tokens,
  )) {
    const literal = quoted ?? escaped ?? sign ?? other;
    const test = tests[operator ?? ""];
    if (end) {
      own = start();
      parts.push(own);
    } else if (test) own.test = (number) => test(number, Number(limit));
    else if (bracket) own.isMarked = true;
    else if (placeholder) own.pieces.push({ text: placeholder, isLiteral: false });
    else if (literal && !space) own.pieces.push({ text: literal, isLiteral: true });
  }
  const isText = ({ pieces }: typeof own): boolean => pieces.some(({ text, isLiteral }) => !isLiteral && text === "@");
  const count = parts.length === 1 ? 1 : Math.min(3, parts.filter((part) => !isText(part)).length);
  return parts.map((part, at) => {
    const { pieces, isMarked } = part;
    const usual = (number: number): boolean =>
      at >= count - 1 ? at < count : at === 0 ? number > 0 || (count === 2 && number === 0) : number < 0;
    const [first, last] = [pieces.findIndex((one) => !one.isLiteral), pieces.findLastIndex((one) => !one.isLiteral)];
    const textOf = (some: Section["pattern"]): string => some.map(({ text }) => text).join("");
    return {
      ...{
        isFor: part.test ?? usual,
        isForText: isText(part),
        isMarked: isMarked || (at > 0 && part.test !== undefined),
      },
      before: textOf(first < 0 ? pieces : pieces.slice(0, first)),
      pattern: first < 0 ? [] : pieces.slice(first, last + 1),
      after: first < 0 ? "" : textOf(pieces.slice(last + 1)),
    };
  });
}

const signs = /[-\u2212\u2013()]/gu;

/** The words and signs beside a number that say more than its column. */
function said(literal: string, role: CellRole): string {
  const text = literal.trim();
  if (text === "" || (role !== "price" && isAnyMark(text))) return "";
  // `44,-` has no cents.
  if (role === "price" && /^[.,:/][-\u2013\u2014]{1,2}$/.test(text)) return "";
  const isWord = /^[\p{L}\p{M}\s.]+$/u.test(text);
  return role !== "code" && isWord && meaningOf(wordsOf(text)) === "nothing" ? "" : literal;
}

/** The digits of a whole number in a pattern of digits, such as `000-000`. */
function filled(digits: string, pattern: Section["pattern"]): string {
  const places = pattern.filter(({ isLiteral }) => !isLiteral);
  const firstZero = places.findIndex(({ text }) => text === "0");
  let left = digits.padStart(firstZero < 0 ? 0 : places.length - firstZero, "0");
  let text = "";
  for (const piece of pattern.toReversed()) {
    text = (piece.isLiteral ? piece.text : left.slice(-1)) + text;
    if (!piece.isLiteral) left = left.slice(0, -1);
  }
  return left + text;
}

/** Separators of thousands, also as in India, that a format has as texts. */
const grouped = /^[0#]+(?:[\s'’,][0#]{2,3})*[\s'’,][0#]{3}(?:\.[0#]+)?$/;

/**
 * The number with the words, signs and leading zeros of its format.
 * @param text the number alone
 * @returns undefined if a person may read another value than the cell has
 */
export function shownNumber(number: number, text: string, sections: Section[], role: CellRole): string | undefined {
  const section = sections.find((one) => one.isFor(number));
  if (!section) return undefined;
  const { pattern } = section;
  const hasOwnMinus = number < 0 && section !== sections[0];
  const bare = (literal: string): string => (hasOwnMinus ? literal.replace(signs, "") : literal);
  const [before, after] = [bare(section.before), bare(section.after)];
  const around = before + after;
  const [places = "", between = ""] = [false, true].map((isLiteral) =>
    pattern.flatMap((one) => (one.isLiteral === isLiteral ? one.text : [])).join(""),
  );
  if (number === 0 && !/[0@]|General/i.test(places)) {
    const word = around.replace(signs, "").trim();
    const isNone = word === "" || isAnyMark(word);
    if (isNone && role === "price" && around !== "") return "-";
    return isNone || readAvailability(word) === "out_of_stock" ? "0" : undefined;
  }
  const isScaled = /[0#?],+(?![0#?,])/.test(places);
  const isMinusLost = hasOwnMinus && !section.isMarked && around === section.before + section.after;
  if (places === "" || isScaled || isMinusLost) return undefined;
  // A sign around a number makes it negative.
  if (/^\s*[-\u2212\u2013+(]|^[^\p{L}\d]*[-\u2212\u2013(]\s*$/u.test(before) || /^\s*[-\u2212\u2013)]/u.test(after))
    return undefined;
  const isGrouped = grouped.test(pattern.map((one) => one.text).join(""));
  if (!isGrouped && /^[0#]+$/.test(places) && /^\d+$/.test(text)) {
    const hasPoint = /[.,]/.test(between) || (/[.,]/.test(around) && /\d/.test(around));
    return hasPoint ? undefined : said(before, role) + filled(text, pattern) + said(after, role);
  }
  const isFraction = places.includes("/") && between.trim() === "";
  if (/\d/.test(around) || !(between === "" || isGrouped || isFraction)) return undefined;
  return said(before, role) + text + said(after, role);
}

/** A text in a format such as `@" pcs"`. */
export function shownText(text: string, sections: Section[], role: CellRole): string {
  const section = sections.find(({ isForText }) => isForText);
  return section ? said(section.before, role) + text + said(section.after, role) : text;
}
