import { makeZip } from "./make-zip.ts";

/** A cell: text (shared or in place), runs of a shared text as XML, or a number as the file has it, with the style that shows it. */
type Cell = string | { number: string; style?: number } | { inline: string } | { raw: string } | { rich: string };

export interface Book {
  /** Rows of each sheet. Empty rows are omitted, as spreadsheets do. */
  sheets: Cell[][][];
  /** `S0`, `S1`, … without names. A sheet without a state is visible. */
  names?: string[];
  states?: (string | undefined)[];
  /** Writes a row element for each cell. */
  isRowPerCell?: boolean;
  /** Codes of the number formats. Style n + 1 uses the nth format, style 0 none. */
  formats?: string[];
  /** The fonts of these styles are struck through. */
  struck?: number[];
  /** In all sheets: rows from 1, columns from 0, and ranges such as `A2:A3`. */
  hiddenRows?: number[];
  hiddenColumns?: number[];
  merged?: string[];
}

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function xml(text: string): string {
  const names: Record<string, string> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
  return (
    text
      .replace(/[<>&"]/g, (char) => names[char] ?? char)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them.
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\r]/g, (char) => `_x${char.charCodeAt(0).toString(16).padStart(4, "0")}_`)
  );
}

function letters(column: number): string {
  const rest = column < 26 ? "" : letters(Math.floor(column / 26) - 1);
  return rest + String.fromCharCode(65 + (column % 26));
}

const rels = (entries: [id: string, type: string, target: string][]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** An XLSX file as spreadsheets write it. */
export function makeXlsx(book: Book): Buffer {
  const { sheets, names = [], states = [], isRowPerCell = false, formats = [], struck = [] } = book;
  const { hiddenRows = [], hiddenColumns = [], merged = [] } = book;
  const shared: string[] = [];
  const cell = (value: Cell, at: string): string => {
    if (typeof value === "string") {
      if (value === "") return "";
      return `<c r="${at}" t="s"><v>${shared.push(`<t xml:space="preserve">${xml(value)}</t>`) - 1}</v></c>`;
    }
    if ("rich" in value) return `<c r="${at}" t="s"><v>${shared.push(value.rich) - 1}</v></c>`;
    if ("inline" in value) return `<c r="${at}" t="inlineStr"><is><t>${xml(value.inline)}</t></is></c>`;
    if ("raw" in value) return value.raw;
    return `<c r="${at}"${value.style ? ` s="${value.style}"` : ""}><v>${value.number}</v></c>`;
  };
  const parts = sheets.map((rows) =>
    rows
      .map((row, n) => {
        const cells = row.map((value, column) => cell(value, `${letters(column)}${n + 1}`));
        const rowOf = (content: string): string =>
          `<row r="${n + 1}"${hiddenRows.includes(n + 1) ? ' hidden="1"' : ""}>${content}</row>`;
        if (isRowPerCell) return cells.map(rowOf).join("");
        return row.length ? rowOf(cells.join("")) : "";
      })
      .join(""),
  );
  const columns = hiddenColumns.length
    ? `<cols>${hiddenColumns.map((at) => `<col min="${at + 1}" max="${at + 1}" hidden="1"/>`).join("")}</cols>`
    : "";
  const merges = merged.length
    ? `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`
    : "";
  const ids = sheets.map((_, n) => `rId${n + 1}`);
  return makeZip({
    "_rels/.rels": rels([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="${types}"><sheets>${ids
      .map((id, n) => {
        const state = states[n] ? ` state="${states[n]}"` : "";
        return `<sheet name="${xml(names[n] ?? `S${n}`)}" sheetId="${n + 1}"${state} r:id="${id}"/>`;
      })
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": rels([
      ...ids.map((id, n): [string, string, string] => [id, "worksheet", `worksheets/sheet${n + 1}.xml`]),
      ["rIdS", "sharedStrings", "/xl/sharedStrings.xml"],
      ["rIdF", "styles", "styles.xml"],
    ]),
    "xl/styles.xml": `<styleSheet><numFmts>${formats
      .map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${xml(code)}"/>`)
      .join(
        "",
      )}</numFmts><fonts><font/><font><strike/></font></fonts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, n) => `<xf numFmtId="${164 + n}" fontId="${struck.includes(n + 1) ? 1 : 0}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      parts.map((rows, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet>${columns}<sheetData>${rows}</sheetData>${merges}</worksheet>`,
      ]),
    ),
    "xl/sharedStrings.xml": `<sst>${shared.map((text) => `<si>${text}</si>`).join("")}</sst>`,
  });
}
