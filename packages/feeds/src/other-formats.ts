import type { FeedBytes } from "./feed.ts";
import { type FeedError, fileWithPassword, notATable, otherFormat } from "./feed-error.ts";
import type { Zip } from "./xlsx/open-zip.ts";

const others: [magic: RegExp | string, what: string][] = [
  [/^\x89PNG/s, "a picture (PNG)"],
  [/^\xff\xd8\xff/s, "a picture (JPEG)"],
  [/^GIF8/s, "a picture (GIF)"],
  [/^RIFF....WEBP/s, "a picture (WebP)"],
  [/^BM.{4}\0{4}/s, "a picture (BMP)"],
  [/^....ftyp(?:heic|heix|mif1|avif)/s, "a picture"],
  [/^(?:II\*\0|MM\0\*)/s, "a picture (TIFF)"],
  [/^%PDF-/s, "a PDF document"],
  [/^\{\\rtf/s, "a text document (RTF)"],
  [/^MIME-Version:/i, "a web archive (HTML)"],
  ["Rar!\x1a", "an archive (RAR)"],
  ["7z\xbc\xaf", "an archive (7z)"],
  ["\x1f\x8b", "a gzip file within a ZIP file"],
  ["PK\x03\x04", "a workbook or ZIP file within a ZIP file"],
];

/** The first bytes of old Office files: OLE, then sheets without it, of Excel 2, 3, 4, 5 and 97. Some tills write them. */
const oldExcel = ["\xd0\xcf\x11\xe0", "\t\0\x04\0", "\t\x02\x06\0", "\t\x04\x06\0", "\t\x08\x08\0", "\t\x08\x10\0"];

export async function otherThanText(bytes: FeedBytes): Promise<FeedError | undefined> {
  const start = Buffer.from(await bytes.read(0, 64)).toString("latin1");
  if (oldExcel.some((magic) => start.startsWith(magic))) {
    return (await hasPassword(bytes)) ? fileWithPassword("workbook") : otherFormat("an Excel 97–2003 workbook (.xls)");
  }
  const other = others.find(([magic]) => (typeof magic === "string" ? start.startsWith(magic) : magic.test(start)));
  return other && notATable(other[1]);
}

/** Whether an OLE file holds an encrypted workbook. Its directory has the names of its streams in UTF-16. */
async function hasPassword(bytes: FeedBytes): Promise<boolean> {
  const header = Buffer.alloc(64);
  header.set(await bytes.read(0, header.length));
  const sector = header.readUInt16LE(30) === 12 ? 4_096 : 512;
  const directory = (header.readUInt32LE(48) + 1) * sector;
  const names = await bytes.read(Math.min(directory, bytes.size), 4_096);
  return Buffer.from(names).toString("utf16le").includes("EncryptedPackage");
}

const htmlTags = ["html", "head", "body", "table", "meta", "div", "style", "title", "p", "br"];
const feedTags = ["rss", "feed", "channel", "rdf"];

export function markup(text: string): FeedError | undefined {
  if (!/^\s*<[?!]/.test(text) && !text.includes("</") && !text.includes("/>")) return undefined;
  if (text.includes("urn:schemas-microsoft-com:office:spreadsheet")) return otherFormat("an Excel 2003 XML workbook");
  if (text.includes("urn:oasis:names:tc:opendocument")) return otherFormat("an OpenDocument spreadsheet (.fods)");
  const root = /<(?:[a-z]\w{0,20}:)?([a-z]\w{0,20})/i.exec(text)?.[1]?.toLowerCase() ?? "";
  if (htmlTags.includes(root)) return otherFormat("HTML, the format of web pages, although its name may end in .xls");
  if (feedTags.includes(root)) return notATable("a product feed in XML");
  return otherFormat("XML");
}

export function otherPackage({ has, names }: Zip): FeedError | undefined {
  if (has("mimetype") && has("content.xml")) return otherFormat("an OpenDocument spreadsheet (.ods)");
  if (has("xl/workbook.bin")) return otherFormat("a binary Excel workbook (.xlsb)");
  if (has("Index.zip") || names.some((name) => name.endsWith(".iwa"))) return otherFormat("a Numbers spreadsheet");
  if (has("word/document.xml")) return notATable("a Word document");
  return has("ppt/presentation.xml") ? notATable("a presentation") : undefined;
}
