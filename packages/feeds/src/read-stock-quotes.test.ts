import { describe, expect, test } from "vitest";
import { readStockHeader } from "./read-stock.ts";
import { readStockLines } from "./read-stock-lines.ts";
import { spool } from "./receive/spool.ts";

/** The lines of a stock file: `line barcode price quantity`, or `line code`. */
async function read(feed: string | Uint8Array): Promise<string[]> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(feed);
  }
  const body = await spool(pieces(), { limit: 16 << 20 });
  try {
    const lines: string[] = [];
    await readStockLines(await readStockHeader(body, { currency: "GBP", names: [] }), {
      line: (line, { barcode, pence, thousandths }) =>
        lines.push(`${line} ${barcode} ${(pence ?? 0) / 100} ${(thousandths ?? 0) / 1_000}`),
      rejected: (line, { code }) => lines.push(`${line} ${code}`),
      flush() {},
    });
    return lines;
  } finally {
    await body.close();
  }
}

const header = "barcode,title,price,quantity";
const [a, b, c] = ["5012345678900", "5012345678917", "5012345678924"];

describe("a damaged line costs its line alone", () => {
  test.each([
    ["an inch mark at the end of a quoted title", `${a},"Shelf 12"",44.90,12`, `2 ${a} 44.9 12`],
    ["an inch mark at the end of a title with a comma", `${a},"Shelf, 12"",44.90,12`, "2 unclosed_quote"],
    ["a title that begins with a quote", `${a},"Best mug,44.90,12`, "2 unclosed_quote"],
    ["a quote before a number", `${a},Mug,"44.90,12`, "2 unclosed_quote"],
    ["a quote within a quoted title", `${a},"Shelf 12" black",44.90,12`, `2 ${a} 44.9 12`],
    ["two quotes within a quoted title", `${a},"Shelf 12" x 6"",44.90,12`, "2 unclosed_quote"],
    ["a backslash before a quote, as of MySQL and PHP", `${a},"Shelf 12\\" deep, black",44.90,12`, `2 ${a} 44.9 12`],
    ["a backslash before the last quote of a title", `${a},"Shelf 12\\"",44.90,12`, `2 ${a} 44.9 12`],
    ["a backslash at the end of a title", `${a},"C:\\",44.90,12`, `2 ${a} 44.9 12`],
    ["a blank before a quote", `${a}, "Mug, blue", 44.90, 12`, `2 ${a} 44.9 12`],
    ["a quote within a barcode", `50123"45678900,Mug,44.90,12`, "2 invalid_barcode"],
    ["a quote within a quoted barcode", '"50123"45678900",Mug,44.90,12', "2 invalid_barcode"],
  ])("%s", async (_, line, result) => {
    const others = [`${b},"Mug",9.99,3`, `${c},Bowl 7",5.00,1`];
    const right = [`3 ${b} 9.99 3`, `4 ${c} 5 1`];
    expect(await read([header, line, ...others].join("\n"))).toEqual([result, ...right]);
    expect(await read([header, line, ...others].join("\r\n"))).toEqual([result, ...right]);
  });

  test("a title that begins with a quote and a later one that ends with a quote do not enclose the lines between", async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => `${10_000 + n},Mug ${n},${n + 1}.99,${n}`);
    const spoiled = [
      ["100", '"Best mug'],
      ["1200", '"Next mug'],
      ["2000", '"Mug'],
      ["2500", 'Shelf 12"'],
    ] as const;
    for (const [at, title] of spoiled) lines[+at] = `${10_000 + +at},${title},${+at + 1}.99,${at}`;
    const result = await read([header, ...lines].join("\n"));
    const rejected = [100, 1_200, 2_000];
    expect(result).toEqual(
      lines.map((_, n) =>
        rejected.includes(n) ? `${n + 2} unclosed_quote` : `${n + 2} ${10_000 + n} ${n + 1}.99 ${n}`,
      ),
    );
  });

  test("in files with tabs or |, a quote that begins a title is a part of it", async () => {
    const lines = [
      [a, '"Best mug', "44.90", "12"],
      [b, "Ruler", "9.99", "3"],
      [c, 'Bowl "blue"', "5.00", "1"],
    ];
    for (const delimiter of ["\t", "|"]) {
      const file = [header.split(","), ...lines].map((cells) => cells.join(delimiter)).join("\n");
      expect(await read(file)).toEqual([`2 ${a} 44.9 12`, `3 ${b} 9.99 3`, `4 ${c} 5 1`]);
    }
  });

  test("in such files, quotes around two words of a title are parts of it, also behind a damaged line", async () => {
    const title = '"Best" mug "blue"';
    const lines = [
      [a, title, "44.90", "12"],
      [b, 'Ruler 12"', "9.99"],
      [c, 'Bowl "blue"', "5.00", "1"],
    ];
    const file = [header.split(","), ...lines].map((cells) => cells.join("\t")).join("\n");
    expect(await read(file)).toEqual([`2 ${a} 44.9 12`, "3 unclosed_quote", `4 ${c} 5 1`]);
  });

  test("a spreadsheet's protected barcode stands beside quoted titles", async () => {
    expect(await read(`${header}\n="${a}","Mug, blue",9.99,3\n"=""${b}""","Mug",9.99,3`)).toEqual([
      `2 ${a} 9.99 3`,
      `3 ${b} 9.99 3`,
    ]);
  });
});

