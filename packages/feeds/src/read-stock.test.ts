import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Book, makeXlsx } from "../tests/make-xlsx.ts";
import { makeZip } from "../tests/make-zip.ts";
import { CsvRecords } from "./csv/csv-records.ts";
import { NdjsonTexts } from "./json/json-records.ts";
import { COMPLETE, readHeader } from "./read-header.ts";
import { readRecords } from "./read-records.ts";
import { readStockHeader, type StockOptions } from "./read-stock.ts";
import { readStockLines } from "./read-stock-lines.ts";
import { spool } from "./receive/spool.ts";

const MiB = 1 << 20;
const store: StockOptions = { currency: "GBP", names: [] };

async function* inPieces(bytes: Uint8Array, length = 50_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** The result of a feed: valid lines as `line barcode pence thousandths currency condition`, others as `line code value`. */
async function read(feed: string | Uint8Array, limit = 64 * MiB, options: Partial<StockOptions> = {}) {
  const body = await spool(inPieces(typeof feed === "string" ? Buffer.from(feed) : feed), { limit });
  try {
    const header = await readStockHeader(body, { ...store, ...options });
    const lines: string[] = [];
    let barcodes = "";
    await readStockLines(header, {
      line(line, { barcode, pence, thousandths, currency, condition }) {
        lines.push([line, barcode, pence, thousandths, currency, condition].filter((x) => x !== null).join(" "));
      },
      rejected(line, { barcode, code, value }) {
        lines.push(`${line} ${code} ${value}`);
        barcodes += barcode ?? "";
      },
      flush() {},
    });
    return { format: header.format, columns: header.columns.names, lines, barcodes };
  } finally {
    await body.close();
  }
}

/** The fields of these columns, of all records after the header. */
async function fieldsOf(feed: string | Uint8Array, positions: number[]): Promise<(string[] | undefined)[]> {
  const body = await spool(inPieces(Buffer.from(feed)), { limit: 64 * MiB });
  try {
    const records = await Array.fromAsync(readRecords(await readHeader(body, () => COMPLETE), { positions }));
    return records.flat().map(({ fields }) => fields);
  } finally {
    await body.close();
  }
}

/** Reads a feed and discards its lines. */
async function count(feed: Uint8Array): Promise<void> {
  const body = await spool(inPieces(feed), { limit: 64 * MiB });
  try {
    await readStockLines(await readStockHeader(body, store), { line() {}, rejected() {}, flush() {} });
  } finally {
    await body.close();
  }
}

/** Constant texts of about the given total size that compress badly. */
function noise(bytes: number): string[] {
  let state = 1;
  return Array.from({ length: bytes / 10 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36).padStart(10, "0");
  });
}

const header = "barcode,price,quantity\n";
const book = (...rows: Book["sheets"][number]): Uint8Array =>
  makeXlsx({ sheets: [[["barcode", "price", "quantity"], ...rows]] });

test("a quote before the first object of NDJSON costs one line", async () => {
  const objects = ["a", "b", "c"].map((barcode) => JSON.stringify({ barcode, price: "1.50", quantity: 2 }));
  const { format, lines } = await read(`"${objects.join("\n")}\n`);
  expect([format, lines.slice(1)]).toEqual(["ndjson", ["2 b 150 2000", "3 c 150 2000"]]);
  expect(lines[0]).toMatch(/^1 malformed_json /);
});

describe("CSV", () => {
  test("with a UTF-8 mark and one invalid line: only that line is rejected", async () => {
    const bytes = Buffer.concat([Buffer.from(`\uFEFF${header}caf`), Buffer.of(0xe9), Buffer.from(",1,1\né,2,2\n")]);
    expect((await read(bytes)).lines).toEqual(["2 invalid_barcode caf\uFFFD", "3 é 200 2000"]);
  });

  test("a line with more columns than the header is rejected, and its item counts as named", async () => {
    const { lines, barcodes } = await read(`${header}a,1,1,\nb,1,1\n`);
    expect([lines, barcodes]).toEqual([["2 too_many_columns null", "3 b 100 1000"], "a"]);
  });

  test("a formula is text like any other", async () => {
    expect((await read(`${header}=cmd|' /C calc'!A1,1,1\n`)).lines).toEqual(["2 =cmd|' /C calc'!A1 100 1000"]);
  });
});

