import { expect, test } from "vitest";
import { readLines } from "../../tests/read-lines.ts";
import { readStockLine } from "./stock-line.ts";

const now = new Date("2026-03-10T12:00:00Z");
const barcode = "5012345678900";

function read(
  days: { saleFrom?: string; saleUntil?: string; saleDates?: string },
  timeZone = "Europe/London",
  more = {},
) {
  const raw = { barcode, price: "44.90", salePrice: "29.90", quantity: "1", ...days, ...more };
  return readStockLine(raw, { signOf: () => null, currency: "GBP", partial: false, clock: { now, timeZone } });
}
const sale = (from: string | null, until: string | null) => ({
  regularPence: 4490,
  salePence: 2990,
  from: from === null ? null : new Date(from),
  until: until === null ? null : new Date(until),
});

test.each([
  ["2026-03-10", "2026-03-10", "Europe/London", "2026-03-10T00:00Z", "2026-03-11T00:00Z"],
  ["2026-03-10", "2026-03-10", "America/New_York", "2026-03-10T04:00Z", "2026-03-11T04:00Z"],
  ["2026/03/01", "2026/3/29", "Europe/London", "2026-03-01T00:00Z", "2026-03-29T23:00Z"],
  ["01.03.2026", "31.03.2026", "Europe/Berlin", "2026-02-28T23:00Z", "2026-03-31T22:00Z"],
  ["13/02/2026", "3/31/2026", "Europe/London", "2026-02-13T00:00Z", "2026-03-31T23:00Z"],
  ["03/03/2026", "13-04-2026", "Europe/London", "2026-03-03T00:00Z", "2026-04-13T23:00Z"],
  ["2026-03-10T12:00:00Z", "2026-03-10 13:00+01:30", "Europe/London", "2026-03-10T12:00Z", null],
  ["2026-03-10T13:00+0100", "2026-03-10T14:00+01", "Europe/London", "2026-03-10T12:00Z", "2026-03-10T13:00Z"],
  ["2026-03-10 12:00:00", "2026-04-01 09:30", "Europe/London", "2026-03-10T12:00Z", "2026-04-01T08:30Z"],
  ["1772452800", "1775044800", "Europe/London", "2026-03-02T12:00Z", "2026-04-01T12:00Z"],
  ["", "", "Europe/London", null, null],
  ["0000-00-00 00:00:00", "2026-04-01", "Europe/London", null, "2026-04-01T23:00Z"],
  ["0001-01-01", "9999-12-31", "Europe/London", "1970-01-01T00:00Z", "9999-12-31T00:00Z"],
])("a sale from %j until %j in %s is in force from %s until %s", (saleFrom, saleUntil, zone, from, until) => {
  const line = read({ saleFrom, saleUntil }, zone);
  if (saleUntil.endsWith("+01:30")) expect(line).toMatchObject({ pence: 4490 });
  else expect(line).toMatchObject({ pence: 2990, sale: sale(from, until) });
});

test("a day begins at its first instant where midnight does not exist", () => {
  // Clocks in Santiago go from 23:59 to 01:00 on 6 September 2026.
  expect(read({ saleFrom: "2026-09-06", saleUntil: "2026-09-06" }, "America/Santiago")).toMatchObject({
    pence: 4490,
    sale: sale("2026-09-06T04:00Z", "2026-09-07T03:00Z"),
  });
});

test.each([
  ["2026-03-01T00:00+0000/2026-03-31T23:59+0000", "2026-03-01T00:00Z", "2026-03-31T23:59Z"],
  ["2026-03-01T09:00Z / 2026-03-31", "2026-03-01T09:00Z", "2026-03-31T23:00Z"],
  ["/2026-03-31", null, "2026-03-31T23:00Z"],
])("an interval %j has a start and an end", (saleDates, from, until) => {
  expect(read({ saleDates })).toMatchObject({ pence: 2990, sale: sale(from, until) });
});

test("the end is exclusive: at it, the regular price counts and nothing is ahead", () => {
  const line = read({ saleUntil: "2026-03-10T12:00Z" });
  expect(line).toMatchObject({ pence: 4490 });
  expect(line).not.toHaveProperty("sale");
  expect(line).not.toHaveProperty("dropped");
});

