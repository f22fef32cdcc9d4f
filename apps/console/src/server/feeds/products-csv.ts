import type { ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { csvLine } from "./csv-line.ts";
import { streamOf } from "./stream-of.ts";

const header = csvLine(["Barcode", "Title", "Price", "Currency", "Quantity", "Status", "Stores", "Hidden in"]);

async function* linesOf(products: AsyncIterable<ProductSummary[]>): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 by this mark.
  yield Buffer.from(`\uFEFF${header}`);
  for await (const part of products) {
    const lines = part.map(({ barcode, title, price, currency, quantity, status, stores, hiddenIn }) =>
      csvLine([barcode, title, price, currency, quantity, status, stores, hiddenIn]),
    );
    yield Buffer.from(lines.join(""));
  }
}

/** Products as CSV, part by part. */
export function productsCsv(products: AsyncIterable<ProductSummary[]>): ReadableStream<Uint8Array> {
  return streamOf(linesOf(products));
}