describe("JSON", () => {
  test("elements count from 1, and an element that is not an object or not JSON is a rejected line", async () => {
    const feed = '[{"barcode":"a","price":1.005,"quantity":2}, 5, {"barcode":tru}, null,\n{"EAN":"b","price":1}, [1]]';
    expect(await read(feed)).toMatchObject({
      format: "json",
      lines: [
        "1 a 101 2000",
        "2 not_an_object  5",
        '3 malformed_json  {"barcode":tru}',
        "4 not_an_object  null",
        "5 missing_quantity ",
        "6 not_an_object  [1]",
      ],
    });
  });

  test("a cut-off array has a rejected line at its end", async () => {
    const line = '{"barcode":"a","price":1,"quantity":1}';
    expect((await read(`[${line},{"barcode":"b`)).lines).toEqual(["1 a 100 1000", '2 malformed_json {"barcode":"b']);
    expect((await read(`[${line},`)).lines).toEqual(["1 a 100 1000", "2 malformed_json "]);
    expect((await read(`[${line}] x`)).lines).toEqual(["1 a 100 1000", "2 malformed_json null"]);
  });

  test("a number keeps all its digits, and a list, an object or a boolean is not a barcode", async () => {
    const feed = ["12345678901234567890", "5000000000001", "1e30", '["a"]', '{"ean":1}', "true"]
      .map((barcode) => `{"barcode":${barcode},"price":1,"quantity":1}`)
      .join("\n");
    expect((await read(feed)).lines).toEqual([
      "1 12345678901234567890 100 1000",
      "2 5000000000001 100 1000",
      "3 scientific_barcode 1e+30",
      '4 invalid_barcode ["a"]',
      '5 invalid_barcode {"ean":1}',
      "6 missing_barcode true",
    ]);
  });

  test("the GTIN in a cell counts, in a column of UPCs also a UPC-E, and the key of the spelling is kept", async () => {
    const barcodes = ["(01)05012345678900", "5012345678900, ABC-1", "04252614", "60E27"];
    const lines = barcodes.map((barcode) => `"${barcode}",1,1,`);
    const file = (name: string) => `${name},price,quantity,gtin\n${lines.join("\n")}\nn/a,1,1,04252614\n`;
    const gtins = ["2 5012345678900 100 1000", "3 5012345678900 100 1000"];
    const code = "5 60E27 100 1000";
    const upcs = [...gtins, "4 042100005264 100 1000", code, "6 04252614 100 1000"];
    expect((await read(file("UPC Code"))).lines).toEqual(upcs);
    expect((await read(file("sku"))).lines).toEqual([...gtins, "4 04252614 100 1000", code, "6 04252614 100 1000"]);
    const json = '{"upc":"01234558","price":1,"quantity":1}';
    expect((await read(json)).lines).toEqual(["1 01234558 100 1000"]);
    expect((await read(json, MiB, { country: "CA" })).lines).toEqual(["1 012345000058 100 1000"]);
  });

  test("a currency only in later lines is used, and a better column name in later lines is not", async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => JSON.stringify({ sku: `s${n}`, price: 1, quantity: 1 }));
    lines.push('{"sku":"s","barcode":"b","price":1,"quantity":1,"Currency":"EUR"}');
    const { lines: results, columns } = await read(lines.join("\r\n"));
    expect(results.at(-1)).toBe("3001 s 100 1000 EUR");
    expect(columns).toEqual({ barcode: "sku", price: "price", quantity: "quantity", currency: "Currency" });
  });

  test("the error for missing members explains the format", async () => {
    await expect(read('{"Colour":"1"}')).rejects.toMatchObject({
      code: "UnrecognisedFeed",
      message: expect.stringContaining("JSON"),
      members: { seen: ["Colour"], missing: ["barcode", "price", "quantity"] },
    });
    await expect(read("[]")).rejects.toMatchObject({ code: "UnrecognisedFeed" });
  });
});

