import type { ProductLine, StoreProduct } from "./product-line.ts";

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\t\n\r]/g, (char) => escapes[char] ?? char) : text;

export function copyText(values: (string | null)[]): string {
  let row = "";
  for (const value of values) row += `${row === "" ? "" : "\t"}${value === null ? "\\N" : escaped(value)}`;
  return `${row}\n`;
}

export const productRowColumns =
  "line, item_key, title, description, brand, images, category, color, size, group_id, condition, exact_key";

const arrayText = (values: string[] | null): string | null =>
  values && `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

export function productRow(line: number, product: ProductLine): string {
  const { itemKey, title, description, brand, images, category, color, size, groupId, condition } = product;
  const texts = [itemKey, title, description, brand, arrayText(images), category, color, size, groupId, condition];
  return copyText([String(line), ...texts, product.exactKey ?? null]);
}

export const storeProductRowColumns = "line, item_key, title, brand, images, category, exact_key";

export function storeProductRow(
  line: number,
  itemKey: string,
  { title, brand, images, category }: StoreProduct,
  exactKey: string | null = null,
): string {
  return copyText([String(line), itemKey, title, brand, arrayText(images), category, exactKey]);
}
