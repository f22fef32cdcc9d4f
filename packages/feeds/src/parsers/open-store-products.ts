import type { FeedBytes } from "../feed.ts";
import { FeedError } from "../feed-error.ts";
import { DroppedCounts, type DroppedValues } from "../lines/dropped-values.ts";
import { itemKeyOf } from "../lines/item-key.ts";
import { readStoreProduct } from "../lines/product-line.ts";
import { storeProductRow } from "../lines/product-row.ts";
import { readStockHeader, type StockOptions } from "../read-stock.ts";
import { readWholeLines, valuesOf } from "../read-stock-lines.ts";
import type { ReadableFeed } from "./messages.ts";
import { type FeedResult, stockResultOf } from "./open-stock-feed.ts";

/** The facts about the product data of a stock feed after all of it is read. */
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
      /** The first line after the sent ones. */
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
