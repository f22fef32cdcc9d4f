import type { FeedBytes } from "../feed.ts";
import {
  addColumn,
  type ColumnMapping,
  type Columns,
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
import type { FeedHeader } from "./open-stock-feed.ts";
import { resultOf, unpackedSize } from "./open-stock-feed.ts";
import { KEPT_REJECTIONS, type RejectionRow } from "./stock-batch.ts";

/** Valid lines of a feed of product data as rows for COPY, and its rejected lines. */
export interface ProductBatch {
  /** COPY's text format, for the columns in `productRowColumns`. */
  rows: Uint8Array;
  /** Number of all rejected lines. */
  rejected: number;
  /** Details of the feed's first 10,000 rejected lines. */
  rejections: [line: number, ...RejectionRow][];
}

/** Maximum characters and rejections of a batch. */
const LONGEST = 1 << 18;
const REJECTIONS = 512;

class ProductBatches {
  readonly #columns: Columns<ProductField>;
  #rows = "";
  #rejected = 0;
  #kept = 0;
  #rejections: ProductBatch["rejections"] = [];

  constructor(columns: Columns<ProductField>) {
    this.#columns = columns;
  }

  add(line: number, fields: readonly string[], place: string | undefined): void {
    const { indexes, names, fallbacks } = this.#columns;
    const valuesOf = (field: ProductField) => (indexes.get(field) ?? []).map((index) => fields[index] ?? "");
    const read = placed(readProductLine(valuesOf, [names.barcode ?? "", ...(fallbacks.barcode ?? [])]), place);
    if ("code" in read) this.reject(line, [read.field, read.code, read.message, read.value]);
    else this.#rows += productRow(line, read);
  }

  reject(line: number, row: RejectionRow): void {
    this.#rejected++;
    if (this.#kept++ < KEPT_REJECTIONS) this.#rejections.push([line, ...row]);
  }

  get isFull(): boolean {
    return this.#rows.length >= LONGEST || this.#rejections.length >= REJECTIONS;
  }

  take(): ProductBatch {
    const batch = { rows: Buffer.from(this.#rows), rejected: this.#rejected, rejections: this.#rejections };
    this.#rows = "";
    this.#rejected = 0;
    this.#rejections = [];
    return batch;
  }
}

/** @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
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
    header: { size: unpackedSize(feed) } satisfies FeedHeader,
    read: async (send) => {
      const batches = new ProductBatches(columns);
      for await (const records of readRecords(feed, { positions: columns.positions, wants })) {
        for (const { line, fields, broken, place } of records) {
          if (broken) batches.reject(line, [broken.field, broken.code, broken.message, broken.value]);
          else batches.add(line, fields, place);
          if (batches.isFull) await send(batches.take());
        }
      }
      await send(batches.take());
      return resultOf(feed, columns);
    },
  };
}
