import { expect, test } from "vitest";
import { findInputOf, noFilters, queryOf, readFilters } from "./product-address.ts";

const read = (query: string) => readFilters(new URLSearchParams(query));

test.each([
  "",
  "store=a&q=mug&status=low_stock&hidden=true&edited=false",
  "shownOn=webhooks",
  "notShownOn=search&because=ListingRejected&missing=search&sort=-price&page=3&size=100",
  "titled=false&isNew=true",
])("the filters of %j make the same address", (query) => {
  expect(queryOf(read(query))).toBe(query);
});

test.each(["status=foo", "hidden=perhaps", "sort=toString", "because=Hidden", "page=0", "page=1.5", "size=7", "x=1"])(
  "%j is left out",
  (query) => {
    expect(read(query)).toEqual({ ...noFilters, store: null });
    expect(queryOf(read(query))).toBe("");
  },
);

test("the input of the call has only what the address names", () => {
  const input = JSON.parse(JSON.stringify(findInputOf("r", read("hidden=false&sort=-name"))));
  expect(input).toEqual({
    retailerId: "r",
    filter: { hidden: false },
    order: { sort: "name", descending: true },
    pageNumber: 1,
    pageSize: 50,
  });
});
