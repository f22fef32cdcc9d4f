/** Hostile files, and their upload. */
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { makeZip } from "../../packages/feeds/tests/make-zip.ts";
import type { StoreIds } from "../lib/world.ts";
import type { Arena, HostileCase } from "./arena.ts";

interface HostileFile {
  name: string;
  kind: "stock" | "products";
  make(): Buffer;
}

const MiB = 1 << 20;
const header = "barcode,price,quantity\n";
const line = "5012345678900,1.50,3\n";
const first = '{"barcode":"1","price":1,"quantity":1}';

/** Text of the given size that does not compress. */
const noise = (bytes: number): string =>
  randomBytes(Math.ceil((bytes * 3) / 4))
    .toString("base64url")
    .replaceAll("-", "x");

const head = ["barcode", "price", "quantity"].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join("");
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="/${type}" Target="${target}"/>`;

interface BookParts {
  rows?: string;
  strings?: string;
  styles?: string;
  sheets?: number;
  more?: Record<string, string | Buffer>;
  /** Without the noise, so that the ratio is too high. */
  isBare?: true;
}

/** A workbook of raw parts. Noise in a comment keeps the file below the ratio limit. */
function book({ rows = "", strings, styles, sheets = 1, more = {}, isBare }: BookParts): Buffer {
  const padded = (xml: string): string => (xml.length > MiB && !isBare ? `<!--${noise(xml.length / 60)}-->` : "");
  const sheet = `<worksheet>${padded(rows)}<sheetData><row>${head}</row>${rows}</sheetData></worksheet>`;
  const relations = [
    relation("s", "worksheet", "s.xml"),
    strings === undefined ? "" : relation("t", "sharedStrings", "t.xml"),
    styles === undefined ? "" : relation("f", "styles", "f.xml"),
  ];
  return makeZip({
    "_rels/.rels": "<Relationships/>",
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${'<sheet r:id="s"/>'.repeat(sheets)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    "xl/s.xml": sheet,
    ...(strings !== undefined && { "xl/t.xml": `<sst>${padded(strings)}${strings}</sst>` }),
    ...(styles !== undefined && { "xl/f.xml": `<styleSheet>${padded(styles)}${styles}</styleSheet>` }),
    ...more,
  });
}

const repeat = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
const numbered = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join("");

const stock = (name: string, make: () => Buffer | string): HostileFile => ({
  name,
  kind: "stock",
  make: () => Buffer.from(make()),
});
const products = (name: string, make: () => Buffer | string): HostileFile => ({
  ...stock(name, make),
  kind: "products",
});

const wideCell = '<row><c r="XFD1"><v>1</v></c></row>';

const hostileFiles: HostileFile[] = [
  stock("XLSX, wide rows, 7 kB", () => book({ rows: repeat(wideCell, 2 * MiB), isBare: true })),
  stock("XLSX, wide rows, 60 MiB unpacked", () => book({ rows: repeat(wideCell, 60 * MiB) })),
  stock("XLSX, 1,048,577 blank rows", () => book({ rows: repeat("<row/>", 6 * 1_048_577) })),
  stock("XLSX, 60 MiB of empty cells in one row", () => book({ rows: `<row>${repeat("<c/>", 60 * MiB)}</row>` })),
  stock("XLSX, 5 million shared texts", () => book({ strings: repeat("<si><t>a</t></si>", 85 * MiB) })),
  stock("XLSX, one shared text of 60 MiB in pieces", () =>
    book({ strings: `<si>${repeat("<t>a</t>", 60 * MiB)}</si>` }),
  ),
  stock("XLSX, a shared text of 1 MiB in 100,000 cells", () =>
    book({ strings: `<si><t>${noise(MiB)}</t></si>`, rows: repeat('<row><c t="s"><v>0</v></c></row>', 3 * MiB) }),
  ),
  stock("XLSX, a comment of 60 MiB with tags", () => book({ rows: `<!--${repeat("<a> ", 60 * MiB)}-->` })),
  stock("XLSX, CDATA of 60 MiB with tags", () =>
    book({ rows: `<row><c><v><![CDATA[${repeat("<a> ", 60 * MiB)}]]></v></c></row>` }),
  ),
  stock("XLSX, tags nested a million deep", () => book({ rows: repeat("<a>", 3 * MiB) })),
  stock("XLSX, 500,000 styles", () => book({ styles: `<cellXfs>${repeat("<xf/>", 2.5 * MiB)}</cellXfs>` })),
  stock("XLSX, a sheet named 60,000 times", () => book({ rows: "<row><c><v>x</v></c></row>", sheets: 60_000 })),
  stock("XLSX, 9,900 parts with long names", () =>
    book({ more: Object.fromEntries(Array.from({ length: 9_900 }, (_, n) => [`${noise(4_000)}${n}`, ""])) }),
  ),
  stock("XLSX, a zip bomb of 190 MiB", () => book({ more: { "xl/s.xml": Buffer.alloc(190 * MiB, "<c/>") } })),
  stock("gzip in gzip", () => gzipSync(gzipSync(header + repeat(line, 100 * MiB)))),
  stock("gzip, 199 MiB of one line", () => gzipSync(header + repeat(line, 199 * MiB))),
  stock("gzip, 199 MiB of noise and zeros", () =>
    gzipSync(Buffer.concat([Buffer.from(noise(2 * MiB)), Buffer.alloc(190 * MiB)])),
  ),
  stock("CSV, 199 MiB of one line", () => header + repeat(line, 199 * MiB)),
  stock("CSV, 4.9 million times two items", () => header + repeat("1234567,1,1\n7654321,2,2\n", 4_900_000 * 12)),
  stock("CSV, 4.9 million rejected lines", () => header + repeat("1234567,x,1\n", 4_900_000 * 12)),
  stock("CSV, 199 MiB of blank lines", () => header + repeat("\n", 199 * MiB)),
  stock("CSV, 199 MiB of quotes that are not closed", () => header + repeat('"a\n', 199 * MiB)),
  stock("CSV, lines of 2 MiB of commas", () => header + repeat(`${",".repeat(2 * MiB - 10)}\n`, 150 * MiB)),
  stock("CSV, a header of 30,000 columns, 60 MiB of rows", () => {
    const names = `barcode,price,quantity${",".repeat(30_000)}\n`;
    return names + repeat(`1,1,1${",".repeat(30_000)}\n`, 60 * MiB);
  }),
  stock("NDJSON, 1,000 members, then 4.9 million empty objects", () => {
    const members = numbered(1_000, (n) => `,"m${n}":1`);
    return `{"barcode":"1","price":1,"quantity":1${members}}\n${repeat("{}\n", 4_900_000 * 3)}`;
  }),
  stock("NDJSON, objects of 2 MiB of members", () => {
    const members = `{"a":1${numbered(150_000, (n) => `,"m${n}":1`)}}\n`;
    return `${first}\n${repeat(members, 100 * MiB)}`;
  }),
  stock("NDJSON, arrays nested 900,000 deep", () => {
    const deep = `{"barcode":${"[".repeat(900_000)}${"]".repeat(900_000)}}\n`;
    return `${first}\n${repeat(deep, 60 * MiB)}`;
  }),
  stock("JSON, an array of 199 MiB of commas", () => `[${first}${",".repeat(199 * MiB)}]`),
  stock("UTF-16, 150 MiB", () => Buffer.from(`\uFEFF${header}${repeat(line, 75 * MiB)}`, "utf16le")),
  stock("CSV, titles and wrong pictures of 4.9 million lines", () => {
    return `barcode,price,quantity,title,image\n${repeat("1234567,1,1,a,C:\\b.jpg\n7654321,2,2,b,C:\\c.jpg\n", 4_900_000 * 23)}`;
  }),
  stock("CSV, stock with cells of 2 MB of image URLs", () => {
    const urls = repeat("http://a.example/1.jpg|", 2 * MiB - 100);
    return `barcode,price,quantity,image\n${repeat(`1234567,1,1,${urls}x\n`, 100 * MiB)}`;
  }),
  products("product data, 4.9 million times one item", () => `barcode,title\n${repeat("1234567,a\n", 4_900_000 * 10)}`),
  products("product data, 199 MiB of one line", () => `barcode,title\n${repeat("1234567,a\n", 199 * MiB)}`),
  products("product data, cells of 2 MB of image URLs", () => {
    const urls = repeat("http://a.example/1.jpg|", 2 * MiB - 100);
    return `barcode,image\n${repeat(`1234567,${urls}x\n`, 100 * MiB)}`;
  }),
  products(
    "product data, an image URL with U+0000",
    () => `barcode,image\n1,http://a/\0\n${repeat("2,http://a/b\n", 60 * MiB)}`,
  ),
  products(
    "product data, descriptions of nested tags",
    () => `barcode,description\n${numbered(3_000, (n) => `${n},${"<b><i>".repeat(3_300)}\n`)}`,
  ),
];

async function put({ origin }: Arena, { kind }: HostileFile, store: StoreIds, body: Buffer, key: string) {
  const path = kind === "stock" ? `stores/${store.storeId}/inventory/stock` : "inventory/products";
  const answer = await fetch(`${origin}/retailers/${store.retailerId}/${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" },
    body: new Uint8Array(body),
  });
  const parsed = (await answer.json()) as { code?: string; status?: string };
  return `${answer.status} ${parsed.code ?? parsed.status}`;
}

export const fileCases: HostileCase[] = hostileFiles.map((file) => ({
  name: file.name,
  prepare: async (arena) => {
    const store = await arena.world.newStore();
    const body = file.make();
    return () => put(arena, file, store, body, arena.world.key);
  },
}));
