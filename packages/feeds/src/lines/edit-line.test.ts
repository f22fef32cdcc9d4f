import fc from "fast-check";
import { expect, test } from "vitest";
import { type EditCells, type EditValues, editCells, readEditLine } from "./edit-line.ts";

const read = (cells: Partial<EditCells> & { barcode?: string }) =>
  readEditLine((field) => [{ barcode: "abc", ...cells }[field] ?? ""]);

test("an empty cell and `mixed` change nothing", () => {
  expect(read({ hidden: " ", channels: "", title: "\n", description: "", brand: "" })).toEqual({ itemKey: "abc" });
  expect(read({ hidden: "Mixed", channels: "mixed" })).toEqual({ itemKey: "abc" });
});

test("people write flags and channels in several ways", () => {
  for (const hidden of ["yes", "Yes", "TRUE", "1"]) expect(read({ hidden })).toMatchObject({ hidden: true });
  for (const hidden of ["no", "NO", "false", "0"]) expect(read({ hidden })).toMatchObject({ hidden: false });
  expect(read({ channels: "Search, local-ads;search" })).toMatchObject({ channels: ["search", "local-ads"] });
  expect(read({ channels: "Every" })).toMatchObject({ channels: null });
  expect(read({ channels: "none" })).toMatchObject({ channels: [] });
});

test("a line with a wrong cell is rejected with the cell", () => {
  expect(read({ hidden: "perhaps" })).toMatchObject({ code: "invalid_hidden", field: "hidden", value: "perhaps" });
  expect(read({ barcode: " " })).toMatchObject({ code: "missing_barcode" });
  expect(read({ barcode: "5.01234E+12" })).toMatchObject({ code: "scientific_barcode" });
  expect(read({ title: "a\0b" })).toMatchObject({ code: "invalid_text", field: "title" });
  expect(read({ brand: "x".repeat(21_001) })).toMatchObject({ code: "text_too_long", field: "brand" });
});

test("every value is read again from its cell", () => {
  const channels = fc.uniqueArray(fc.constantFrom("search", "local_ads", "webhooks"));
  const values = fc.record({
    hidden: fc.option(fc.boolean()),
    channels: fc.option(fc.option(channels), { nil: undefined }),
    title: fc.option(fc.stringMatching(/^[a-z' =+-]{1,20}$/)),
    description: fc.constant(null),
    brand: fc.constant(null),
    for: fc.option(
      fc.record({
        search: fc.record({
          title: fc.option(fc.stringMatching(/^[a-z' =+-]{1,20}$/)),
          description: fc.constant(null),
          image: fc.option(fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 })),
        }),
      }),
    ),
  });
  fc.assert(
    fc.property(values, (value: EditValues) => {
      const line = read(editCells(value));
      expect(line).toEqual({
        itemKey: "abc",
        ...(value.hidden !== null && { hidden: value.hidden }),
        ...(value.channels !== undefined && { channels: value.channels }),
        ...(value.title?.trim() && { title: value.title.trim() }),
        ...(value.for?.search.title?.trim() && { searchTitle: value.for.search.title.trim() }),
        ...(value.for?.search.image && { searchImage: value.for.search.image.join(" ") }),
      });
    }),
  );
});
