import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test("what a spreadsheet would take for a formula is a text in it", () => {
  for (const start of ["=", "+", "-", "@", "\t"]) expect(csvLine([`${start}cmd|x`])).toBe(`'${start}cmd|x\r\n`);
  expect(csvLine(["\rcmd", "\ncmd"])).toBe(`"'\rcmd","'\ncmd"\r\n`);
  expect(csvLine(['=HYPERLINK("https://evil.example","x")'])).toBe(`"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`);
});

test("other texts and numbers stay as they are, quoted where they hold what divides cells", () => {
  expect(csvLine([-1, "a,b", 'say "hi"', "£1", "5-6", "", null])).toBe(`-1,"a,b","say ""hi""",£1,5-6,,\r\n`);
});
