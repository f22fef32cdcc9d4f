import { expect, test } from "vitest";
import { readHeaderName } from "./header-name.ts";
import { plain } from "./words-behind.ts";

test("a name that is longer than any real name has no meaning, and takes no time", () => {
  const nothing = { whole: [], others: [], place: "bare", currency: undefined };
  for (const filler of [" ", "\u00a0", "(", "_", "x "]) {
    const name = `price${filler.repeat(1_000_000)}£`;
    expect(readHeaderName(name, { names: ["x"], currency: "GBP" })).toEqual(nothing);
  }
});

test("a name in UTF-8 that was read as Windows-1252 is the name that was written", () => {
  expect(plain("CÃ³digo de barras")).toBe("codigodebarras");
});
