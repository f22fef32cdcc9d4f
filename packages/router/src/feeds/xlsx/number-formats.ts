import { workbookTooComplex } from "../feed-errors.ts";
import { builtInFormat, formatOf, type NumberFormat } from "./number-text.ts";
import { readXml } from "./read-xml.ts";

/** Maximum number of styles. Spreadsheets allow 65,490 cell styles and fewer number formats. */
const MOST_STYLES = 1 << 16;

/**
 * Reads a workbook's styles.
 * @returns the number formats by the style index of a cell
 * @throws FeedTooComplex, UnrecognisedFeed
 */
export async function readNumberFormats(part: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCells = false;
  const steps = readXml(part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
      if (own.size > MOST_STYLES || formats.length > MOST_STYLES) throw workbookTooComplex("too many styles");
      if (name === "numFmt") own.set(id, formatOf(formatCode ?? ""));
      else if (name === "cellXfs") isCells = true;
      else if (name === "xf" && isCells) formats.push(own.get(id) ?? builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isCells = false;
    },
  });
  for await (const _ of steps);
  return formats;
}
