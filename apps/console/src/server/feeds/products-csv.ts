import type { ExportedProduct } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { csvLine } from "./csv-line.ts";
import { streamOf } from "./stream-of.ts";

const header = csvLine([
  ...["Barcode", "Title", "Brand", "Description", "Hidden", "Channels"],
  ...["Price", "Currency", "Quantity", "Status", "Stores", "Hidden in"],
]);

async function* linesOf(products: AsyncIterable<ExportedProduct[]>): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 by this mark.
  yield Buffer.from(`\uFEFF${header}`);
  for await (const part of products) {
    const lines = part.map(({ barcode, cells, price, currency, quantity, status, stores, hiddenIn }) => {
      const { title, brand, description, hidden, channels } = cells;
      const edits = [barcode, title, brand, description, hidden, channels];
      return csvLine([...edits, price, currency, quantity, status, stores, hiddenIn]);
    });
    yield Buffer.from(lines.join(""));
  }
}

/** Products as CSV, part by part. An import of edits reads the columns up to `Channels` again. */
export function productsCsv(products: AsyncIterable<ExportedProduct[]>): ReadableStream<Uint8Array> {
  return streamOf(linesOf(products));
}
