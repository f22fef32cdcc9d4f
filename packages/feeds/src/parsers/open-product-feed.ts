import type { FeedBytes } from "../feed.ts";
import {
  addColumn,
  type ColumnMapping,
  findColumns,
  noStore,
  productColumns,
  unrecognisedFeed,
} from "../lines/feed-columns.ts";
import { placed } from "../lines/feed-line.ts";
import { type ProductField, readProductLine } from "../lines/product-line.ts";
import { productRow } from "../lines/product-row.ts";
import { COMPLETE, readHeader } from "../read-header.ts";
import { readRecords } from "../read-records.ts";
import { suggestColumns } from "../suggest-columns.ts";
import type { ReadableFeed } from "./messages.ts";
import { type FeedResult, resultOf } from "./open-stock-feed.ts";
import { type Rejected, RejectedLines } from "./rejected-lines.ts";

/** The facts about a feed of product data after all of it is read. */
export interface ProductResult extends FeedResult, Rejected {}

/** Opens a feed of product data. Its rows have the columns `productRowColumns`. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openProductFeed(
  bytes: FeedBytes,
  options: { columns?: ColumnMapping | undefined },
): Promise<ReadableFeed> {
  const rules = { ...noStore, mapping: options.columns };
  const columnsOf = (names: string[]) => findColumns<ProductField>(names, productColumns, rules);
  const feed = await readHeader(bytes, (names) => {
    const { indexes } = columnsOf(names);
    return indexes.size + (indexes.has("barcode") && indexes.size > 1 ? COMPLETE : 0);
  });
  const columns = columnsOf(feed.names);
  if (!columns.indexes.has("barcode")) {
    const suggestions = await suggestColumns(feed, ["barcode"]);
    throw unrecognisedFeed(feed.names, { missing: ["barcode"] }, feed.format, suggestions);
  }
  const wants = (name: string, index: number): boolean => addColumn(columns, productColumns, name, index);
  return {
    header: null,
    read: async (send) => {
      const rejected = new RejectedLines();
      for await (const records of readRecords(feed, { positions: columns.positions, wants })) {
        let rows = "";
        for (const { line, fields, broken, place } of records) {
          const valuesOf = (field: ProductField) =>
            (columns.indexes.get(field) ?? []).map((index) => fields?.[index] ?? "");
          const { names, fallbacks } = columns;
          const read =
            broken ?? placed(readProductLine(valuesOf, [names.barcode ?? "", ...(fallbacks.barcode ?? [])]), place);
          if ("code" in read) rejected.add(line, read);
          else rows += productRow(line, read);
        }
        if (rows) await send(rows);
      }
      return { ...resultOf(feed, columns), ...rejected.result } satisfies ProductResult;
    },
  };
}
