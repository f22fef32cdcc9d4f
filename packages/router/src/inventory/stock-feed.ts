import type { Spool } from "../spool.ts";
import { type Columns, findColumns, stockColumns, unrecognisedFeed } from "./feed-columns.ts";
import { type FeedHeader, readHeader, readLines } from "./read-feed.ts";
import type { Rejections } from "./record-ingest.ts";
import { type RawStockLine, type RejectedLine, readStockLine, type StockField, stockFields } from "./stock-line.ts";
import { stagedLine, stagedRejection } from "./stock-stage.ts";

/** A stock feed whose header was understood. */
export interface StockFeed {
  header: FeedHeader;
  columns: Columns<StockField>;
}

/** @throws UnrecognisedFeed when a required column is missing */
export async function readStockHeader(feed: Spool): Promise<StockFeed> {
  const header = await readHeader(feed);
  const columns = findColumns<StockField>(header.names, stockColumns);
  const missing = (["barcode", "price", "quantity"] as const).filter((field) => !columns.indexes.has(field));
  if (missing.length) throw unrecognisedFeed(header.names, missing, stockColumns);
  return { header, columns };
}

function tooManyColumns(itemKey: string | null, fields: string[], header: FeedHeader): RejectedLine {
  const message = `The line has ${fields.length} columns, the header ${header.names.length}; quote a text that holds the delimiter.`;
  return { itemKey, field: null, code: "too_many_columns", message, value: null };
}

/** Turns the lines of a stock feed into rows of `stock_stage`; what is not taken goes to `rejections`. */
export function stageLines(
  feed: Spool,
  { header, columns }: StockFeed,
  rejections: Rejections,
): AsyncGenerator<string> {
  const rules = { commas: header.delimiter === ";", partial: false };
  const places = stockFields.flatMap((field) => (columns.indexes.get(field) ?? []).map((index) => ({ field, index })));
  return readLines(feed, header, {
    row(line, fields) {
      const raw: RawStockLine = {};
      for (const { field, index } of places) raw[field] = fields[index] ?? "";
      const read = readStockLine(raw, rules);
      const taken = fields.length > header.names.length ? tooManyColumns(read.itemKey, fields, header) : read;
      if (!("code" in taken)) return stagedLine(line, taken);
      const { itemKey: _itemKey, ...rejection } = taken;
      rejections.add({ line, ...rejection });
      return stagedRejection(line, taken);
    },
    unclosed(line, text) {
      const message = "A quote is opened in this line and never closed.";
      rejections.add({
        line,
        field: null,
        code: "unclosed_quote",
        message,
        value: text.slice(0, 200).replaceAll("\0", "\u2400"),
      });
      return "";
    },
  });
}
