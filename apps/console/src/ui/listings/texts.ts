import type { Listing } from "@highstreet/router/features/listings/listings.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the products on Google. */
export const texts = inLanguage("listings", {
  title: "Products on Google",
  text: "What Google has of each product of this store.",
  table: "Listings",
  noMatch: "No product matches.",
  none: "Products appear here as soon as they are sent.",
  search: "Search products",
  searchHint: "Title or barcode",
  anyStatus: "Any status",
  columns: { product: "Product", status: "Status", stock: "Stock on Google", price: "Price", sent: "Last sent" },
  notSent: "Not yet",
  sentAs: (stock: string, price: string) => `As ${stock}, ${price}`,
  stock: { in_stock: "in stock", low_stock: "low stock", out_of_stock: "out of stock" } satisfies Record<
    NonNullable<Listing["sent"]>["status"],
    string
  >,
  states: {
    waiting: "Waiting",
    sent: "Sent",
    refused: "Rejected by Google",
    disapproved: "Not approved by Google",
    withdrawn: "Removed",
    unidentified: "Needs a barcode or a title",
  } satisfies Record<Listing["state"], string>,
  meanings: {
    waiting: "It waits to be sent.",
    sent: "Google has the current stock.",
    refused: "Google rejects the product. It is sent again when it changes.",
    disapproved: "Google has the product and does not show it.",
    withdrawn: "It should no longer show. It was sent as out of stock once.",
    unidentified: "Google cannot identify it: it needs a real barcode (EAN) or a title.",
  } satisfies Record<Listing["state"], string>,
});
