import { expect, test } from "vitest";
import ecommerce from "../presets/ecommerce.json" with { type: "json" };
import pointOfSale from "../presets/point-of-sale.json" with { type: "json" };
import { presets, recognisePreset } from "../src/presets.ts";
import { readExport } from "./read-export.ts";

interface Sample {
  id: string;
  header: string[];
  sample: string[][];
  delimiter?: string;
  expects?: string;
}

const samples = [...pointOfSale, ...ecommerce] as unknown as Sample[];
const named = (name: string): string => name.replace("<store>", "The Shambles");
const cell = (text: string, delimiter: string): string =>
  text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;

test.each(samples.map((one) => [one.id, one] as const))("an export of %s is recognised and read", async (id, one) => {
  const { delimiter = ",", expects = "5012345678900 4490 12000" } = one;
  const preset = presets.find((known) => known.id === id);
  const lines = [one.header.map(named), ...one.sample].map((cells) =>
    cells.map((text) => cell(text, delimiter)).join(delimiter),
  );
  const { columns, words } = preset ?? {};
  const read = await readExport(`${lines.join("\r\n")}\r\n`, { columns, words });
  expect(read.lines).toEqual([expects]);
  expect(recognisePreset(one.header.map(named))?.id).toBe(id);
});

test("the catalogue has at least 30 tills and shops, each with a source and two steps", () => {
  expect(presets.length).toBeGreaterThanOrEqual(30);
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
  for (const { documentation, steps, confirmed, note, id } of presets) {
    expect([URL.canParse(documentation), steps.length], id).toEqual([true, 2]);
    expect(confirmed || note, id).toBeTruthy();
  }
});

test("a header of no known till is not recognised", () => {
  expect(recognisePreset(["EAN", "Price", "Qty"])).toBeUndefined();
});
