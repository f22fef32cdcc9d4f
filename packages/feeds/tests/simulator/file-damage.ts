import { type Damage, dataLines, delimitersOf, mayMiss } from "./damage.ts";
import { linesAgain } from "./line-damage.ts";
import { type Row, rowOf, type StockFile } from "./stock-file.ts";

const xlsx = ["xlsx"] as const;
const text = ["csv", "json", "ndjson"] as const;

function mayLoseAll({ truth }: StockFile): void {
  Object.assign(truth, { mayLoseAll: true, moreLines: undefined });
}

/** Rows of last year: the same items with other values, and another item. */
function oldRows(file: StockFile): string[][] {
  const items = [...file.truth.items.values()].map((item) => ({
    ...item,
    price: item.price + 9_990,
    quantity: 99_000,
  }));
  const gone = items.slice(0, 1).map((item) => ({ ...item, barcode: "4006381333931", isOwnCode: false }));
  return [file.columns.map(({ name }) => name), ...[...items, ...gone].map((item) => rowOf(item, file).cells)];
}

/** Replaces one occurrence of bytes, or all of them. */
function replaced(bytes: Buffer, from: Buffer, to: Buffer): Buffer | false {
  const all = bytes.toString("latin1").split(from.toString("latin1"));
  return all.length > 1 && Buffer.from(all.join(to.toString("latin1")), "latin1");
}

/** Damage of a whole file. */
export const fileDamage: readonly Damage[] = [
  {
    name: "a file that ends early",
    only: text,
    lines(lines, file) {
      // With no whole line before it, a cut line cannot be compared.
      const all = dataLines(lines).slice(1);
      const line = all.length ? file.random.of(all) : undefined;
      const last = line && (file.system.format === "csv" ? delimitersOf(line, file).at(-1) : line.text.length - 1);
      if (!line || !last) return false;
      const at = lines.indexOf(line);
      // Of two lines, none may show which one is damaged.
      mayMiss(file, ...lines.slice(line === all[0] ? 0 : at).map(({ row }) => row));
      line.text = line.text.slice(0, file.random.below(last + 1));
      lines.length = at + 1;
      file.isCut = true;
      file.truth.moreLines = undefined;
      return true;
    },
  },
  {
    name: "a workbook that ends early",
    only: xlsx,
    bytes(bytes, file) {
      mayLoseAll(file);
      return bytes.subarray(0, file.random.below(bytes.length));
    },
  },
  {
    name: "a hidden sheet in front",
    only: xlsx,
    rows: (file) => file.sheets.push({ rows: oldRows(file), isHidden: true, isInFront: true }) > 0,
  },
  {
    name: "a sheet with other columns",
    only: xlsx,
    rows: (file) => {
      const rows = [
        ["Barcode", "Product", "Cost price", "Qty on order"],
        ["4006381333931", "Mug", "1.5", "7"],
      ];
      return file.sheets.push({ rows, isHidden: false, isInFront: file.random.chance(0.5) }) > 0;
    },
  },
  {
    name: "the lines on two sheets",
    only: xlsx,
    rows(file) {
      const moved: Row[] = file.rows.splice(1 + file.random.below(file.rows.length));
      const rows = [file.columns.map(({ name }) => name), ...moved.map(({ cells }) => cells)];
      file.truth.moreLines = moved.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")).length;
      return file.sheets.push({ rows, isHidden: false, isInFront: false }) > 0 && moved.length > 0;
    },
  },
  {
    name: "a lost header",
    only: ["csv"],
    lines(lines, file) {
      mayLoseAll(file);
      return lines.splice(file.head.length, 1).length > 0;
    },
  },
  {
    name: "newlines of another system",
    only: ["csv"],
    lines(lines, file) {
      const kind = file.random.of(["\r", "\r\n", "mixed"]);
      if (kind !== "mixed") {
        if (/[\r\n]/.test(lines.map((line) => line.text).join(""))) file.truth.moreLines = undefined;
        file.newline = kind;
      } else if (file.newline === "\r") return false;
      else if (file.newline === "\n") for (const line of lines) line.text += file.random.of(["", "\r"]);
      else {
        file.newline = "\n";
        for (const line of lines) line.text += file.random.of(["", "\r"]);
      }
      return true;
    },
  },
  {
    name: "another byte order mark",
    only: text,
    rows(file) {
      const { encoding } = file;
      if (encoding === "windows-1252") return false;
      if (encoding === "utf16le bom") mayLoseAll(file);
      file.encoding = encoding === "utf8" ? "utf8 bom" : encoding === "utf8 bom" ? "utf8" : "utf16le";
      return true;
    },
  },
  {
    name: "one sign in another encoding",
    only: text,
    bytes(bytes, file) {
      const all = file.encoding.startsWith("utf8") ? [...bytes.keys()].filter((place) => bytes[place] === 0xc3) : [];
      if (all.length === 0) return false;
      const at = file.random.of(all);
      mayLoseAll(file);
      return Buffer.concat([bytes.subarray(0, at), Buffer.of((bytes[at + 1] ?? 0) + 0x40), bytes.subarray(at + 2)]);
    },
  },
  {
    name: "UTF-8 encoded twice",
    only: text,
    bytes(bytes, file) {
      if (!file.encoding.startsWith("utf8")) return false;
      mayLoseAll(file);
      return Buffer.from(new TextDecoder("windows-1252").decode(bytes));
    },
  },
  {
    name: "the sign of a currency in code page 850",
    only: text,
    bytes(bytes, file) {
      if (!file.encoding.startsWith("utf8")) return false;
      mayLoseAll(file);
      return replaced(bytes, Buffer.from("£"), Buffer.of(0x9c)) || replaced(bytes, Buffer.from("€"), Buffer.of(0xd5));
    },
  },
  {
    name: "other bytes at the end",
    only: text,
    bytes(bytes, { random, truth, newline }) {
      truth.moreLines = undefined;
      return Buffer.concat([
        bytes,
        Buffer.from(random.of(["\x1a", "\0\0\0\0\0\0", newline + newline, `</html>${newline}`])),
      ]);
    },
  },
  {
    name: "the file twice in one",
    only: ["csv", "ndjson"],
    bytes(bytes, file) {
      file.truth.moreLines = linesAgain(file);
      return Buffer.concat([bytes, bytes]);
    },
  },
];
