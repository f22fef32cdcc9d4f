import type { PgTx, SqlTx } from "@highstreet/db";
import { type Copy, openCopy } from "../../../kernel/copy.ts";
import { openStageSql, stageColumns, stageLinesSql } from "../stock.sql.ts";

/** Makes the stage of the transaction. */
export async function openStage(tx: SqlTx): Promise<void> {
  await tx.query(openStageSql);
}

/**
 * - `line`: a valid line. A null keeps the value of the item.
 * - `seen`: a rejected line with a readable barcode. Its item counts as named and keeps its values.
 * - `absent`: an item that the feed leaves out. A quantity is its new quantity.
 */
export type StageKind = "line" | "seen" | "absent";

const kinds = { line: 108, seen: 115, absent: 97 } as const satisfies Record<StageKind, number>;
const [TAB, NEWLINE, BACKSLASH, DOT, MINUS, ZERO] = [9, 10, 92, 46, 45, 48] as const;
/** Bytes that COPY writes as a backslash and a letter. */
const escapes: (number | undefined)[] = Object.assign(new Array(256), { 9: 116, 10: 110, 13: 114, 92: 92 });
/** Every row is shorter, because a barcode has at most 64 characters. */
const LONGEST_ROW = 2_048;

/** A buffer of rows for `stock_stage`, in the text format of COPY. */
class StageRows {
  #bytes = Buffer.allocUnsafe(1 << 16);
  length = 0;

  /** Begins a row. Its fields follow in order. */
  begin(line: number, kind: StageKind): void {
    if (this.length + LONGEST_ROW > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    }
    this.#digits(line, 0);
    this.#bytes[this.length++] = TAB;
    this.#bytes[this.length++] = kinds[kind];
  }

  /** @param zeros number of zeros to put before it @param end 0: null */
  bytes(bytes: Uint8Array, start: number, end: number, zeros = 0): void {
    this.#bytes[this.length++] = TAB;
    if (end === 0) this.#null();
    for (let zero = 0; zero < zeros; zero++) this.#bytes[this.length++] = ZERO;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      const letter = escapes[byte];
      if (letter !== undefined) this.#bytes[this.length++] = BACKSLASH;
      this.#bytes[this.length++] = letter ?? byte;
    }
  }

  /** An integer as a decimal with `places` decimal places. */
  decimal(value: number | null, places: number): void {
    this.#bytes[this.length++] = TAB;
    if (value === null) {
      this.#null();
      return;
    }
    if (value < 0) this.#bytes[this.length++] = MINUS;
    this.#digits(Math.abs(value), places);
  }

  /** A word that needs no escaping, such as a currency. */
  word(word: string | null): void {
    this.#bytes[this.length++] = TAB;
    if (word === null) this.#null();
    else for (let at = 0; at < word.length; at++) this.#bytes[this.length++] = word.charCodeAt(at);
  }

  end(): void {
    this.#bytes[this.length++] = NEWLINE;
  }

  /** Returns all rows and removes them. */
  take(): Uint8Array {
    const rows = this.#bytes.subarray(0, this.length);
    this.#bytes = Buffer.allocUnsafe(1 << 16);
    this.length = 0;
    return rows;
  }

  #null(): void {
    this.#bytes[this.length++] = BACKSLASH;
    this.#bytes[this.length++] = 78;
  }

  #digits(value: number, places: number): void {
    let digits = 1;
    for (let bound = 10; value >= bound; bound *= 10) digits++;
    digits = Math.max(digits, places + 1);
    const end = this.length + digits + (places > 0 ? 1 : 0);
    let rest = value;
    for (let at = end - 1, place = 0; at >= this.length; at--, place++) {
      if (place === places && places > 0) this.#bytes[at--] = DOT;
      const next = Math.floor(rest / 10);
      this.#bytes[at] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.length = end;
  }
}

/** A row of `stock_stage`. Its quantity and price are decimals. */
export interface StagedLine {
  line: number;
  kind: StageKind;
  itemKey: string;
  barcode: string | null;
  price: string | null;
  quantity: string | null;
  currency: string | null;
  condition: string | null;
}

/** Stages few rows. Does not wait for the statement. */
export function stageLines(tx: SqlTx, lines: readonly StagedLine[]): void {
  tx.send(stageLinesSql, [
    lines.map(({ line }) => line),
    lines.map(({ kind }) => kind[0]),
    lines.map(({ itemKey }) => itemKey),
    lines.map(({ barcode }) => barcode),
    lines.map(({ price }) => price),
    lines.map(({ quantity }) => quantity),
    lines.map(({ currency }) => currency),
    lines.map(({ condition }) => condition),
  ]);
}

/** The values of a line. A null keeps the value of the item. */
export interface StagedValues {
  pence: number | null;
  thousandths: number | null;
  currency: string | null;
  condition: string | null;
}

/** Writes rows of `stock_stage`. COPY starts with the first row, so a feed without changes sends nothing. */
export class Stage {
  rows = 0;
  readonly #tx: PgTx;
  readonly #rows = new StageRows();
  #copy: Copy | undefined;

  constructor(tx: PgTx) {
    this.#tx = tx;
  }

  /** @param zeros number of leading zeros of the barcode that its key does not have */
  line(line: number, key: Uint8Array, start: number, end: number, zeros: number, values: StagedValues): void {
    this.#row("line", line, key, start, end);
    this.#rows.bytes(key, start, zeros ? end : 0, zeros);
    this.#rows.decimal(values.pence, 2);
    this.#rows.decimal(values.thousandths, 3);
    this.#rows.word(values.currency);
    this.#rows.word(values.condition);
    this.#rows.end();
  }

  /** @param goesOutOfStock whether its new quantity is 0 */
  item(kind: "seen" | "absent", key: Uint8Array, start: number, end: number, goesOutOfStock = false): void {
    this.#row(kind, 0, key, start, end);
    this.#rows.bytes(key, 0, 0);
    this.#rows.decimal(null, 2);
    this.#rows.decimal(goesOutOfStock ? 0 : null, 3);
    this.#rows.word(null);
    this.#rows.word(null);
    this.#rows.end();
  }

  #row(kind: StageKind, line: number, key: Uint8Array, start: number, end: number): void {
    this.rows++;
    this.#rows.begin(line, kind);
    this.#rows.bytes(key, start, end);
  }

  /** Sends the rows so far. Wait for it between pieces, because the server can be slower. */
  async flush(): Promise<void> {
    if (!this.#rows.length) return;
    this.#copy ??= openCopy(this.#tx, stageColumns);
    await this.#copy.write(this.#rows.take());
  }

  /** Sends the last rows and frees the connection for statements. More rows can follow. */
  async close(): Promise<void> {
    await this.flush();
    await this.#copy?.end();
    this.#copy = undefined;
  }
}
