import fc from "fast-check";

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

/** A header and its rows. */
export const table = fc
  .constantFrom(...headers)
  .chain((header) =>
    fc.record({ header: fc.constant(header), rows: fc.array(fc.tuple(...header.map(cellOf)), { maxLength: 12 }) }),
  )
  .map(({ header, rows }) => [header, ...rows.map((row) => [...row])]);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

interface Dialect {
  delimiter: string;
  newline: string;
  quotes: string;
  endsWithNewline: boolean;
}

export const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(",", ",", ";", "\t", "|"),
  newline: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  quotes: fc.constantFrom("all", "needed", "needed", "never"),
  endsWithNewline: fc.boolean(),
});

export function written(rows: string[][], { delimiter, newline, quotes, endsWithNewline }: Dialect): string {
  const cell = (text: string): string => {
    const isNeeded = /["\r\n]/.test(text) || text.includes(delimiter);
    return quotes === "all" || (quotes === "needed" && isNeeded) ? quoted(text) : text;
  };
  const text = rows.map((row) => row.map(cell).join(delimiter)).join(newline);
  return endsWithNewline ? text + newline : text;
}

export const encodings = [
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

export function encode(content: string, encoding: (typeof encodings)[number]): Buffer {
  if (encoding === "utf8") return Buffer.from(content);
  if (encoding === "utf8 bom") return Buffer.from(`\uFEFF${content}`);
  if (encoding === "latin1") return Buffer.from(content, "latin1");
  if (encoding === "utf16le") return Buffer.from(content, "utf16le");
  const wide = Buffer.from(`\uFEFF${content}`, "utf16le");
  return encoding === "utf16be bom" ? wide.swap16() : wide;
}

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
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      newline: fc.constantFrom("\n", "\r\n", "\r"),
      quotes: fc.constantFrom("all", "needed"),
      endsWithNewline: fc.boolean(),
    }),
    fc.constantFrom("utf8", "utf8 bom", "utf16le bom", "utf16be bom"),
  );
}
