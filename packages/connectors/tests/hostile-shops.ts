/** A shop system that answers valid calls of products in a hostile way. */
export interface HostileShop {
  name: string;
  /** The answer to a page. `total`: X-WP-Total; default: 100. */
  answer(page: number): { total?: string; body: string | AsyncIterable<string> };
  /** What the connection then says. */
  reason: RegExp;
  /** Only the deadline of the pull ends it. */
  isSlow?: boolean;
}

const MB = 1_000_000;
const repeat = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));
const listOf = (row: string, bytes: number): string => `[${repeat(`${row},`, bytes)}${row}]`;

/** A product as WooCommerce sends it. */
export const product = (id: number, changes: object = {}): object => ({
  ...{ id, status: "publish", sku: `SKU-${id}`, global_unique_id: "", price: "4.50", manage_stock: true },
  ...{ stock_quantity: 3, stock_status: "instock", name: `Product ${id}`, type: "simple", images: [], brands: [] },
  ...changes,
});
const page = (number: number, changes: object = {}): string =>
  JSON.stringify(Array.from({ length: 100 }, (_, n) => product((number - 1) * 100 + n + 1, changes)));

async function* forever(text: string, pauseMs = 0): AsyncGenerator<string> {
  for (;;) {
    yield text;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const tooLarge = /sent more than 8 MB in one answer/;
const wrongForm = /data in an unknown form \(products: /;
const endless = /did not end its list within/;

export const hostileShops: HostileShop[] = [
  { name: "30 MB of empty rows", answer: () => ({ body: listOf("{}", 30 * MB) }), reason: tooLarge },
  { name: "2 MB of empty rows", answer: () => ({ body: listOf("{}", 2 * MB) }), reason: wrongForm },
  { name: "an answer without an end", answer: () => ({ body: forever(" ".repeat(MB)) }), reason: tooLarge },
  {
    ...{ name: "pages without an end", reason: /sent more than \d+ MB in one pull/ },
    answer: (number) => ({ total: "4900000", body: page(number, { name: "a".repeat(60_000) }) }),
  },
  {
    ...{ name: "empty pages and 9e15 products", reason: /X-WP-Total/ },
    answer: () => ({ total: "9000000000000000", body: "[]" }),
  },
  { name: "empty pages", answer: () => ({ total: "4900000", body: "[]" }), reason: endless },
  { name: "the same page again and again", answer: () => ({ total: "4900000", body: page(1) }), reason: endless },
  {
    ...{ name: "a total that sinks at each second page", reason: endless },
    answer: (number) => ({ total: number % 2 ? "1000" : "300", body: page(number) }),
  },
  {
    name: "a slow drip",
    isSlow: true,
    answer: () => ({ body: forever(" ", 50) }),
    reason: /no whole answer|within [\d.]+ minutes/,
  },
  {
    ...{ name: "arrays nested 2 million deep", reason: wrongForm },
    answer: () => ({ body: "[".repeat(2 * MB) + "]".repeat(2 * MB) }),
  },
  {
    ...{ name: "objects nested a million deep", reason: wrongForm },
    answer: () => ({ body: `[${'{"id":'.repeat(MB)}1${"}".repeat(MB)}]` }),
  },
  { name: "one text of 7 MB", answer: () => ({ body: JSON.stringify("a".repeat(7 * MB)) }), reason: /text instead/ },
  {
    ...{ name: "a title of 7 MB", reason: /an item of more than/ },
    answer: () => ({ body: JSON.stringify([product(1, { name: "a".repeat(7 * MB) })]) }),
  },
  {
    ...{ name: "a row with a million wrong pictures", reason: wrongForm },
    answer: () => ({
      body: JSON.stringify([product(1, { images: [] })]).replace('"images":[]', `"images":${listOf("1", 2 * MB)}`),
    }),
  },
  { name: "a million members", answer: () => ({ body: `[{${members(500_000)}}]` }), reason: wrongForm },
  {
    name: "wrong types",
    answer: () => ({ body: JSON.stringify([product(1, { id: "1", images: 5 })]) }),
    reason: wrongForm,
  },
  { name: "a number beyond all numbers", answer: () => ({ body: '[{"id":1e999}]' }), reason: wrongForm },
];

function members(count: number): string {
  return Array.from({ length: count }, (_, n) => `"m${n}":1`).join(",");
}
