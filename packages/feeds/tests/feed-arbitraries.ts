import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { makeXlsx } from "./make-xlsx.ts";

/** A feed and the way of sending it. */
export interface FuzzedFeed {
  bytes: Buffer;
  kind: string;
}

const headers = [
  ["barcode", "price", "quantity"],
  ["barcode", "price", "quantity"],
  ["EAN", "RRP", "QOH", "currency", "condition"],
  ["sku", "title", "Barcode ", "qty", "PRICE", "note"],
  ["Currency", "Condition", "Quantity on hand", "retail_price", "GTIN"],
  ["quantity", "quantity", "price", "barcode", "barcode"],
  ["barcode", "price", "quantity", "note"],
  ["note", "EAN-13", "Price", "Stock"],
  ["barcode", "price"],
  ["__proto__", "constructor", "toString"],
];

const barcode = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 5_000_000_000_000, max: 5_000_000_000_020 }).map(String) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 99 }).map((n) => `00${n}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...["MUG-1", "MUG 1", " hat ", "café", "5E+12", "5,01E+12", "1e5", "E5", "12e3x", "", " ", "x".repeat(64)],
      ...[
        "y".repeat(65),
        "=cmd|' /C calc'!A1",
        "+44",
        "@SUM(1)",
        "-1",
        "🎩",
        "a\u0000b",
        "\uFEFFbom",
        "a;b",
        "a\tb",
        "a|b",
        "1,2",
      ],
    ),
  },
);
const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 200_000 }).map((n) => (n / 100).toFixed(2)) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 9_999_999 }).map((n) => (n / 1000).toString()) },
  { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 16n }).map((n) => `${n / 1000n}.${n % 1000n}`) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...["£1,234.50", "4,50", "1.234,50", "1.234", "12,345", "1 234,5", "4.50 €", "-£5", "£ 7", "$-1", "1'234.5"],
      ...["0", "0.00", "0.004", "0.005", "free", "", " ", "1e3", "1.", ".5", "9999999999.99", "9999999999.995"],
      ...[
        "10000000000",
        "0000000001.5",
        "1,23,4",
        "1,234 567",
        "1 234,567",
        "١٢",
        "NaN",
        "Infinity",
        "0x10",
        " 3 ",
        "\u00a05",
        "1.5\u0000",
        "9.9999999",
      ],
    ),
  },
);
const quantity = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 500 }).map(String) },
  { weight: 2, arbitrary: fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => (n / 10_000).toString()) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        "many",
        "",
        "-0",
        "+7",
        "1,000",
        "1.000",
        "2,5",
        "999999",
        "1000000",
        "9999999999",
        "9999999999.9995",
        "1e2",
        "--1",
        "0.0005",
      ],
    ),
  },
);
const currency = fc.constantFrom("", "", "GBP", "eur", " usd ", "XXX", "ZZZ", "£", "GB", "GBPX");
const condition = fc.constantFrom("", "", "new", "used", "Refurbished", "NEW", "newer", "old", " used", "use");
const note = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({ unit: fc.constantFrom("a", " ", "é", ",", ";", '"', "\n", "\r", "€"), maxLength: 8 }),
  },
  { weight: 1, arbitrary: fc.constant("").map(() => "b") },
);

function cellOf(header: string): fc.Arbitrary<string> {
  const name = header.toLowerCase();
  if (/barcode|ean|gtin|sku/.test(name)) return barcode;
  if (/price|rrp/.test(name)) return price;
  if (/quantity|qty|qoh/.test(name)) return quantity;
  if (name === "currency") return currency;
  return name === "condition" ? condition : note;
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

const table = fc
  .constantFrom(...headers)
  .chain((header) =>
    fc.record({ header: fc.constant(header), rows: fc.array(fc.tuple(...header.map(cellOf)), { maxLength: 12 }) }),
  )
  .map(({ header, rows }) => [header, ...rows.map((row) => [...row])]);

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

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

interface Dialect {
  delimiter: string;
  newline: string;
  quotes: string;
  endsWithNewline: boolean;
}

const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(",", ",", ";", "\t", "|"),
  newline: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  quotes: fc.constantFrom("all", "needed", "needed", "never"),
  endsWithNewline: fc.boolean(),
});

function written(rows: string[][], { delimiter, newline, quotes, endsWithNewline }: Dialect): string {
  const cell = (text: string): string => {
    const isNeeded = /["\r\n]/.test(text) || text.includes(delimiter);
    return quotes === "all" || (quotes === "needed" && isNeeded) ? quoted(text) : text;
  };
  const text = rows.map((row) => row.map(cell).join(delimiter)).join(newline);
  return endsWithNewline ? text + newline : text;
}

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

const encodings = [
  "utf8",
  "utf8",
  "utf8",
  "utf8",
  "utf8",
  "utf8 bom",
  "utf16le bom",
  "utf16be bom",
  "latin1",
  "utf16le",
] as const;

function encode(content: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding === "utf8") return Buffer.from(content);
  if (encoding === "utf8 bom") return Buffer.from(`\uFEFF${content}`);
  if (encoding === "latin1") return Buffer.from(content, "latin1");
  if (encoding === "utf16le") return Buffer.from(content, "utf16le");
  const wide = Buffer.from(`\uFEFF${content}`, "utf16le");
  return encoding === "utf16be bom" ? wide.swap16() : wide;
}

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

/** The same cells in two spellings. A cell has no newline, because newlines count as lines. */
export const sameTable: fc.Arbitrary<[Buffer, Buffer]> = fc
  .tuple(table, fc.tuple(spelling(), spelling()))
  .map(([rows, ways]) => {
    const cells = rows.map((row) => row.map((cell) => cell.toWellFormed().replace(/[\r\n\0\uFEFF\uFFFD]/g, "")));
    return ways.map(([how, encoding]) => encode(written(cells, how), encoding)) as [Buffer, Buffer];
  });

function spelling() {
  return fc.tuple(
    fc.record({
      // Until the values alone decide about decimal commas, `;` is another meaning.
      delimiter: fc.constantFrom(",", "\t", "|"),
      newline: fc.constantFrom("\n", "\r\n", "\r"),
      quotes: fc.constantFrom("all", "needed"),
      endsWithNewline: fc.boolean(),
    }),
    fc.constantFrom("utf8", "utf8 bom", "utf16le bom", "utf16be bom"),
  );
}

/** Where the pieces are cut in which the bytes arrive. */
export const cuts = fc.array(fc.nat(), { maxLength: 5 });