describe("a record over several lines", () => {
  const text = '"Mug, ""blue""\r\n\r\nwith a handle, a lid\nand ""more"""';

  test.each([
    ["barcode,title,price,quantity", `${a},${text},9.99,3`, `${b},Bowl,5,1`],
    ["title,barcode,price,quantity", `${text},${a},9.99,3`, `Bowl,${b},5,1`],
    ["barcode,price,quantity,title", `${a},9.99,3,${text}`, `${b},5,1,Bowl`],
    ["barcode,price,quantity,title,", `${a},9.99,3,${text}`, `${b},5,1,Bowl`],
    ["barcode,price,quantity,title", `${a},9.99,3,${text},`, `${b},5,1,Bowl,`],
  ])("is read in a file of %s", async (names, first, second) => {
    const one = `2 ${a} 9.99 3`;
    expect(await read([names, first, second].join("\r\n"))).toEqual([one, `6 ${b} 5 1`]);
  });

  test("is rejected if its lines can be records of their own", async () => {
    const lines = await read(`barcode,price,quantity,title\n${a},9.99,3,"Mug\n${b},5,1,Bowl 7"\n${c},5,1,Cup\n`);
    expect(lines).toEqual(["2 unclosed_quote", "3 unclosed_quote", `4 ${c} 5 1`]);
  });
});

describe("newlines and encodings", () => {
  test("CR ends lines while cells have LF, as Excel for Mac writes them", async () => {
    const file = [header, `${a},"Mug\nblue",44.90,12`, `${b},Bowl,9.99,3`].join("\r");
    expect(await read(file)).toEqual([`2 ${a} 44.9 12`, `3 ${b} 9.99 3`]);
  });

  test("a quote that does not close hides no newline of such a file", async () => {
    const file = [header, `${a},"Mug\nblue",44.90,12`, `${c},"Mug`, `${b},"Bowl\nred",9.99,3`].join("\r");
    expect(await read(file)).toEqual([`2 ${a} 44.9 12`, "3 unclosed_quote", `4 ${b} 9.99 3`]);
  });

  test("CRLF and LF in one file both end lines", async () => {
    const file = `${header}\r\n${a},"Mug\rblue",44.90,12\n${b},Bowl,9.99,3\r\n`;
    expect(await read(file)).toEqual([`2 ${a} 44.9 12`, `3 ${b} 9.99 3`]);
  });

  test("UTF-16 without a byte order mark is recognised in both orders, also in JSON", async () => {
    const csv = `${header}\r\n${a},Tasse für Žana €,44.90,12\r\n`;
    const json = JSON.stringify([{ barcode: a, price: 44.9, quantity: 12 }]);
    for (const [text, line] of [
      [csv, 2],
      [json, 1],
    ] as const) {
      const little = Buffer.from(text, "utf16le");
      for (const bytes of [little, Buffer.from(little).swap16()]) {
        expect(await read(bytes)).toEqual([`${line} ${a} 44.9 12`]);
      }
    }
  });

  test("the Ctrl-Z of DOS at the end of a file is no line, and a NUL in a line stays rejected", async () => {
    expect(await read(`${header}\r\n${a},Mug,44.90,12\r\n\u001a`)).toEqual([`2 ${a} 44.9 12`]);
    expect(await read(`${header}\n${a}\0,Mug,44.90,12\n${b},Mug\0,1,1\n`)).toEqual(["2 invalid_barcode", `3 ${b} 1 1`]);
  });
});
