import sanitizeHtml from "sanitize-html";
import { listOf } from "../json/json-members.ts";
import { isStorable, normalizedUrl } from "../text.ts";
import { cleanBarcode } from "./barcode.ts";
import type { productNames } from "./column-names.ts";
import { shown } from "./feed-line.ts";
import { itemKeyOf } from "./item-key.ts";
import { type RejectedLine, rejectedBarcode } from "./stock-line.ts";

export type ProductField = keyof typeof productNames;

/** A product's data in a line. null keeps the stored value. */
export interface ProductLine {
  itemKey: string;
  title: string | null;
  description: string | null;
  brand: string | null;
  images: string[] | null;
  category: string | null;
  color: string | null;
  size: string | null;
  groupId: string | null;
}

const MOST_IMAGES = 10;
const MOST_PARTS = 100;

const longest = {
  title: 500,
  description: 20_000,
  brand: 200,
  category: 500,
  color: 100,
  size: 100,
  groupId: 200,
} as const;

/** Applies the rules of a product line. `values`: each field's columns. */
export function readProductLine(values: (field: ProductField) => string[]): ProductLine | RejectedLine {
  const one = (field: ProductField): string => values(field)[0]?.trim() ?? "";
  const barcode = cleanBarcode(values("barcode").find((value) => value.trim() !== "") ?? "");
  const bad = rejectedBarcode(barcode);
  if (bad) return bad;
  const itemKey = itemKeyOf(barcode);
  const reject = (field: ProductField, code: string, message: string, value: string): RejectedLine => ({
    ...{ barcode, field, code, message },
    value: shown(value),
  });

  const line: ProductLine = {
    ...{ itemKey, title: null, description: null, brand: null, images: null },
    ...{ category: null, color: null, size: null, groupId: null },
  };
  for (const [field, max] of Object.entries(longest) as [keyof typeof longest, number][]) {
    const value = one(field);
    if (value === "") continue;
    if (value.length > max)
      return reject(field, "text_too_long", `The ${field} has more than ${max} characters.`, value);
    if (!isStorable(value)) return reject(field, "invalid_text", `The ${field} is not plain text.`, value);
    line[field] = field === "description" ? cleanDescription(value) || null : value;
  }
  // Blank parts count too, so that a cell of megabytes costs no more than a short cell.
  const given = values("image")
    .flatMap((cell) => listOf(cell) ?? cell.split("|", MOST_PARTS))
    .map((url) => url.trim())
    .filter(Boolean)
    .slice(0, MOST_IMAGES);
  const images: string[] = [];
  for (const text of given) {
    const url = normalizedUrl(text, ["http", "https"]);
    if (url === undefined) return reject("image", "invalid_image", "An image must be an http or https URL.", text);
    images.push(url);
  }
  if (images.length) line.images = images;
  return line;
}

const basicHtml = {
  allowedTags: ["b", "i", "em", "strong", "p", "br", "ul", "ol", "li"],
  allowedAttributes: {},
} satisfies sanitizeHtml.IOptions;

/** Reduces a description to basic HTML. Other tags are removed and their text stays. Scripts and styles are removed whole. */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, basicHtml).trim();
}
