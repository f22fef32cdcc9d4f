import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeXlsx } from "../tests/make-xlsx.ts";
import { makeZip } from "../tests/make-zip.ts";
import { readExport } from "../tests/read-export.ts";
import { COMPLETE, readHeader } from "./read-header.ts";
import { spool } from "./receive/spool.ts";

const csv = "EAN,RRP,QOH\na,44.90,12\n";
const read = ["a 4490 12000"];
const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");

/** An OLE file with these names in its directory. */
function ole(...names: string[]): Buffer {
  const file = Buffer.alloc(512 * 4);
  file.write("d0cf11e0a1b11ae1", 0, "hex");
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [n, name] of names.entries()) file.write(name, 1_024 + n * 128, "utf16le");
  return file;
}

const cells = "<tr><td>EAN</td><td>RRP</td><td>QOH</td></tr>";
const rss = `<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><item><g:id>1</g:id></item></channel></rss>`;
const excel2003 =
  '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table/></Workbook>';
const bytesOf = (hex: string): Buffer => Buffer.from(hex.padEnd(64, "0"), "hex");

describe("a file in another format is refused, and the error names the format and the way out", () => {
  test.each<[string, string | Buffer, RegExp]>([
    [
      "an OpenDocument spreadsheet",
      makeZip({ mimetype: "application/vnd.oasis", "content.xml": "<a/>" }),
      /OpenDocument spreadsheet \(\.ods\)/,
    ],
    [
      "a flat one",
      '<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"></office:document>',
      /OpenDocument/,
    ],
    ["Excel 97", ole("Root Entry", "Workbook"), /Excel 97–2003 workbook \(\.xls\)/],
    ["a cut OLE file", bytesOf("d0cf11e0a1b11ae1").subarray(0, 8), /Excel 97–2003/],
    ["Excel 3", bytesOf("0902060000001000"), /Excel 97–2003/],
    ["a sheet of Excel 97 without OLE, as PHP writes it", bytesOf("090808000000100000000000"), /Excel 97–2003/],
    ["a workbook with a password", ole("Root Entry", "EncryptionInfo", "EncryptedPackage"), /password/],
    ["a binary workbook", makeZip({ "[Content_Types].xml": "<a/>", "xl/workbook.bin": "x" }), /\.xlsb/],
    ["Numbers", makeZip({ "Index/Document.iwa": "x", "preview.jpg": "x" }), /Numbers/],
    ["a Word document", makeZip({ "[Content_Types].xml": "<a/>", "word/document.xml": "<a/>" }), /Word/],
    ["HTML", `<html><body><table>${cells}</table></body></html>`, /HTML/],
    ["HTML with a prolog", `\uFEFF\n<!DOCTYPE html>\n<!-- x -->\n<HTML><table>${cells}</table>`, /HTML/],
    ["HTML in XML", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${cells}</html>`, /HTML/],
    ["a part of HTML", `<table>${cells}</table>`, /HTML/],
    ["HTML in UTF-16", wide(`<table>${cells}</table>`), /HTML/],
    ["a web archive", "MIME-Version: 1.0\nContent-Type: multipart/related\n", /HTML|web/],
    ["Excel 2003 XML", excel2003, /Excel 2003 XML/],
    ["an RSS feed", rss, /product feed in XML/],
    ["an Atom feed", '<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>', /product feed in XML/],
    ["other XML", '<?xml version="1.0"?>\n<stock>\n<item ean="1" price="2" qty="3"/>\n</stock>', /This is XML/],
    ["other XML without a prolog", "<stock><ean>1</ean></stock>", /This is XML/],
    ["RTF", "{\\rtf1\\ansi EAN,RRP,QOH}", /RTF/],
    ["RAR", bytesOf("526172211a0700"), /RAR/],
    ["7z", bytesOf("377abcaf271c"), /7z/],
  ])("%s", async (_, file, what) => {
    const error: unknown = await readExport(file).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "UnrecognisedFeed", message: expect.stringMatching(what) });
    expect((error as Error).message).toMatch(/XLSX or CSV|CSV or XLSX/);
  });

  test("but a CSV file with tags in its texts, or a header in angle brackets, is CSV", async () => {
    expect((await readExport("EAN,Title,RRP,QOH\na,<b>Mug</b>,44.90,12\n")).lines).toEqual(read);
    expect((await readExport(`<EAN>;<RRP>;<QOH>\na;44.90;12\n`)).lines).toEqual(read);
  });
});

describe("a ZIP file", () => {
  test.each([
    ["CSV", { "stock.csv": csv }],
    [
      "TXT, beside folders and what a Mac adds",
      { "out/": "", "out/STOCK.TXT": csv, "__MACOSX/._STOCK.TXT": "x", ".DS_Store": "x" },
    ],
    ["tabs", { "stock.tsv": csv.replaceAll(",", "\t") }],
    ["JSON", { "stock.json": '[{"EAN":"a","RRP":44.9,"QOH":12}]' }],
  ])("with one file is read as this file: %s", async (_, parts) => {
    expect((await readExport(makeZip(parts))).lines).toEqual(read);
    expect((await readExport(gzipSync(makeZip(parts)))).lines).toEqual(read);
  });

  test("is read in the encoding of the unpacked bytes", async () => {
    const head = "EAN,RRP £,QOH\né,1.00,1\n";
    for (const text of [Buffer.from(head), Buffer.from(head, "latin1"), wide(head)]) {
      expect((await readExport(makeZip({ "a.csv": text }))).lines).toEqual(["é 100 1000"]);
    }
  });

  test("with a long file has every line", async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `item ${n * 7_919},${n + 1}.00,${n % 89}`);
    const { lines: all } = await readExport(makeZip({ "a.csv": `sku,price,stock\n${lines.join("\n")}` }));
    expect(all).toHaveLength(20_000);
    expect(all.at(-1)).toBe(`item ${19_999 * 7_919} 2000000 ${(19_999 % 89) * 1_000}`);
  });

  test.each<[string, Buffer, string]>([
    [
      "several files names the first ones",
      makeZip({ "b.csv": csv, "a.csv": csv, "c.txt": csv, "d.csv": csv }),
      "4 files (b.csv, a.csv, c.txt, …)",
    ],
    [
      "a second file of another kind names both",
      makeZip({ "a.csv": csv, "read me.pdf": "x" }),
      "2 files (a.csv, read me.pdf)",
    ],
    ["no file", makeZip({ "out/": "" }), "no file"],
    ["nothing", makeZip({}), "no file"],
    ["a password", makeZip({ "a.csv": csv }, { flags: 1 }), "password"],
    ["a workbook", makeZip({ "a.xlsx": makeXlsx({ sheets: [[["EAN"]]] }) }), "within a ZIP"],
    ["gzip", makeZip({ "a.csv.gz": gzipSync(csv) }), "gzip"],
    ["a picture", makeZip({ "a.png": bytesOf("89504e470d0a1a0a") }), "PNG"],
  ])("is refused with %s", async (_, file, what) => {
    await expect(readExport(file)).rejects.toMatchObject({
      code: "UnrecognisedFeed",
      message: expect.stringContaining(what),
    });
  });

  test("has the same bounds as gzip: size, ratio, and a damaged file changes nothing", async () => {
    const large = Buffer.from(Uint8Array.from({ length: 3 << 20 }, (_, n) => (n * 2_654_435_761) >>> 20));
    await expect(readExport(makeZip({ "a.csv": large }))).rejects.toMatchObject({ code: "PayloadTooLarge" });
    async function* bomb() {
      yield makeZip({ "a.csv": `${csv}${"a,1,1\n".repeat(1_000_000)}` });
    }
    const bytes = await spool(bomb(), { limit: 64 << 20 });
    await expect(readHeader(bytes, () => COMPLETE)).rejects.toMatchObject({ code: "FeedTooComplex" });
    await bytes.close();
    const damaged = makeZip({ "a.csv": csv.repeat(50) });
    damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50);
    await expect(readExport(damaged)).rejects.toMatchObject({ code: "UnrecognisedFeed" });
  });
});
