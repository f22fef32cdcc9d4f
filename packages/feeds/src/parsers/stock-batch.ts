import { DroppedCounts } from "../lines/dropped-values.ts";
import type { LineRejection, StockLineSink } from "../lines/feed-line.ts";
import { itemKeyOf } from "../lines/item-key.ts";
import { copyText } from "../lines/product-row.ts";
import type { Sale } from "../lines/sale-price.ts";
import type { RejectedLine, StockLine } from "../lines/stock-line.ts";

/** Maximum characters of a batch. */
const LONGEST = 1 << 16;
/** Maximum number of rejected lines of a feed with their details. Later ones are only counted. */
export const KEPT_REJECTIONS = 10_000;

export type RejectionRow = [field: string | null, code: LineRejection["code"], message: string, value: string | null];

/** A rejected line with its number. */
export interface FeedRejection extends LineRejection {
  line: number;
}

/** The columns of a row of staged stock, in order. */
export const stockRowColumns =
  "line, kind, item_key, barcode, price, quantity, currency, condition, exact_key, status, regular_price, sale_price, sale_from, sale_until";

/** Lines of a stock feed as rows for COPY. */
export interface StockBatch {
  /** COPY's text format, for the columns in `stockRowColumns`. */
  rows: Uint8Array;
  /** Number of lines, also of those without a row. */
  lines: number;
}

/** The counts of a stock feed. A line counts as valid although a later one has the same item. */
export interface StockCounts {
  validLines: number;
  inStockValidLines: number;
  rejectedLines: number;
  /** The first 10,000 rejected lines. */
  rejections: FeedRejection[];
}

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

/**
 * Collects a feed's lines in batches. A valid line has the kind `l`. A rejected line with a readable barcode has the kind `s` and a
 * negative number. A null barcode is equal to the key.
 */
export class StockBatches implements StockLineSink, StockCounts {
  validLines = 0;
  inStockValidLines = 0;
  rejectedLines = 0;
  readonly rejections: FeedRejection[] = [];
  readonly dropped = new DroppedCounts();
  readonly #send: (batch: StockBatch) => Promise<void>;
  #rows = "";
  #lines = 0;

  constructor(send: (batch: StockBatch) => Promise<void>) {
    this.#send = send;
  }

  line(line: number, read: StockLine): void {
    const { barcode, exactKey, pence, thousandths, status, currency, condition, sale, dropped } = read;
    if (dropped) this.dropped.add(line, dropped);
    const key = itemKeyOf(barcode);
    const spelled = key === barcode ? null : barcode;
    const values = [
      key,
      spelled,
      decimal(pence, 2),
      decimal(thousandths, 3),
      currency,
      condition,
      exactKey ?? null,
      status,
    ];
    this.#rows += copyText([String(line), "l", ...values, ...saleValues(sale)]);
    this.validLines++;
    if (status === null ? thousandths !== null && thousandths > 0 : status !== "out_of_stock") this.inStockValidLines++;
    this.#lines++;
  }

  rejected(line: number, { barcode, exactKey, ...rejection }: RejectedLine): void {
    if (this.rejectedLines++ < KEPT_REJECTIONS) this.rejections.push({ line, ...rejection });
    if (barcode !== null) {
      const nothing = [null, null, null, null, null];
      this.#rows += copyText([
        String(-line),
        "s",
        itemKeyOf(barcode),
        ...nothing,
        exactKey ?? null,
        null,
        ...saleValues(),
      ]);
    }
    this.#lines++;
  }

  /** Sends a batch if it is full. */
  async flush(): Promise<void> {
    if (this.#rows.length >= LONGEST) await this.end();
  }

  /** Sends the rest. */
  async end(): Promise<void> {
    const batch = { rows: Buffer.from(this.#rows), lines: this.#lines };
    this.#rows = "";
    this.#lines = 0;
    await this.#send(batch);
  }
}
