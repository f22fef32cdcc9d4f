import { decodeHTMLStrict } from "entities";
import sanitizeHtml from "sanitize-html";
import { listOf } from "../json/json-records.ts";
import { isStorable, normalizedUrl } from "../text.ts";
import { itemKeyOf, readBarcode } from "./barcode.ts";
import type { productNames, storeProductNames } from "./column-names.ts";
import { type LineRejection, shown } from "./feed-line.ts";
import { type Condition, readCondition } from "./read-condition.ts";
import { type RejectedLine, rejectedBarcode } from "./stock-line.ts";

export type ProductField = keyof typeof productNames;
export type StoreProductField = keyof typeof storeProductNames;

/** null keeps the stored value. */
export interface ProductLine {
  itemKey: string;
  exactKey?: string;
  title: string | null;
  description: string | null;
  brand: string | null;
  images: string[] | null;
  category: string | null;
  color: string | null;
  size: string | null;
  groupId: string | null;
  condition: Condition | null;
}

const MAX_IMAGES = 10;
const MAX_PARTS = 100;

const longest = {
  title: 500,
  description: 20_000,
  brand: 200,
  category: 500,
  color: 100,
  size: 100,
  groupId: 200,
} as const;

type TextField = keyof typeof longest;

function readText(field: TextField, text: string): string | null | LineRejection {
  const max = longest[field];
  const reject = (code: string, message: string) => ({ field, code, message, value: shown(text) });
  if (text === "") return null;
  if (text.length > max) return reject("text_too_long", `The ${field} has more than ${max} characters.`);
  if (!isStorable(text)) return reject("invalid_text", `The ${field} is not plain text.`);
  // A shop's export can write the texts of its pages: `Salt &amp; Pepper`.
  return field === "description" ? cleanDescription(text) || null : decodeHTMLStrict(text);
}

/** null for no image. */
function readImages(cells: readonly string[]): string[] | null | LineRejection {
  // Blank parts count too, so that a cell of megabytes costs no more than a short cell.
  const given = cells
    .flatMap((cell) => listOf(cell) ?? cell.split("|", MAX_PARTS))
    .map((url) => url.trim())
    .filter(Boolean)
    .slice(0, MAX_IMAGES);
  const images: string[] = [];
  for (const text of given) {
    const url = normalizedUrl(text, ["http", "https"]);
    if (url === undefined) {
      const message = "An image must be an http or https URL.";
      return { field: "image", code: "invalid_image", message, value: shown(text) };
    }
    images.push(url);
  }
  return images.length ? images : null;
}

function isRejection<Value>(read: Value | LineRejection): read is LineRejection {
  return typeof read === "object" && read !== null && "code" in read;
}

/** `names`: the columns with a barcode. */
export function readProductLine(
  values: (field: ProductField) => string[],
  names: readonly string[] = [],
): ProductLine | RejectedLine {
  const one = (field: ProductField): string => values(field)[0]?.trim() ?? "";
  const barcodes = values("barcode");
  const filled = barcodes.findIndex((value) => value.trim() !== "");
  const place = { isCell: true, name: () => names[filled] ?? "" };
  const { barcode, ...exact } = readBarcode(barcodes[filled] ?? "", place);
  const bad = rejectedBarcode(barcode);
  if (bad) return bad;

  const condition = readCondition(one("condition"));
  if (isRejection(condition)) return { barcode, ...condition };
  const line: ProductLine = {
    itemKey: itemKeyOf(barcode),
    ...exact,
    title: null,
    description: null,
    brand: null,
    images: null,
    category: null,
    color: null,
    size: null,
    groupId: null,
    condition,
  };
  for (const field of Object.keys(longest) as TextField[]) {
    const read = readText(field, one(field));
    if (isRejection(read)) return { barcode, ...read };
    line[field] = read;
  }
  const images = readImages(values("image"));
  if (isRejection(images)) return { barcode, ...images };
  line.images = images;
  return line;
}

export type StoreProduct = Pick<ProductLine, "title" | "brand" | "images" | "category">;

/**
 * Reads the product data of a stock line by the rules of a product line. A wrong value is dropped, and the line stays valid.
 * @param values each field's columns; of several columns for a text, the first one with a value counts
 * @returns undefined for a line without product data
 */
export function readStoreProduct(
  values: (field: StoreProductField) => readonly string[],
  drop: (rejection: LineRejection) => void,
): StoreProduct | undefined {
  const kept = <Value>(read: Value | LineRejection): Value | null => {
    if (!isRejection(read)) return read;
    drop(read);
    return null;
  };
  const text = (field: "title" | "brand" | "category"): string | null =>
    kept(
      readText(
        field,
        values(field)
          .find((value) => value.trim() !== "")
          ?.trim() ?? "",
      ),
    );
  const texts = { title: text("title"), brand: text("brand"), category: text("category") };
  const read = { ...texts, images: kept(readImages(values("image"))) };
  return Object.values(read).some((value) => value !== null) ? read : undefined;
}

const basicHtml = {
  allowedTags: ["b", "i", "em", "strong", "p", "br", "ul", "ol", "li"],
  allowedAttributes: {},
} satisfies sanitizeHtml.IOptions;

/** Reduces a description to basic HTML. Other tags are removed and their text stays. Scripts and styles are removed whole. */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, basicHtml).trim();
}