describe("XLSX", () => {
  test("numbers are read as displayed, and a rounded number is not a barcode", async () => {
    const feed = book(
      [{ number: "5.012345678901E12" }, { number: "44.900000000000006" }, { number: "3" }],
      [{ number: "999999999999999" }, "£1,234.50", { inline: "7" }],
      [{ number: "1234567890123450000" }, { number: "1" }, { number: "1" }],
      [],
      ["", " ", ""],
      ["0012", { number: "1.1" }, { raw: '<c r="C7" t="str"><f>A1</f><v>2</v></c>' }],
      ["x", { raw: '<c r="B8" t="e"><v>#N/A</v></c>' }, { number: "1" }],
      [{ raw: "<c><v>1</v></c>" }, { raw: "<c><v>2</v></c>" }, { raw: "<c><v>3</v></c><c><v>4</v></c>" }],
    );
    expect((await read(feed)).lines).toEqual([
      "2 5012345678901 4490 3000",
      "3 999999999999999 123450 7000",
      "4 scientific_barcode 1.23456789012345e+18",
      "7 0012 110 2000",
      "8 invalid_price #N/A",
      "9 1 200 3000",
    ]);
  });

  test("a price that a spreadsheet took for a date or a percentage is rejected; a format of zeros is applied", async () => {
    const style = (number: string, n: number) => ({ number, style: n });
    const formats = ["dd/mm/yyyy", "0.00%", "0000000000000", '[$£-809]#,##0.00;[Red]-"days"0', "[h]:mm"];
    const rows = [
      [style("12345", 3), style("4.5", 4), style("2", 0)],
      ["a", style("45413", 1), style("1", 0)],
      ["b", style("0.5", 2), style("1", 0)],
      ["c", { number: "1" }, style("0.5", 5)],
    ];
    const feed = makeXlsx({ sheets: [[["barcode", "price", "quantity"], ...rows]], formats });
    expect((await read(feed)).lines).toEqual([
      "2 0000000012345 450 2000",
      "3 invalid_price 2024-05-01",
      "4 invalid_price 50%",
      "5 invalid_quantity 12:00:00",
    ]);
  });

  test("of very many texts each is found again", async () => {
    const barcodes = Array.from({ length: 9_000 }, (_, n) => `item é ${n}`);
    const { lines } = await read(book(...barcodes.map((barcode) => [barcode, { number: "1" }, { number: "2" }])));
    expect(lines).toEqual(barcodes.map((barcode, n) => `${n + 2} ${barcode} 100 2000`));
  });

  test("the first sheet with a valid header is read", async () => {
    const good = [
      ["EAN", "RRP", "QOH"],
      ["a", "1", "1"],
    ];
    expect((await read(makeXlsx({ sheets: [[], [["Notes"]], [[], ...good]] }))).lines).toEqual(["3 a 100 1000"]);
    await expect(read(makeXlsx({ sheets: [[["Notes"], ["x"]], [["Other"]]] }))).rejects.toMatchObject({
      members: { seen: ["Notes"], missing: ["barcode", "price", "quantity"] },
    });
  });

  test("a workbook with very large structure parts is PayloadTooLarge", async () => {
    const relations = `<Relationships>${"<Relationship/>".repeat(300_000)}</Relationships>`;
    await expect(read(makeZip({ "_rels/.rels": relations }))).rejects.toMatchObject({ code: "PayloadTooLarge" });
  });

  test("a ZIP without a workbook, and a broken workbook, are UnrecognisedFeed", async () => {
    const sound = Buffer.from(
      book(...Array.from({ length: 500 }, (_, n) => [`item ${n}`, { number: "1" }, { number: "2" }])),
    );
    const cut = sound.subarray(0, -30);
    const flipped = Buffer.from(sound);
    const sheet = sound.indexOf("xl/worksheets/sheet1.xml") + 60;
    flipped.writeUInt8(sound.readUInt8(sheet) ^ 1, sheet);
    const deep = makeZip({ "_rels/.rels": "<a>".repeat(1_000) });
    for (const bytes of [makeZip({ "a.txt": "x" }), makeZip({}), cut, flipped, deep, Buffer.from("PK\x03\x04")]) {
      await expect(read(bytes)).rejects.toMatchObject({ code: "UnrecognisedFeed" });
    }
    await expect(read(Buffer.from("d0cf11e0a1b11ae1", "hex"))).rejects.toThrow("97–2003");
  });

  test("a workbook that unpacks to more than the limit is PayloadTooLarge", async () => {
    const bomb = book([{ inline: "x" }, "1", { raw: " ".repeat(20 * MiB) }]);
    expect(bomb.length).toBeLessThan(MiB);
    await expect(read(bomb, 10 * MiB)).rejects.toMatchObject({ code: "PayloadTooLarge" });
    const texts = makeXlsx({ sheets: [[["x".repeat(20 * MiB)]]] });
    await expect(read(texts, 10 * MiB)).rejects.toMatchObject({ code: "PayloadTooLarge" });
    // The size limit applies to texts and sheet together.
    const names = ["barcode", "price", "quantity", ...noise(2 * MiB)];
    const both = makeXlsx({ sheets: [[names, [{ inline: noise(2 * MiB).join("") }]]] });
    await expect(read(both, 12 * MiB)).rejects.toMatchObject({ code: "PayloadTooLarge" });
    expect((await read(both, 32 * MiB)).lines).toHaveLength(1);
  });
});

