import { FeedError } from "../feed-error.ts";
import { shown } from "../lines/feed-line.ts";

/** Bounds of a JSON body, which are checked before any value is made. */
const MAX_DEPTH = 32;
/** 1,000 lines of 100 members have half as many. */
const MAX_VALUES = 200_000;
const MAX_NAMES = 1_000;
/** The longest exact decimal of a price is shorter. */
const MAX_DIGITS = 100;

/** A number in a JSON text that a double cannot hold. */
interface LongNumber {
  start: number;
  end: number;
  /** The name of its member, as it is written; undefined for an entry of a list. */
  name: string | undefined;
}

export const malformed = (why: string): FeedError => new FeedError("MalformedRequest", `The body is ${why}.`);

export const tooComplex = (what: string): FeedError =>
  new FeedError(
    "PayloadTooComplex",
    `The body has ${what}. Send several smaller bodies, or leave out what is not needed.`,
  );

/** Whether a double has other digits than a number of JSON: 44.904999999999999999, or 1e400. */
export const losesDigits = (source: string): boolean =>
  source.length > MAX_DIGITS ||
  !Number.isFinite(Number(source)) ||
  (source.length > 15 && (source.match(/\d/g) ?? []).length > 15 && String(Number(source)) !== source);

/** `1e400` gets a sign, as `1e22` has it. As a barcode, a text without it could be a code. */
export const textOfNumber = (source: string): string => source.replace(/e(?=\d)/i, "e+").toLowerCase();

const number = /[-+.\deE]+/y;
const blanks = /[ \t\r\n]*/y;

function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json[first - 1] === "\\") first--;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
}

function endOf(expression: RegExp, json: string, start: number): number {
  expression.lastIndex = start;
  expression.test(json);
  return Math.max(expression.lastIndex, start);
}

/** A name without its escapes. The parser reports a wrong one. */
function unescaped(name: string): string {
  if (!name.includes("\\")) return name;
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    return name;
  }
}

/**
 * Checks the bounds of a JSON text in linear time. Does not check whether the text is JSON.
 * @returns the whole numbers beyond 2^53, and other numbers with more digits than a double keeps
 * @throws PayloadTooComplex; MalformedRequest for a text with over 32 levels, or with a member twice in an object
 */
export function surveyJson(json: string): LongNumber[] {
  const found: LongNumber[] = [];
  const names = new Set<string>();
  /** The names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let values = 1;
  let name: string | undefined;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at] as string;
    if (sign === '"') {
      const end = endOfText(json, at);
      const members = open.at(-1);
      if (members && json[endOf(blanks, json, end + 1)] === ":") {
        name = json.slice(at + 1, end);
        const isTwice = members.size === members.add(unescaped(name)).size;
        if (isTwice) throw malformed(`not clear: an object has the member "${shown(name)}" twice. Write it once`);
        if (names.add(name).size > MAX_NAMES) throw tooComplex(`over ${MAX_NAMES} different names of members`);
      }
      at = end;
    } else if (sign === "," || sign === "{" || sign === "[") {
      if (++values > MAX_VALUES) throw tooComplex(`over ${MAX_VALUES} values`);
      if (sign !== "," && open.push(sign === "[" ? undefined : new Set()) > MAX_DEPTH)
        throw malformed("nested too deeply");
    } else if (sign === "}" || sign === "]") open.pop();
    else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      const end = endOf(number, json, at);
      if (end - at > MAX_DIGITS) throw tooComplex(`a number of over ${MAX_DIGITS} digits`);
      const digits = json.slice(at, end);
      if (losesDigits(digits) || (/^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits))))
        found.push({ start: at, end, name: open.at(-1) ? name : undefined });
      at = end - 1;
    }
  }
  return found;
}