test("a date that can mean two days counts if the sale has ended or begun on both", () => {
  expect(read({ saleFrom: "01/02/2026", saleUntil: "2026-04-01" })).toMatchObject({
    pence: 2990,
    sale: sale(null, "2026-04-01T23:00Z"),
  });
  expect(read({ saleFrom: "nonsense", saleUntil: "03/04/2020" })).toMatchObject({ pence: 4490 });
});

test("a sale in the future with an unclear day is dropped and named, and the line keeps the price", () => {
  const dropped = { field: "saleFrom", code: "ambiguous_date", value: "04/05/2026" };
  expect(read({ saleFrom: "04/05/2026" })).toMatchObject({ pence: 4490, dropped });
  const second = { field: "saleUntil", code: "invalid_date", value: "Easter" };
  expect(read({ saleFrom: "2026-04-01", saleUntil: "Easter" })).toMatchObject({ pence: 4490, dropped: second });
});

test.each([
  [{ saleFrom: "03/04/2026" }, "saleFrom", "ambiguous_date"],
  [{ saleFrom: "2026-03-01", saleUntil: "04/05/2026" }, "saleUntil", "ambiguous_date"],
  [{ saleUntil: "11/03/26" }, "saleUntil", "invalid_date"],
  [{ saleFrom: "2026-02-30" }, "saleFrom", "invalid_date"],
  [{ saleFrom: "20260301" }, "saleFrom", "invalid_date"],
  [{ saleUntil: "2026-03-10 25:00" }, "saleUntil", "invalid_date"],
  [{ saleDates: "2026-03-01" }, "saleDates", "invalid_date"],
  [{ saleDates: "2026-03-01 - 2026-03-31" }, "saleDates", "invalid_date"],
])("%j may be a sale in force, so the line is rejected with the way out", (days, field, code) => {
  const line = read(days);
  expect(line).toMatchObject({ barcode, field, code });
  expect("message" in line && line.message).toContain("Write dates as 2026-04-03");
});

test.each([
  [{ salePrice: "44.90" }, { field: "salePrice", code: "sale_not_lower", value: "44.90" }],
  [{ salePrice: "50" }, { field: "salePrice", code: "sale_not_lower", value: "50" }],
  [
    { saleFrom: "2026-04-01", saleUntil: "2026-03-20" },
    { field: "saleUntil", code: "ends_before_start" },
  ],
])("a sale that can never count is dropped and named: %j", (more, dropped) => {
  const line = read({}, "Europe/London", more);
  expect(line).toMatchObject({ pence: 4490, dropped });
  expect(line).not.toHaveProperty("sale");
});

test("a sale price that is no price rejects a line in the sale, and says nothing behind its end", () => {
  const salePrice = "cheap";
  expect(read({ saleFrom: "2026-03-01" }, "UTC", { salePrice })).toMatchObject({
    field: "salePrice",
    code: "invalid_price",
  });
  expect(read({ saleUntil: "2026-03-01" }, "UTC", { salePrice })).toMatchObject({ pence: 4490 });
});

test.each(["", "0", "0.00", "£0.00", "-", "n/a"])(
  "the sale price %j means no sale, whatever its days say",
  (salePrice) => {
    const line = read({ saleFrom: "03/04/2026" }, "UTC", { salePrice });
    expect(line).toMatchObject({ pence: 4490 });
    expect(line).not.toHaveProperty("dropped");
  },
);

test.each([
  ["On Sale", ["No", "yes", ""]],
  ["is_on_promo", ["0", "1", "-"]],
  ["Sale active", ["FALSE", "TRUE", "false"]],
  ["onSale", ["n", "Y", "off"]],
])("a column %s says whether the sale price counts", async (name, [no, yes, off]) => {
  const lines = [no, yes, off, "perhaps"].map((flag, at) => `A-${at},44.90,29.90,${flag},1`);
  expect((await readLines(`SKU,Price,Sale Price,${name},Qty\n${lines.join("\n")}`)).lines).toEqual([
    "A-0 4490 1000",
    "A-1 2990 1000",
    "A-2 4490 1000",
    "5 invalid_price",
  ]);
});

test("beside the days of a sale, the regular price counts before the price of today", async () => {
  const file = "sku,price,regular_price,sale_price,date_on_sale_from,date_on_sale_to,on_sale,qty\n";
  const { lines } = await readLines(`${file}A-1,29.90,44.90,29.90,2026-01-01,2026-02-01,true,1\n`, { now });
  expect(lines).toEqual(["A-1 4490 1000"]);
});
