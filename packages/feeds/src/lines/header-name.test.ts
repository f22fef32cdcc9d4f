import { expect, test } from "vitest";
import { readHeaderName } from "./header-name.ts";

test("a name that is longer than any real name has no meaning, and takes no time", () => {
  const nothing = { whole: [], others: [], place: "bare", currency: undefined };
  for (const filler of [" ", "\u00a0", "(", "_", "x "]) {
    const name = `price${filler.repeat(1_000_000)}£`;
    expect(readHeaderName(name, { names: ["x"], currency: "GBP" })).toEqual(nothing);
  }
});
