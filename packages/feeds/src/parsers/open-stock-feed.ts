import type { Feed, FeedBytes } from "../feed.ts";
import { keyOf } from "../lines/barcode.ts";
import { type Columns, ignoredColumns, storeProductColumns } from "../lines/feed-columns.ts";
import { DroppedCounts, type DroppedValues, type Rejected, RejectedLines } from "../lines/feed-line.ts";
import { copyText } from "../lines/product-row.ts";
import type { Sale } from "../lines/sale-price.ts";
import type { StockLine } from "../lines/stock-line.ts";
import { hasPlaces, readStockHeader, type StockFeed, type StockOptions } from "../read-stock.ts";
import { readStockLines } from "../read-stock-lines.ts";
import type { ReadableFeed } from "./parser.ts";

export const LINES_EACH = 2_048;

export interface StockHeader {
  hasProducts: boolean;
}

export interface FeedResult {
  columns: Record<string, string>;
  /** For lines without a value in the first column of the field. */
  fallbackColumns: Record<string, string[]>;
  ignoredColumns: string[];
  ignoredSheets: string[];
}

/** A line counts as valid although a later one has the same item. */
export interface StockResult extends FeedResult, Rejected {
  validLines: number;
  inStockValidLines: number;
  skippedLines: { otherStore: number; total: number; picture: number };
  /** Two quantities of a barcode may be of two stores, because a column of places has no known store. */
  hasPlaces: boolean;
  /** A barcode with prices in several currencies has several prices. */
  hasCurrencies: boolean;
  droppedValues: DroppedValues[];
}

export function resultOf({ names, ignoredSheets = [] }: Feed, columns: Columns<string>): FeedResult {
  return {
    columns: columns.names,
    fallbackColumns: columns.fallbacks,
    ignoredColumns: ignoredColumns(names, columns),
    ignoredSheets,
  };
}

export function stockResultOf(feed: StockFeed): FeedResult {
  const { columns, allColumns } = feed;
  // A field can have its column after the header (JSON).
  const indexes = new Map<string, number[]>([...allColumns.indexes, ...columns.indexes]);
  return resultOf(feed, { ...allColumns, indexes, names: { ...allColumns.names, ...columns.names } });
}

export const stockRowColumns =
  "line, kind, item_key, barcode, price, quantity, currency, condition, exact_key, status, regular_price, sale_price, sale_from, sale_until, piece";

/** An integer number of units of the last of `places` decimal places as a numeric of PostgreSQL. */
const decimal = (value: number | null, places: number): string | null =>
  value === null ? null : `${value}e-${places}`;

const noSale = [null, null, null, null];

export const saleValues = (sale?: Sale): (string | null)[] =>
  sale
    ? [
        decimal(sale.regularPence, 2),
        decimal(sale.salePence, 2),
        sale.from?.toISOString() ?? null,
        sale.until?.toISOString() ?? null,
      ]
    : noSale;

/** The staged values of a valid line, of the kind `l`. A null barcode is equal to the key. */
export function lineValues(line: number, read: StockLine): (string | null)[] {
  const { barcode, pence, thousandths, currency, condition, exactKey = null, status, sale, piece = null } = read;
  const key = keyOf(barcode);
  const spelled = key === barcode ? null : barcode;
  const values = [key, spelled, decimal(pence, 2), decimal(thousandths, 3), currency, condition, exactKey, status];
  return [String(line), "l", ...values, ...saleValues(sale), piece];
}

export const isInStock = ({ thousandths, status }: StockLine): boolean =>
  status === null ? thousandths !== null && thousandths > 0 : status !== "out_of_stock";

/** The staged values of a rejected line with a readable barcode, of the kind `s`. Its number is negative. */
export function seenValues(line: number, barcode: string, exactKey: string | null): (string | null)[] {
  return [String(-line), "s", keyOf(barcode), null, null, null, null, null, exactKey, null, ...noSale, null];
}

export const hasProductColumn = ({ allColumns }: StockFeed): boolean =>
  Object.keys(storeProductColumns).some((field) => field in allColumns.names);

/** The rows have the columns `stockRowColumns`. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openStockFeed(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  const feed = await readStockHeader(bytes, options);
  return {
    header: { hasProducts: hasProductColumn(feed) } satisfies StockHeader,
    read: async (send, onLines) => {
      const rejected = new RejectedLines();
      const dropped = new DroppedCounts();
      let rows = "";
      let lines = 0;
      let validLines = 0;
      let inStockValidLines = 0;
      await readStockLines(feed, {
        line(line, read) {
          if (read.dropped) dropped.add(line, read.dropped);
          rows += copyText(lineValues(line, read));
          if (++lines % LINES_EACH === 0) onLines(lines);
          validLines++;
          if (isInStock(read)) inStockValidLines++;
        },
        rejected(line, { barcode, exactKey = null, ...rejection }) {
          rejected.add(line, rejection);
          if (++lines % LINES_EACH === 0) onLines(lines);
          if (barcode !== null) rows += copyText(seenValues(line, barcode, exactKey));
        },
        async flush() {
          const read = rows;
          rows = "";
          if (read) await send(read);
        },
      });
      onLines(lines);
      const { skippedLines } = feed;
      return {
        ...stockResultOf(feed),
        ...rejected.result,
        validLines,
        inStockValidLines,
        skippedLines,
        hasPlaces: hasPlaces(feed),
        hasCurrencies: feed.currencies.size > 1,
        droppedValues: dropped.all,
      } satisfies StockResult;
    },
  };
}