describe("a hostile file", () => {
  const text = (bytes: number): string => noise(bytes).join("");
  /** A sheet's rows as XML that compresses too badly to exceed the ratio. */
  const sheetOf = (rows: string): Uint8Array => {
    const first = ["barcode", "price", "quantity"]
      .map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`)
      .join("");
    const main = '<workbook xmlns:r="r"><sheets><sheet r:id="s"/></sheets></workbook>';
    const rels = '<Relationships><Relationship Id="s" Type="/worksheet" Target="s.xml"/></Relationships>';
    return makeZip({
      ...{ "xl/workbook.xml": main, "xl/_rels/workbook.xml.rels": rels, "_rels/.rels": "<Relationships/>" },
      "xl/s.xml": `<worksheet><!--${text(rows.length / 50)}--><sheetData><row>${first}</row>${rows}</sheetData></worksheet>`,
    });
  };

  test("of wide rows: only the columns that the header selects are kept", async () => {
    const wide = `a,1,1${",x".repeat(1_000)}\n`;
    const names = `${header.trim()}${",y".repeat(1_000)}\n`;
    expect((await read(names + wide.repeat(100))).lines).toHaveLength(100);
    expect(await fieldsOf(names + wide, [2, 0])).toEqual([["1", "a"]]);
    const members = noise(9_000).map((name) => `"${name}":1`);
    const objects = `{"barcode":"a",${members.join(",")}}\n{}\n{"barcode":"b",${members.join(",")}}\n`;
    expect(await fieldsOf(objects, [0])).toEqual([["a"], [], ["b"]]);
    const cells = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'.repeat(3);
    expect(await fieldsOf(sheetOf(cells), [0, 1])).toEqual([
      ["1", ""],
      ["1", ""],
      ["1", ""],
    ]);
  });

  test.each([
    ["blank lines of CSV", `${header}${"\n".repeat(5_000_010)}`],
    ["blank lines of NDJSON", `{"barcode":"a","price":1,"quantity":1}\n${"\n".repeat(5_000_010)}`],
    ["blank elements of an array", `[{"barcode":"a","price":1,"quantity":1}${",".repeat(5_000_010)}]`],
  ])("of more than 5,000,000 %s is FeedTooComplex", async (_, feed) => {
    await expect(count(Buffer.from(feed))).rejects.toMatchObject({
      code: "FeedTooComplex",
      message: expect.stringContaining("5,000,000 lines"),
    });
  });

  test("counts every line: valid, rejected and blank lines, and records of several lines", async () => {
    const records = new CsvRecords({ delimiter: ",", newline: "\n" }, { record() {}, broken() {} });
    records.push(Buffer.from('a,1,1\n\n,\n"a\nb",1\n'));
    while (records.read());
    expect(records.records).toBe(4);
    const texts = new NdjsonTexts({ text() {}, broken() {} });
    texts.push(Buffer.from("{}\n\n5\n{\n"));
    expect(texts.records).toBe(4);
  });

  test("of more rows than a spreadsheet can have, including blank rows, is FeedTooComplex", async () => {
    await expect(count(sheetOf("<row/>".repeat(1_048_577)))).rejects.toMatchObject({ code: "FeedTooComplex" });
  });

  test.each([
    ["one text of many parts", `<row><c t="inlineStr"><is>${"<t>abcdefgh</t>".repeat(300_000)}</is></c></row>`],
    ["one value of many parts", `<row><c>${"<v>abcdefgh</v>".repeat(300_000)}</c></row>`],
    ["a comment that holds tags", `<!--${"<a> ".repeat(MiB)}-->`],
    ["a CDATA section that holds tags", `<row><c><v><![CDATA[${"<a> ".repeat(MiB)}]]></v></c></row>`],
    ["a processing instruction", `<?x ${"<a> ".repeat(MiB)}?>`],
  ])("of a sheet with %s of more than 2 MiB is refused", async (_, rows) => {
    await expect(count(sheetOf(rows))).rejects.toMatchObject({ code: "PayloadTooLarge" });
  });

  test("with a long text in many cells is FeedTooComplex", async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(300);
    const rows = `<row>${cells}</row>`.repeat(10);
    const sheet = `<sheetData><row><c t="inlineStr"><is><t>barcode</t></is></c></row>${rows}</sheetData>`;
    const feed = makeZip({
      "_rels/.rels": "<Relationships/>",
      "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet r:id="s"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="s" Type="/worksheet" Target="s.xml"/><Relationship Id="t" Type="/sharedStrings" Target="t.xml"/></Relationships>',
      "xl/s.xml": `<worksheet>${sheet}</worksheet>`,
      "xl/t.xml": `<sst><si><t>${" ".repeat(MiB)}</t></si></sst>`,
    });
    await expect(fieldsOf(feed, [0])).rejects.toMatchObject({ code: "FeedTooComplex" });
  });

  test("of values nested deeper than the stack has rejected lines", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const feed = `{"barcode":"a","price":1,"quantity":1}\n{"barcode":${deep},"price":1,"quantity":1}\n`;
    expect((await read(feed)).lines).toMatchObject(["1 a 100 1000", expect.stringContaining("2 barcode_too_long")]);
  });
});

describe("gzip", () => {
  test("is found by its bytes, and around a workbook", async () => {
    for (const bytes of [gzipSync(`${header}a,1,1\n`), gzipSync(book(["a", "1", "1"]))]) {
      expect((await read(bytes)).lines).toEqual(["2 a 100 1000"]);
    }
  });

  test("is unpacked once: gzip within gzip is refused with the correction", async () => {
    const csv = gzipSync(`${header}a,1,1\n`);
    for (const bytes of [gzipSync(csv), gzipSync(gzipSync(csv))]) {
      await expect(read(bytes)).rejects.toMatchObject({
        code: "UnrecognisedFeed",
        message: expect.stringContaining("Compress the file once"),
      });
    }
  });

  test("that unpacks to more than the limit is PayloadTooLarge", async () => {
    const bytes = gzipSync(Buffer.from(Array.from({ length: 3 * MiB }, (_, n) => (n * 2_654_435_761) >>> 20)));
    await expect(read(bytes, 2 * MiB)).rejects.toMatchObject({ code: "PayloadTooLarge" });
  });

  test("that unpacks to more than 1 MiB and 100 times its size is FeedTooComplex, and the error names the limit", async () => {
    const repeated = (bytes: number) => gzipSync(header + "a,1,1\n".repeat(bytes / 6));
    expect((await read(repeated(MiB - 100))).lines).toHaveLength(174_746);
    await expect(read(repeated(2 * MiB))).rejects.toMatchObject({
      code: "FeedTooComplex",
      message: expect.stringContaining("100 times"),
    });
    const bomb = book(["a", "1", { raw: "<c/>".repeat(2 * MiB) }]);
    await expect(read(bomb)).rejects.toMatchObject({ code: "FeedTooComplex" });
  });

  test("that is broken or cut off is MalformedRequest", async () => {
    const packed = gzipSync(`${header}${"a,1,1\n".repeat(50)}`);
    const flipped = Buffer.from(packed);
    flipped.writeUInt8(packed.readUInt8(20) ^ 0xff, 20);
    for (const bytes of [packed.subarray(0, -1), packed.subarray(0, 2), flipped]) {
      await expect(read(bytes)).rejects.toMatchObject({ code: "MalformedRequest" });
    }
  });
});

test.each([
  ["89504e470d0a1a0a0000000d49484452", "PNG"],
  ["ffd8ffe000104a464946", "JPEG"],
  ["255044462d312e37", "PDF"],
])("a file that starts with %s is refused as %s", async (bytes, what) => {
  await expect(read(Buffer.from(bytes, "hex"))).rejects.toMatchObject({
    code: "UnrecognisedFeed",
    message: expect.stringContaining(what),
  });
});
