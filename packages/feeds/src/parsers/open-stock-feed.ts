import type { Feed, FeedBytes } from "../feed.ts";
import { DroppedCounts, type DroppedValues } from "../lines/dropped-values.ts";
import { type Columns, ignoredColumns, storeProductColumns } from "../lines/feed-columns.ts";
import { keyOf } from "../lines/item-key.ts";
import { copyText } from "../lines/product-row.ts";
import type { Sale } from "../lines/sale-price.ts";
import type { StockLine } from "../lines/stock-line.ts";
import { readStockHeader, type StockFeed, type StockOptions } from "../read-stock.ts";
import { readStockLines } from "../read-stock-lines.ts";
import type { ReadableFeed } from "./messages.ts";
import { type Rejected, RejectedLines } from "./rejected-lines.ts";

/** Number of lines after which their number is reported. */
const LINES_EACH = 2_048;

/** The facts about a stock feed after its header is read. */
export interface StockHeader {
  /** The header has a column of product data. */
  hasProducts: boolean;
}

/** The facts about a feed after all of it is read. */
export interface FeedResult {
  /** The header's name of each field's column. */
  columns: Record<string, string>;
  /** Further columns of a field, which count for a line without a value in the first one. */
  fallbackColumns: Record<string, string[]>;
  /** Columns that no field uses. */
  ignoredColumns: string[];
  /** Sheets of a workbook that are left out, because their header is another one; at most 20. */
  ignoredSheets: string[];
}

/** The facts about a stock feed after all of it is read. A line counts as valid although a later one has the same item. */
export interface StockResult extends FeedResult, Rejected {
  validLines: number;
  inStockValidLines: number;
  /** Lines that are no products. */
  skippedLines: { otherStore: number; total: number; picture: number };
  /** Two quantities of a barcode may be of two stores, because a column of places has no known store. */
  hasPlaces: boolean;
  /** Sales that do not count. Their lines are valid. */
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

/** The columns of a stock feed, with those of its product data. */
export function stockResultOf(feed: StockFeed): FeedResult {
  const { columns, allColumns } = feed;
  // A field can have its column after the header (JSON).
  return resultOf(feed, { ...allColumns, names: { ...allColumns.names, ...columns.names } });
}

/** The columns of a row of staged stock, in order. */
export const stockRowColumns =
  "line, kind, item_key, barcode, price, quantity, currency, condition, exact_key, status, regular_price, sale_price, sale_from, sale_until";

/** An integer as a decimal with `places` decimal places. */
function decimal(value: number | null, places: number): string | null {
  if (value === null) return null;
  const digits = String(Math.abs(value)).padStart(places + 1, "0");
  return `${value < 0 ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const noSale = [null, null, null, null];

/** The values of a staged sale: both prices, start and end. */
export const saleValues = (sale?: Sale): (string | null)[] =>
  sale
    ? [
        decimal(sale.regularPence, 2),
        decimal(sale.salePence, 2),
        sale.from?.toISOString() ?? null,
        sale.until?.toISOString() ?? null,
      ]
    : noSale;

/** A valid line as a row for COPY, of the kind `l`. A null barcode is equal to the key. */
function lineRow(line: number, read: StockLine): string {
  const { barcode, pence, thousandths, currency, condition, exactKey = null, status, sale } = read;
  const key = keyOf(barcode);
  const spelled = key === barcode ? null : barcode;
  const values = [key, spelled, decimal(pence, 2), decimal(thousandths, 3), currency, condition, exactKey, status];
  return copyText([String(line), "l", ...values, ...saleValues(sale)]);
}

const isInStock = ({ thousandths, status }: StockLine): boolean =>
  status === null ? thousandths !== null && thousandths > 0 : status !== "out_of_stock";

/** A rejected line with a readable barcode as a row for COPY, of the kind `s`. Its number is negative. */
const seenRow = (line: number, barcode: string, exactKey: string | null): string =>
  copyText([String(-line), "s", keyOf(barcode), null, null, null, null, null, exactKey, null, ...noSale]);

/** Opens a stock feed. Its rows have the columns `stockRowColumns`. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex */
export async function openStockFeed(bytes: FeedBytes, options: StockOptions): Promise<ReadableFeed> {
  const feed = await readStockHeader(bytes, options);
  const hasProducts = Object.keys(storeProductColumns).some((field) => field in feed.allColumns.names);
  return {
    header: { hasProducts } satisfies StockHeader,
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
          rows += lineRow(line, read);
          if (++lines % LINES_EACH === 0) onLines(lines);
          validLines++;
          if (isInStock(read)) inStockValidLines++;
        },
        rejected(line, { barcode, exactKey = null, ...rejection }) {
          rejected.add(line, rejection);
          if (++lines % LINES_EACH === 0) onLines(lines);
          if (barcode !== null) rows += seenRow(line, barcode, exactKey);
        },
        async flush() {
          const read = rows;
          rows = "";
          if (read) await send(read);
        },
      });
      onLines(lines);
      const { skippedLines, survey } = feed;
      return {
        ...stockResultOf(feed),
        ...rejected.result,
        validLines,
        inStockValidLines,
        skippedLines,
        hasPlaces: survey.hasPlaces,
        droppedValues: dropped.all,
      } satisfies StockResult;
    },
  };
}
