import { csvLine } from "@highstreet/router/kernel/csv.schema.ts";
import { expect, test } from "vitest";

test("what a spreadsheet would take for a formula is a text in it", () => {
  for (const start of ["=", "+", "-", "@", "\t"]) expect(csvLine([`${start}cmd|x`])).toBe(`'${start}cmd|x\r\n`);
  expect(csvLine(["\rcmd", "\ncmd"])).toBe(`"'\rcmd","'\ncmd"\r\n`);
  expect(csvLine(['=HYPERLINK("https://evil.example","x")'])).toBe(`"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`);
});

/** The cells of a line as a spreadsheet reads them that divides by `separator` and takes quotes at the beginning of a cell alone. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let rest = line;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"?/.exec(rest);
    const head = quoted ? (quoted[1] ?? "").replaceAll('""', '"') : "";
    const tail = rest.slice(quoted?.[0].length ?? 0);
    const end = new RegExp(`[${separator}\\r\\n]`).exec(tail)?.index ?? tail.length;
    cells.push(head + tail.slice(0, end));
    rest = tail.slice(end + 1);
  }
  return cells;
}

test("no separator of a spreadsheet makes a formula of a part of a text", () => {
  for (const sign of ["=", "+", "-", "@", "＝", "＋", "－", "＠"]) {
    for (const before of [
      "",
      "a;",
      "a\t",
      "a\n",
      "a\r\n",
      "a|",
      "a; ",
      'a;"',
      'a;""',
      "a;\u00A0",
      "a;;",
      ' "',
      "\t",
      "a;\n;",
    ]) {
      const line = csvLine(["x", `${before}${sign}HYPERLINK("http://evil.example","x")`, 'b"']);
      for (const separator of [",", ";", "\t", "|"]) {
        const formulas = cellsOf(line, separator).filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell));
        expect([sign, before, separator, formulas]).toEqual([sign, before, separator, []]);
      }
    }
  }
});

test("other texts and numbers stay as they are, quoted where they hold what divides cells", () => {
  expect(csvLine([-1, "a,b", 'say "hi"', "£1", "5-6", "", null])).toBe(`-1,"a,b","say ""hi""",£1,5-6,,\r\n`);
});
