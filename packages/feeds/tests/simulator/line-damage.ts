import { type Damage, dataLines, delimitersOf, insertAt, mayMiss } from "./damage.ts";
import { keyOf, type Random } from "./shelf.ts";
import { footRow, type Line, numberOfLines, type Row, rowOf, type StockFile } from "./stock-file.ts";
import type { Foot } from "./system.ts";

const totals = [
  "Total:",
  "Totals",
  "Grand total",
  "Gesamtsumme",
  "Summe:",
  "TOTAL 2 items",
  "Report total",
  "Total général",
];
const more = [
  "Totale",
  "Totaal",
  "Subtotal:",
  "Zwischensumme",
  "Sous-total :",
  "Stock total",
  "Total (GBP)",
  "TOTALES:",
];
const notes = [
  "Printed on 25.11.2026 10:00",
  "Page 1 of 2",
  "-----------",
  "(12 rows affected)",
  "Seite 1/2",
  "LAMPS",
  "End of report",
];

const insertRow = (rows: Row[], random: Random, row: Row): number =>
  rows.splice(random.below(rows.length + 1), 0, row).length;

const placesOfText = ({ columns }: StockFile): Foot["at"][] =>
  columns.some(({ holds }) => holds === "title") ? ["first", "code", "title"] : ["first", "code"];

/** A line of data that is changed. If it has newlines in quotes, the number of lines is not determined. */
function anyLine(
  lines: Line[],
  file: StockFile,
  fits: (line: Line) => boolean = () => true,
): (Line & { row: Row }) | undefined {
  const all = dataLines(lines).filter(fits);
  if (all.length === 0) return undefined;
  const line = file.random.of(all);
  if (/[\r\n]/.test(line.text)) file.truth.moreLines = undefined;
  mayMiss(file, line.row);
  return line;
}

/**
 * A line whose number of fields is to be damaged. The only line of a file cannot be compared: some programs leave out blank fields at the
 * end of lines, and some write a further delimiter there. Of two lines, none may show which one is damaged.
 */
function oneLine(lines: Line[], file: StockFile, fits?: (line: Line) => boolean): ReturnType<typeof anyLine> {
  const all = dataLines(lines);
  if (all.length === 2) {
    mayMiss(file, ...all.map(({ row }) => row));
    if (all.some(({ text }) => /[\r\n]/.test(text))) file.truth.moreLines = undefined;
  }
  return all.length > 1 ? anyLine(lines, file, fits) : undefined;
}

/**
 * A text over several lines that begins behind as many fields as the damaged line before it has can be a damaged line, too. Then so can
 * the one behind it.
 */
function mayLoseNext(lines: Line[], line: Line, file: StockFile): void {
  for (const next of lines.slice(lines.indexOf(line) + 1)) {
    if (!/[\r\n]/.test(next.text)) return;
    mayMiss(file, next.row);
    file.truth.moreLines = undefined;
  }
}

/** A wrong quote ends an array of JSON. In a file of CR, the newlines in cells then hide which newline ends lines. */
function mayLoseRest({ system, newline, truth }: StockFile): void {
  if (system.format === "json" || newline === "\r") Object.assign(truth, { mayLoseAll: true, moreLines: undefined });
}

const csv = ["csv"] as const;
const text = ["csv", "json", "ndjson"] as const;
const tables = ["csv", "xlsx"] as const;

