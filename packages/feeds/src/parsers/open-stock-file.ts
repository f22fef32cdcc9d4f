import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { itemKeyOf } from "../lines/barcode.ts";
import { DroppedCounts, type DroppedValues, MAX_KEPT, type Rejected, RejectedLines } from "../lines/feed-line.ts";
import { readStoreProduct } from "../lines/product-line.ts";
import { copyText, storeProductRow } from "../lines/product-row.ts";
import { hasPlaces, readStockHeader, type StockFeed, type StockOptions } from "../read-stock.ts";
import { readWholeLines, valuesOf, type WholeLine } from "../read-stock-lines.ts";
import {
  type FeedResult,
  hasProductColumn,
  isInStock,
  LINES_EACH,
  lineValues,
  type StockResult,
  seenValues,
  stockResultOf,
  stockRowColumns,
} from "./open-stock-feed.ts";
import type { ReadableFeed } from "./parser.ts";

export interface StoreFacts
  extends Pick<StockResult, "validLines" | "inStockValidLines" | "rejectedLines" | "skippedLines" | "droppedValues"> {
  id: string;
  hasPlaces?: boolean;
  hasCurrencies?: boolean;
}

/** The facts about a file of several stores. The rejected and the skipped lines are those that no store has. */
export interface StockFileResult extends FeedResult, Rejected {
  numberOfLines: number;
  hasProducts: boolean;
  skippedLines: { total: number; picture: number };
  /** Lines that name no known store, and the first different values of their column of stores, at most 100. */
  unknownStores: { lines: number; values: string[] };
  stores: StoreFacts[];
}

/**
 * The columns of a row of a file of several stores, in order. `kind` says what `row` has as JSON: `l` the columns of staged stock, `p`
 * those of staged product data, `r` a rejected line.
 */
export const stockFileRowColumns = "retailer_id, file_id, store_id, kind, line, row";

const stockColumns = stockRowColumns.split(", ");

/** PostgreSQL reads neither of these escapes. */
const unreadable = /\\u(?:0000|d[89a-f])/i;

function rowText(row: object): string {
  const text = JSON.stringify(row);
  if (!unreadable.test(text)) return text;
  return JSON.stringify(row, (_name, value) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value,
  );
}

class StoreLines {
  readonly #dropped = new DroppedCounts();
  readonly facts: StoreFacts;

  constructor(id: string) {
    const skippedLines = { otherStore: 0, total: 0, picture: 0 };
    this.facts = { id, validLines: 0, inStockValidLines: 0, rejectedLines: 0, skippedLines, droppedValues: [] };
  }

  get all(): StoreFacts {
    return { ...this.facts, droppedValues: this.#dropped.all };
  }

  add(feed: StockFeed, { line, fields = [], read }: WholeLine, hasProducts: boolean): [kind: string, row: object][] {
    const { facts } = this;
    if ("skipped" in read) {
      facts.skippedLines[read.skipped]++;
      return [];
    }
    const staged = (values: (string | null)[]) =>
      Object.fromEntries(stockColumns.map((name, at) => [name, values[at]]).filter(([, value]) => value !== null));
    if ("code" in read) {
      const { barcode, exactKey = null, field, code, message, value } = read;
      const isKept = ++facts.rejectedLines <= MAX_KEPT;
      return [
        ...(isKept ? [["r", { line, field, code, message, value }] as [string, object]] : []),
        ...(barcode === null ? [] : [["l", staged(seenValues(line, barcode, exactKey))] as [string, object]]),
      ];
    }
    facts.validLines++;
    if (isInStock(read)) facts.inStockValidLines++;
    if (read.dropped) this.#dropped.add(line, read.dropped);
    const product = hasProducts
      ? readStoreProduct(
          (field) => valuesOf(feed, fields, field),
          (rejection) => this.#dropped.add(line, rejection),
        )
      : undefined;
    const named = { line, item_key: itemKeyOf(read.barcode), exact_key: read.exactKey };
    return [
      ["l", staged(lineValues(line, read))],
      ...(product ? [["p", { ...named, ...product }] as [string, object]] : []),
    ];
  }
}

/** The rows have the columns `stockFileRowColumns`. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openStockFile(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  const { split } = options;
  if (!split?.fileId) throw new Error("a file of several stores needs its stores and its id");
  const { retailerId, fileId } = split;
  const feed = await readStockHeader(bytes, options);
  const hasProducts = hasProductColumn(feed);
  return {
    header: null,
    read: async (send, onLines) => {
      const rejected = new RejectedLines();
      const stores = new Map<string, StoreLines>();
      let numberOfLines = 0;
      for await (const lines of readWholeLines(feed)) {
        let rows = "";
        for (const whole of lines) {
          const { line, read, store } = whole;
          if (++numberOfLines % LINES_EACH === 0) onLines(numberOfLines);
          if (store) {
            const own = stores.get(store.id) ?? new StoreLines(store.id);
            stores.set(store.id, own);
            for (const [kind, row] of own.add(feed, whole, hasProducts))
              rows += copyText([retailerId, fileId, store.id, kind, String(line), rowText(row)]);
          } else if ("skipped" in read) feed.skippedLines[read.skipped]++;
          else if ("code" in read) rejected.add(line, read);
        }
        if (rows) await send(rows);
      }
      onLines(numberOfLines);
      const { otherStore, ...skippedLines } = feed.skippedLines;
      const several = {
        ...(hasPlaces(feed) && { hasPlaces: true }),
        ...(feed.currencies.size > 1 && { hasCurrencies: true }),
      };
      return {
        ...stockResultOf(feed),
        ...rejected.result,
        numberOfLines,
        hasProducts,
        skippedLines,
        unknownStores: { lines: otherStore, values: feed.survey.unknownStores },
        stores: [...stores.values()].map(({ all }) => ({ ...all, ...several })),
      } satisfies StockFileResult;
    },
  };
}

export interface StoreProductResult extends FeedResult {
  droppedValues: DroppedValues[];
}

/** The stock of the feed is read already, so only the product data of the other lines is left out. */
function restOf(error: FeedError, line: number) {
  const message = `Product data from this line on is left out. ${error.message}`;
  return [line, { field: null, code: "too_much_work", message, value: null }] as const;
}

/**
 * Opens a stock feed for its product data. Lines that the stock rejects, and lines without product data, are left out. Its rows have the
 * columns `storeProductRowColumns`.
 * @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex
 */
export async function openStoreProducts(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  const feed = await readStockHeader(bytes, options);
  return {
    header: null,
    read: async (send) => {
      const dropped = new DroppedCounts();
      let next = 1;
      try {
        for await (const lines of readWholeLines(feed)) {
          let rows = "";
          for (const { line, fields, read } of lines) {
            if (!fields || !("barcode" in read) || "code" in read) continue;
            const product = readStoreProduct(
              (field) => valuesOf(feed, fields, field),
              (rejection) => dropped.add(line, rejection),
            );
            if (product) rows += storeProductRow(line, itemKeyOf(read.barcode), product, read.exactKey);
          }
          if (rows) await send(rows);
          next = (lines.at(-1)?.line ?? next) + 1;
        }
      } catch (error) {
        if (!(error instanceof FeedError) || error.code !== "FeedTooComplex") throw error;
        // No rows can follow: each send fails beyond the processor time.
        dropped.add(...restOf(error, next));
      }
      return { ...stockResultOf(feed), droppedValues: dropped.all } satisfies StoreProductResult;
    },
  };
}
