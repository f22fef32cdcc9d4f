import type { createCaller } from "@highstreet/router";
import { csvLine } from "./csv-line.ts";
import { streamOf } from "./stream-of.ts";

interface Ids {
  retailerId: string;
  storeId: string;
  ingestId: string;
}

const header = csvLine(["Line", "Column", "Value", "Problem"]);

/** The rejected lines of an ingest as CSV, page by page, so that memory stays small. */
export function rejectionsCsv(api: ReturnType<typeof createCaller>, ids: Ids): ReadableStream<Uint8Array> {
  return streamOf(pagesOf(api, ids));
}

async function* pagesOf(api: ReturnType<typeof createCaller>, ids: Ids): AsyncGenerator<Uint8Array> {
  // Excel recognises UTF-8 by this mark.
  yield Buffer.from(`\uFEFF${header}`);
  let after: string | undefined;
  do {
    const page = await api.inventory.listRejections({ ...ids, page: { size: 100, after } });
    const lines = page.data.map(({ line, field, value, message }) => csvLine([line, field, value, message]));
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
