export type StockStatus = "in_stock" | "low_stock" | "out_of_stock";

const words: Record<StockStatus, string> = {
  in_stock: "instock",
  low_stock: "lowstock limitedstock limitedavailability",
  // A customer cannot take these home: pieces that are only shown, or that come later.
  out_of_stock: `outofstock temporarilyoutofstock soldout unavailable discontinued ondisplaytoorder availablefororder
    preorder presale backorder onbackorder`,
};
const statuses = new Map(
  Object.entries(words).flatMap(([status, known]) =>
    known.split(/\s+/).map((word) => [word, status as StockStatus] as const),
  ),
);
const MAX_LENGTH = 100;

/**
 * The status that a word of availability means, such as `in_stock`, `Limited availability` or `https://schema.org/InStock`. Case,
 * blanks, `_` and hyphens do not count.
 * Source: Google's specifications of local inventory and of products, schema.org ItemAvailability, WooCommerce's `stock_status`.
 */
export function readAvailability(text: string): StockStatus | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const word = text.toLowerCase().replace(/[\s_-]/g, "");
  return statuses.get(word.replace(/^https?:\/\/schema\.org\//, ""));
}

/** Whether both say that the item is in stock, or that it is not. @param thousandths the quantity */
export const agrees = (status: StockStatus, thousandths: number): boolean =>
  (status === "out_of_stock") === thousandths <= 0;
