import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { shown } from "../lines/feed-line.ts";
import { cleanDescription } from "../lines/product-line.ts";
import type { ReadableFeed } from "../parsers/parser.ts";

/** Bounds of a JSON body, which are checked before any value is made. */
const MAX_DEPTH = 32;
/** 1,000 lines of 100 members have half as many. */
const MAX_VALUES = 200_000;
const MAX_NAMES = 1_000;
/** The longest exact decimal of a price is shorter. */
const MAX_DIGITS = 100;

/** A whole number in a JSON text that a double cannot hold. */
interface LongNumber {
  start: number;
  end: number;
  /** The name of its member, as it is written; undefined for an entry of a list. */
  name: string | undefined;
}

const malformed = (why: string): FeedError => new FeedError("MalformedRequest", `The body is ${why}.`);

export const tooComplex = (what: string): FeedError =>
  new FeedError(
    "PayloadTooComplex",
    `The body has ${what}. Send several smaller bodies, or leave out what is not needed.`,
  );

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
 * @returns the whole numbers beyond 2^53
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
        if (isTwice) throw malformed(`not clear: an object has the member "${shown(name)}" twice`);
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
      if (end - at > 15 && /^-?\d+$/.test(digits) && !Number.isSafeInteger(Number(digits)))
        found.push({ start: at, end, name: open.at(-1) ? name : undefined });
      at = end - 1;
    }
  }
  return found;
}

/**
 * A barcode beyond 2^53 stays text, so that no digit is lost. It is the member `barcode`, or an entry of a list.
 * @param ofLines members have any name, so each of them can be a barcode
 * @throws PayloadTooComplex; SyntaxError
 */
function parseJson(json: string, ofLines = false): unknown {
  let quoted = "";
  let at = 0;
  for (const { start, end, name = "barcode" } of surveyJson(json)) {
    if (json[start] === "-" || !(ofLines || name === "barcode")) continue;
    quoted += `${json.slice(at, start)}"${json.slice(start, end)}"`;
    at = end;
  }
  return JSON.parse(quoted + json.slice(at));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** As {@link parseJson}. @throws PayloadTooComplex, MalformedRequest */
export function readJsonBody(body: Uint8Array, ofLines = false): unknown {
  try {
    return parseJson(utf8.decode(body), ofLines);
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw malformed(error instanceof SyntaxError ? `not JSON (${error.message.slice(0, 200)})` : "not UTF-8");
  }
}

export interface JsonOptions {
  ofLines?: boolean | undefined;
  /** The entries are descriptions, which become basic HTML. */
  isHtml?: boolean;
}

/** Maximum length of an entry as JSON. The service parses it again at once. */
const MAX_ENTRY = 256 << 10;
const PIECE = 64 << 10;

/** Opens a JSON list. Its rows are lists of entries, one a line. @throws MalformedRequest, PayloadTooComplex */
export async function openJson(bytes: FeedBytes, { ofLines, isHtml }: JsonOptions): Promise<ReadableFeed> {
  const list = readJsonBody(await bytes.read(0, bytes.size), ofLines);
  if (!Array.isArray(list)) throw tooComplex("over 1 MiB and is no list");
  return {
    header: null,
    read: async (send) => {
      let row: string[] = [];
      let length = 0;
      const flush = async (): Promise<void> => {
        if (row.length) await send(`[${row.join()}]\n`);
        [row, length] = [[], 0];
      };
      for (const entry of list) {
        const text = JSON.stringify(isHtml ? cleanDescription(String(entry)) : entry);
        if (text.length > MAX_ENTRY) throw tooComplex("a large entry");
        length += row.push(text) && text.length;
        if (length > PIECE) await flush();
      }
      await flush();
      return null;
    },
  };
}
