import fc from "fast-check";
import { expect, test } from "vitest";
import { protectFormulas, withoutProtection } from "../text.ts";

const text = fc
  .array(fc.constantFrom(..."=+-@＝＋－＠;|\t\r\n \"'a0,😀"), { maxLength: 12 })
  .map((parts) => parts.join(""));

test("a protected text is read back as it was, unless it has such a mark itself", () => {
  fc.assert(
    fc.property(text, (original) => {
      fc.pre(!original.includes("'") && !/^[\t\r\n]/.test(original));
      expect(withoutProtection(protectFormulas(original))).toBe(original);
    }),
  );
});

test("no cell of a protected text begins with a sign, wherever a spreadsheet divides it", () => {
  fc.assert(
    fc.property(text, (original) => {
      for (const cell of protectFormulas(original).split(/[;|\t\r\n]/))
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
    }),
  );
});

test("ordinary texts stay as they are", () => {
  for (const one of ["5-6", "a = b", "A, -5 %", "me@shop.example", "C++", "£1; 2"])
    expect(protectFormulas(one)).toBe(one);
});
