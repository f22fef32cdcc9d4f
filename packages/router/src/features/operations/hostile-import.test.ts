import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { createTestContext } from "@highstreet/router/testing";
import { importShop } from "@highstreet/router/testing/import";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeXlsx } from "../../../../feeds/tests/make-xlsx.ts";

const t = await createTestContext();
afterAll(() => t.close());

let shop: Awaited<ReturnType<typeof importShop>>;
let barcode: string;
beforeAll(async () => {
  shop = await importShop(t, 1);
  barcode = shop.barcodes[0] ?? "";
});

const MiB = 1 << 20;
const header = "barcode,hidden,title\n";

function plan(file: string | Uint8Array) {
  async function* feed() {
    yield Buffer.from(file);
  }
  return shop.caller.operations.planImport({ retailerId: shop.retailerId, feed: feed() });
}

test.each<[what: string, code: string, file: () => string | Uint8Array]>([
  ["gzip that unpacks too far", "FeedTooComplex", () => gzipSync(header + "a,yes,\n".repeat(MiB))],
  ["gzip within gzip", "UnrecognisedFeed", () => gzipSync(gzipSync(header))],
  [
    "gzip that is cut off",
    "MalformedRequest",
    () => gzipSync(header + randomBytes(5_000).toString("hex")).subarray(0, 900),
  ],
  [
    "a workbook that unpacks too far",
    "FeedTooComplex",
    () => {
      const rows = [
        ["barcode", "hidden"],
        ["a", { raw: "<c/>".repeat(2 * MiB) }],
      ];
      return makeXlsx({ sheets: [rows] });
    },
  ],
  ["more than 64 MiB", "PayloadTooLarge", () => Buffer.concat([Buffer.from(header), Buffer.alloc(64 * MiB, "x")])],
  ["5,000,010 blank lines", "FeedTooComplex", () => header + "\n".repeat(5_000_010)],
  ["JSON that is nested deeply", "UnrecognisedFeed", () => `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["no text", "UnrecognisedFeed", () => randomBytes(10_000)],
])("a file of edits with %s is %s", async (_, code, file) => {
  await expect(plan(file())).rejects.toMatchObject({ cause: { code } });
});

test("hostile cells reject their lines, and the others count", async () => {
  const long = "x".repeat(3 * MiB);
  const cells: [cell: string, code: string][] = [
    [`"${barcode}",yes\0,`, "invalid_hidden"],
    [`"${barcode}",yes,a\0b`, "invalid_text"],
    [`"${barcode}",yes,"${"x".repeat(21_001)}"`, "text_too_long"],
    [`"a\0b",yes,`, "invalid_barcode"],
    [`"${barcode}",${"y".repeat(50_000)},`, "invalid_hidden"],
    [`"${barcode}",yes,"${long}"`, "line_too_long"],
  ];
  for (const [line, code] of cells) {
    const { rejections, products } = await plan(`${header}${line}\n`);
    expect([line.slice(0, 40), products, rejections.map((one) => one.code)]).toEqual([line.slice(0, 40), 0, [code]]);
    expect(JSON.stringify(rejections).length).toBeLessThan(1_000);
  }
  const surrogate = `[{"barcode":"${barcode}","title":"a\\ud800"},{"barcode":"b\\udc00","hidden":"yes"}]`;
  expect((await plan(surrogate)).rejections.map(({ code }) => code)).toEqual(["invalid_text", "invalid_barcode"]);
  const channels = `[{"barcode":"${barcode}","channels":"a\\u0000b\\ud800"}]`;
  expect((await plan(channels)).rejections).toMatchObject([{ field: "channels" }]);
});

test("thousands of columns cost only the ones that count", async () => {
  const wide = ",x".repeat(5_000);
  const names = `barcode,hidden${wide}\n`;
  expect(await plan(`${names}${`${barcode},yes${wide}\n`}`)).toMatchObject({ lines: 1, products: 1 });
});
