import { builtInFormat, formatOf, type NumberFormat } from "./number-text.ts";
import { readXml } from "./read-xml.ts";

/** Reads a workbook's styles. @returns how numbers are shown, by the number of the style that a cell names */
export async function readNumberFormats(part: AsyncIterable<Uint8Array>): Promise<NumberFormat[]> {
  const own = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCells = false;
  const steps = readXml(part, {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId);
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