/** Damage of one line, or by lines that are no products. */
export const lineDamage: readonly Damage[] = [
  {
    name: "a line of totals",
    only: tables,
    rows(file) {
      const foot: Foot = {
        text: file.random.of([...totals, ...more]),
        at: file.random.of(placesOfText(file)),
        sums: true,
      };
      const row = footRow(foot, file);
      if (file.random.chance(0.3)) insertRow(file.rows, file.random, row);
      else file.rows.push(row);
      return true;
    },
  },
  {
    name: "a line of text",
    only: tables,
    rows(file) {
      const foot: Foot = { text: file.random.of(notes), at: file.random.of(placesOfText(file)) };
      return insertRow(file.rows, file.random, footRow(foot, file)) >= 0;
    },
  },
  {
    name: "a doubled header",
    only: tables,
    rows: ({ rows, random, columns }) => insertRow(rows, random, { cells: columns.map(({ name }) => name) }) >= 0,
  },
  {
    name: "blank lines",
    only: tables,
    rows({ rows, random }) {
      for (let left = 1 + random.below(3); left > 0; left--) insertRow(rows, random, { cells: [] });
      return true;
    },
  },
  {
    name: "a line of delimiters",
    only: csv,
    rows({ rows, random, columns, truth }) {
      truth.moreLines = undefined;
      return insertRow(rows, random, { cells: columns.map(() => "") }) >= 0;
    },
  },
  {
    // The documented rule: the last line of a barcode counts.
    name: "a line again with other values",
    rows(file) {
      const at = file.random.below(file.rows.length);
      const item = file.rows[at]?.item;
      if (!item) return false;
      const changed = { ...item, price: item.price + 5_000, sale: undefined, quantity: item.quantity + 7_000 };
      file.rows.splice(at + 1 + file.random.below(file.rows.length - at), 0, rowOf(changed, file));
      file.truth.items.set(keyOf(item.barcode), changed);
      return true;
    },
  },
  {
    name: "lines of a store that is not known",
    rows(file) {
      const { system, random, columns, rows } = file;
      const item = rows.find((row) => row.item)?.item;
      const at = columns.findIndex(({ holds }) => holds === "store");
      if (!system.stores || !item) return false;
      const other = rowOf({ ...item, quantity: item.quantity + 9_000 }, file).cells;
      return (
        insertRow(rows, random, { cells: other.with(at, random.of(["S99", "Webshop", "Lager 2", "(blank)"])) }) >= 0
      );
    },
  },
  {
    name: "only lines of other stores",
    rows(file) {
      if (!file.system.stores) return false;
      file.rows = file.rows.filter(({ item }) => !item);
      for (const item of file.truth.items.values()) file.truth.never.add(item);
      return true;
    },
  },
  {
    // Two lone quotes can make a field that the till could have written, so one is the limit.
    name: "a lone quote",
    only: text,
    lines(lines, file) {
      const line = oneLine(lines, file);
      if (!line) return false;
      line.text = insertAt(line.text, file.random.below(line.text.length + 1), '"');
      mayLoseRest(file);
      return true;
    },
  },
  {
    name: "a lost quote",
    only: text,
    lines(lines, file) {
      const line = oneLine(lines, file, (one) => one.text.includes('"'));
      if (!line) return false;
      const quotes = [...line.text.matchAll(/"/g)].map(({ index }) => index);
      const at = file.random.of(quotes);
      line.text = line.text.slice(0, at) + line.text.slice(at + 1);
      mayLoseRest(file);
      return true;
    },
  },
  {
    name: "quotes with backslashes",
    only: csv,
    lines(lines, file) {
      const line = oneLine(lines, file, (one) => /12""|""Best""/.test(one.text));
      if (!line) return false;
      mayLoseRest(file);
      line.text = line.text.replaceAll('12""', '12\\"').replaceAll('""Best""', '\\"Best\\"');
      return true;
    },
  },
  {
    name: "a lost delimiter",
    only: csv,
    lines(lines, file) {
      const line = oneLine(lines, file);
      const at = line && file.random.of(delimitersOf(line, file));
      if (!line || at === undefined) return false;
      line.text = line.text.slice(0, at) + line.text.slice(at + 1);
      return true;
    },
  },
  {
    // In quotes, a further delimiter can be a decimal sign that the till could have written.
    name: "an extra delimiter",
    only: csv,
    lines(lines, file) {
      const line = oneLine(lines, file);
      const { delimiter = "," } = file.system;
      if (!line) return false;
      const isPlain = !line.text.includes('"');
      const at = isPlain ? file.random.below(line.text.length + 1) : file.random.of(delimitersOf(line, file));
      line.text = insertAt(line.text, at ?? 0, delimiter);
      return true;
    },
  },
  {
    // Behind the last delimiter, a cut number is one that the till could have written.
    name: "a line that ends early",
    only: ["csv", "ndjson"],
    lines(lines, file) {
      const line = oneLine(lines, file);
      const last = line && (file.system.format === "csv" ? delimitersOf(line, file).at(-1) : line.text.length - 1);
      if (!line || !last) return false;
      line.text = line.text.slice(0, 1 + file.random.below(last));
      mayLoseNext(lines, line, file);
      if (line.text.replaceAll(file.system.delimiter ?? "{", "").trim() === "") file.truth.moreLines = undefined;
      return true;
    },
  },
  {
    // In the first column, the rest of the line is one that the till could have written.
    name: "a newline in a line",
    only: csv,
    lines(lines, file) {
      const line = oneLine(lines, file);
      const [first = 0, ...others] = line ? delimitersOf(line, file) : [];
      const last = others.at(-1);
      if (!line || !last) return false;
      const at = first + 1 + file.random.below(last - first);
      mayLoseNext(lines, line, file);
      const isBlank = [line.text.slice(0, at), line.text.slice(at)].some((part) => !/[^\s,;\t"]/.test(part));
      const isInQuotes = line.text.slice(0, at).split('"').length % 2 === 0;
      line.text = insertAt(line.text, at, file.newline);
      const { truth } = file;
      truth.moreLines = isBlank || isInQuotes || truth.moreLines === undefined ? undefined : truth.moreLines + 1;
      return true;
    },
  },
  {
    name: "two lines in one",
    only: ["csv", "ndjson"],
    lines(lines, file) {
      const all = dataLines(lines);
      if (all.length < 2) return false;
      const at = file.random.below(all.length - 1);
      const [first, second] = [all[at], all[at + 1]];
      if (!first || !second) return false;
      mayMiss(file, first.row, second.row, ...(all.length === 3 ? all.map(({ row }) => row) : []));
      file.truth.moreLines = /[\r\n]/.test(first.text + second.text) ? undefined : -1;
      first.text += second.text;
      lines.splice(lines.indexOf(second), 1);
      return true;
    },
  },
  {
    name: "a NUL byte",
    only: text,
    lines(lines, file) {
      const line = anyLine(lines, file);
      if (line) line.text = insertAt(line.text, file.random.below(line.text.length + 1), "\0");
      return line !== undefined;
    },
  },
  {
    name: "a tab instead of a blank",
    only: csv,
    lines(lines, file) {
      const line = oneLine(lines, file, (one) => one.text.includes(" "));
      if (line) line.text = line.text.replace(" ", "\t");
      return line !== undefined;
    },
  },
  {
    name: "a warning of PHP between the lines",
    only: ["csv", "ndjson"],
    lines(lines, { random, system, truth }) {
      const warning = ["<br />", "<b>Warning</b>:  Undefined array key 7 in /var/www/export.php on line 12<br />"];
      const at = random.below(lines.length + 1);
      lines.splice(at, 0, ...warning.map((line) => ({ text: line, row: undefined })));
      const header = lines.findIndex(({ row }) => row !== undefined) - 1;
      // A file that begins with a tag is HTML.
      if (at === 0) truth.mayLoseAll = true;
      truth.moreLines = system.format === "csv" && at <= header ? undefined : 2;
      return true;
    },
  },
];

/** The lines of the whole file, for a file that is in itself twice. */
export const linesAgain = (file: StockFile): number =>
  numberOfLines(file) + (file.system.format === "csv" ? 1 + file.head.filter((line) => line !== "").length : 0);
