import { AsyncLocalStorage } from "node:async_hooks";
import type { createCaller } from "@highstreet/router";
import type { ExportedProduct } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { csvLine } from "@highstreet/router/kernel/csv.schema.ts";
import { rejectionWords } from "../../ui/server-words/server-words.ts";

/** A stream of parts that are made one by one, as the receiver takes them. */
function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  // The texts have the language of the request, also when the receiver takes a part later.
  const inRequest = AsyncLocalStorage.snapshot();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await inRequest(() => parts.next());
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void parts.return(undefined),
  });
}

const productHeader = csvLine([
  "Barcode",
  "Title",
  "Brand",
  "Description",
  "Hidden",
  "Channels",
  "Search title",
  "Search description",
  "Search image",
  "Price",
  "Currency",
  "Quantity",
  "Status",
  "Stores",
  "Hidden in",
]);

async function* linesOf(products: AsyncIterable<ExportedProduct[]>): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 by this mark.
  yield Buffer.from(`\uFEFF${productHeader}`);
  for await (const part of products) {
    const lines = part.map(({ barcode, cells, price, currency, quantity, status, stores, hiddenIn }) => {
      const { title, brand, description, hidden, channels, searchTitle, searchDescription, searchImage } = cells;
      const search = [searchTitle, searchDescription, searchImage];
      const edits = [barcode, title, brand, description, hidden, channels, ...search];
      return csvLine([...edits, price, currency, quantity, status, stores, hiddenIn]);
    });
    yield Buffer.from(lines.join(""));
  }
}

/** Products as CSV, part by part. An import of edits reads the columns up to `Search image` again. */
export function productsCsv(products: AsyncIterable<ExportedProduct[]>): ReadableStream<Uint8Array> {
  return streamOf(linesOf(products));
}

interface Ids {
  retailerId: string;
  storeId: string;
  ingestId: string;
}

const rejectionHeader = csvLine(["Line", "Column", "Value", "Problem"]);

/** The rejected lines of an ingest as CSV, page by page, so that memory stays small. */
export function rejectionsCsv(api: ReturnType<typeof createCaller>, ids: Ids): ReadableStream<Uint8Array> {
  return streamOf(pagesOf(api, ids));
}

async function* pagesOf(api: ReturnType<typeof createCaller>, ids: Ids): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 by this mark.
  yield Buffer.from(`\uFEFF${rejectionHeader}`);
  let after: string | undefined;
  do {
    const page = await api.inventory.listRejections({ ...ids, page: { size: 100, after } });
    const lines = page.data.map(({ line, field, value, ...why }) => csvLine([line, field, value, rejectionWords(why)]));
    yield Buffer.from(lines.join(""));
    after = page.next ?? undefined;
  } while (after);
}

/** The name of the file, with the day of the ingest in the store's time zone. */
export function rejectionsName(createdAt: string, timeZone: string): string {
  // Swedish dates have the format of ISO 8601.
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(createdAt));
  return `rejected-lines-${day}.csv`;
}
