import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { makeXlsx } from "./make-xlsx.ts";
import { dialect, encode, encodings, table, written } from "./table-arbitraries.ts";

/** A feed and the way of sending it. */
export interface FuzzedFeed {
  bytes: Buffer;
  kind: string;
}

/** Adds many, mostly empty cells in front of every row. A parser stores only the selected columns. */
function widened(rows: string[][], columns: number): string[][] {
  return rows.map((row, n) => [
    ...Array.from({ length: columns }, (_, column) =>
      n === 0 ? `column ${column}` : column % 50 === n % 50 ? "x" : "",
    ),
    ...row,
  ]);
}

/** Text that compresses badly. Text that unpacks to a much larger size would be refused for that reason. */
function longText(length: number): string {
  let [state, text] = [1, "z"];
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, length);
}

const width = fc.oneof(
  { weight: 19, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 300 }) },
);

/** Changes to a table's rows before they are written. */
const ragged = fc.tuple(table, fc.nat(1_000), fc.nat(60), width).map(([narrow, at, what, columns]) => {
  const rows = columns ? widened(narrow, columns) : narrow;
  const row = rows[1 + (at % Math.max(1, rows.length - 1))];
  if (!row) return rows;
  if (what === 0) row.push("more");
  if (what === 1) row.pop();
  if (what === 2) row.length = 1;
  if (what === 3) row.length = 0;
  if (what === 4) row[at % row.length] = longText(at > 990 ? 1_000_000 : at);
  return rows;
});

const csv = fc.tuple(ragged, dialect).map(([rows, spelling]) => written(rows, spelling));

/** A cell as a JSON writer might give it. */
const value = (text: string, index: number): unknown => {
  if (index % 3 === 0 && /^-?\d{1,20}(\.\d+)?$/.test(text)) return Number(text);
  if (text === "free") return { nested: ["x"] };
  if (text === "many") return null;
  return text === "old" ? true : text;
};
const objects = fc
  .tuple(ragged, fc.nat(5))
  .map(([[header = [], ...rows], shift]) =>
    rows.map((row, n) =>
      Object.fromEntries(
        header.flatMap((name, m) => (m < row.length ? [[name, value(row[m] ?? "", n + m + shift)]] : [])),
      ),
    ),
  );
const json = fc.tuple(objects, fc.constantFrom(0, 1)).map(([all, indent]) => JSON.stringify(all, null, indent));
const ndjson = fc
  .tuple(objects, fc.constantFrom("\n", "\r\n", "\n\n"))
  .map(([all, newline]) => all.map((one) => JSON.stringify(one)).join(newline));

const text = fc.oneof(
  { weight: 6, arbitrary: csv.map((content) => ({ content, kind: "csv" })) },
  { weight: 2, arbitrary: json.map((content) => ({ content, kind: "json" })) },
  { weight: 2, arbitrary: ndjson.map((content) => ({ content, kind: "ndjson" })) },
);

const scraps = [
  ...[
    '"',
    '""',
    ",",
    ";",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "[",
    "]",
    "{",
    "}",
    "\\",
    "\uFEFF",
    "é",
    "€",
    "=cmd|'x'!A1",
    "<",
    "&",
  ],
].map((scrap) => Buffer.from(scrap));
scraps.push(Buffer.of(0xe9), Buffer.of(0xff, 0xfe), Buffer.of(0x80), Buffer.of(0xc3), Buffer.of(0x1f, 0x8b));

/** One transmission error: bytes are flipped, cut off, inserted, deleted or repeated. */
const damage = fc.tuple(
  fc.constantFrom("flip", "flip", "cut", "insert", "insert", "insert", "delete", "repeat"),
  fc.nat(),
  fc.nat(255),
  fc.constantFrom(...scraps),
);

function damaged(bytes: Buffer, [what, where, how, scrap]: [string, number, number, Buffer]): Buffer {
  const at = bytes.length ? where % bytes.length : 0;
  const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (what === "cut") return before;
  if (what === "insert") return Buffer.concat([before, scrap, behind]);
  if (what === "delete") return Buffer.concat([before, behind.subarray(1 + (how % 8))]);
  if (what === "repeat") return Buffer.concat([before, behind.subarray(0, how), behind]);
  const flipped = Buffer.from(bytes);
  if (flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (how || 1);
  return flipped;
}

const damages = fc.oneof(
  { weight: 1, arbitrary: fc.array(damage, { maxLength: 0 }) },
  { weight: 1, arbitrary: fc.array(damage, { minLength: 1, maxLength: 4 }) },
);

const packing = fc.constantFrom("no", "no", "no", "no", "no", "no", "gzip", "gzip twice", "gzip, then damaged");

const textFeed: fc.Arbitrary<FuzzedFeed> = fc
  .record({ text, encoding: fc.constantFrom(...encodings), damages, packing })
  .map(({ text: { content, kind }, encoding, damages: all, packing: how }) => {
    const isLate = how === "gzip, then damaged";
    let bytes = encode(content, encoding);
    if (!isLate) bytes = all.reduce(damaged, bytes);
    if (how !== "no") bytes = gzipSync(bytes, { level: 1 });
    if (how === "gzip twice") bytes = gzipSync(bytes, { level: 1 });
    if (isLate) bytes = all.reduce(damaged, bytes);
    return { bytes, kind: `${kind}, ${encoding}, ${how}` };
  });

/** Spreadsheets hold no text that cannot be spelled in XML. */
const sheet = ragged.map((rows) => rows.map((row) => row.map((cell) => cell.toWellFormed().replace(/_x|\uFFFD/g, ""))));
const workbook: fc.Arbitrary<FuzzedFeed> = fc
  .record({ rows: sheet, inline: fc.boolean(), damages, isSecond: fc.boolean() })
  .map(({ rows, inline, damages: all, isSecond }) => {
    const cells = rows.map((row) => row.map((cell) => (inline && cell ? { inline: cell } : cell)));
    const whole = makeXlsx({ sheets: isSecond ? [[["Stock of the shop"]], cells] : [cells] });
    const bytes = all.reduce(damaged, whole);
    return { bytes, kind: "xlsx" };
  });

const garbage: fc.Arbitrary<FuzzedFeed> = fc
  .uint8Array({ maxLength: 60 })
  .map((bytes) => ({ bytes: Buffer.from(bytes), kind: "garbage" }));

export const fuzzedFeed: fc.Arbitrary<FuzzedFeed> = fc.oneof(
  { weight: 17, arbitrary: textFeed },
  { weight: 2, arbitrary: workbook },
  { weight: 1, arbitrary: garbage },
);

/** Where the pieces are cut in which the bytes arrive. */
export const cuts = fc.array(fc.nat(), { maxLength: 5 });
