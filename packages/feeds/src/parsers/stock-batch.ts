import type { LineRejection, StockLineSink } from "../lines/feed-line.ts";
import { type Condition, conditions, LONGEST_BARCODE, type RejectedLine, type StockLine } from "../lines/stock-line.ts";

/** Maximum lines of a batch, which the service handles in a few milliseconds. */
const LINES = 2_048;
/** Maximum detailed rejections of a batch. A rejection costs more than a line. */
const REJECTIONS = 512;
/** Maximum detailed rejections of a feed. Later rejections only have their barcode. */
export const KEPT_REJECTIONS = 10_000;

const currencies = Intl.supportedValuesOf("currency");
const currencyIndexes = new Map(currencies.map((code, index) => [code, index + 1]));

/** Bits of a mark: the currency's index, the condition's, and whether the line is rejected. */
const CURRENCY = 0x3ff;
const CONDITION_SHIFT = 10;
const REJECTED = 0x8000;

export type RejectionRow = [field: string | null, code: LineRejection["code"], message: string, value: string | null];

/** Lines of a stock feed as columns of numbers and bytes, which need no object for each line. */
export interface StockBatch {
  lines: Uint32Array;
  /** All barcodes in UTF-8, without separators. A line without a barcode has no bytes. */
  barcodes: Uint8Array;
  /** The end of each barcode. */
  ends: Uint32Array;
  pence: Float64Array;
  thousandths: Float64Array;
  marks: Uint16Array;
  /** Details of the first rejected lines. Later ones only have a mark. */
  rejections: RejectionRow[];
}

/** Collects a feed's lines in batches. */
export class StockBatches implements StockLineSink {
  readonly #send: (batch: StockBatch) => Promise<void>;
  readonly #full: StockBatch[] = [];
  #count = 0;
  #lines = new Uint32Array(LINES);
  #barcodes = new Uint8Array(LINES * 16);
  #ends = new Uint32Array(LINES);
  #pence = new Float64Array(LINES);
  #thousandths = new Float64Array(LINES);
  #marks = new Uint16Array(LINES);
  #rejections: RejectionRow[] = [];
  #rejected = 0;
  #end = 0;

  constructor(send: (batch: StockBatch) => Promise<void>) {
    this.#send = send;
  }

  line(line: number, { barcode, pence, thousandths, currency, condition }: StockLine): void {
    this.#barcode(barcode);
    const at = this.#count;
    this.#pence[at] = pence ?? 0;
    this.#thousandths[at] = thousandths ?? 0;
    const currencyIndex = currency === null ? 0 : (currencyIndexes.get(currency) ?? 0);
    const conditionIndex = condition === null ? 0 : conditions.indexOf(condition) + 1;
    this.#add(line, currencyIndex | (conditionIndex << CONDITION_SHIFT));
  }

  rejected(line: number, { barcode, field, code, message, value }: RejectedLine): void {
    this.#barcode(barcode ?? "");
    if (this.#rejected++ < KEPT_REJECTIONS) this.#rejections.push([field, code, message, value]);
    this.#add(line, REJECTED);
  }

  /** Sends the batches that are full. */
  async flush(): Promise<void> {
    for (let batch = this.#full.shift(); batch; batch = this.#full.shift()) await this.#send(batch);
  }

  /** Sends the rest. */
  async end(): Promise<void> {
    if (this.#count) this.#close();
    await this.flush();
  }

  #barcode(barcode: string): void {
    if (this.#end + LONGEST_BARCODE * 3 > this.#barcodes.length) {
      const more = new Uint8Array(this.#barcodes.length * 2);
      more.set(this.#barcodes.subarray(0, this.#end));
      this.#barcodes = more;
    }
    this.#end += Buffer.from(this.#barcodes.buffer).write(barcode, this.#end);
  }

  #add(line: number, mark: number): void {
    this.#lines[this.#count] = line;
    this.#ends[this.#count] = this.#end;
    this.#marks[this.#count++] = mark;
    if (this.#count === LINES || this.#rejections.length === REJECTIONS) this.#close();
  }

  #close(): void {
    const count = this.#count;
    this.#full.push({
      lines: this.#lines.slice(0, count),
      barcodes: this.#barcodes.slice(0, this.#end),
      ends: this.#ends.slice(0, count),
      pence: this.#pence.slice(0, count),
      thousandths: this.#thousandths.slice(0, count),
      marks: this.#marks.slice(0, count),
      rejections: this.#rejections,
    });
    this.#count = 0;
    this.#end = 0;
    this.#rejections = [];
  }
}

/** A valid line of a batch. */
export interface FeedLine {
  /** The position in the file, as in `FeedRecord`. */
  line: number;
  /** The trimmed barcode in UTF-8 lies from `start` to `end`. */
  bytes: Uint8Array;
  start: number;
  end: number;
  /** Price in hundredths: an exact integer from 1 to 999,999,999,999. */
  pence: number;
  /** Quantity in thousandths: an exact integer, its magnitude at most 9,999,999,999,999. */
  thousandths: number;
  /** ISO 4217 in capitals; null if the line has no currency. */
  currency: string | null;
  condition: Condition | null;
}

/** Receives the lines of batches. */
interface BatchSink {
  /** A valid line. The object and its bytes are reused for the next line, so copy the values that you keep. */
  line(line: FeedLine): void;
  /** @param rejection undefined after the first 10,000, which are only counted */
  rejected(line: number, barcode: string | null, rejection: LineRejection | undefined): void;
}

/** Passes a batch's lines to a sink in order. */
export function handOver(batch: StockBatch, sink: BatchSink): void {
  const { lines, barcodes, ends, marks, rejections } = batch;
  const line: FeedLine = {
    ...{ line: 0, bytes: barcodes, start: 0, end: 0 },
    ...{ pence: 0, thousandths: 0, currency: null, condition: null },
  };
  let start = 0;
  let rejection = 0;
  for (let at = 0; at < lines.length; at++) {
    const [number, end, mark] = [lines[at] as number, ends[at] as number, marks[at] as number];
    if (mark & REJECTED) {
      const barcode = end > start ? Buffer.from(barcodes.buffer, barcodes.byteOffset + start, end - start) : null;
      sink.rejected(number, barcode?.toString() ?? null, rejectionOf(rejections[rejection++]));
    } else {
      line.line = number;
      line.start = start;
      line.end = end;
      line.pence = batch.pence[at] as number;
      line.thousandths = batch.thousandths[at] as number;
      line.currency = currencies[(mark & CURRENCY) - 1] ?? null;
      line.condition = conditions[((mark & ~REJECTED) >> CONDITION_SHIFT) - 1] ?? null;
      sink.line(line);
    }
    start = end;
  }
}

function rejectionOf(row: RejectionRow | undefined): LineRejection | undefined {
  if (!row) return undefined;
  const [field, code, message, value] = row;
  return { field, code, message, value };
}
