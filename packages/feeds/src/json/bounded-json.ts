import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { cleanDescription } from "../lines/product-line.ts";
import type { ReadableFeed } from "../parsers/parser.ts";
import { malformed, surveyJson, textOfNumber, tooComplex } from "./survey-json.ts";

/**
 * A number with more digits than a double keeps stays text, so that none is lost: a whole one of the member `barcode`, or of a list.
 * @param ofLines members have any name, so each of them can be a barcode or a price
 * @throws PayloadTooComplex; SyntaxError
 */
function parseJson(json: string, ofLines = false): unknown {
  let quoted = "";
  let at = 0;
  for (const { start, end, name = "barcode" } of surveyJson(json)) {
    const digits = json.slice(start, end);
    // A fraction is no barcode, and stays a number that is refused.
    const isOther = ofLines && (json[start] !== "-" || !Number.isFinite(Number(digits)));
    const isKept = name === "barcode" ? /^\d+$/.test(digits) : isOther;
    if (!isKept) continue;
    quoted += `${json.slice(at, start)}"${textOfNumber(digits)}"`;
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
