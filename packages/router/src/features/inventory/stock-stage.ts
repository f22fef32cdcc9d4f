import type { SqlTx } from "@highstreet/db";
import { type Copy, openCopy } from "../../kernel/copy.ts";

/**
 * `stock_stage` holds what a feed or PATCH says, as far as it may change something; `stock_news` numbers the events that it
 * makes. Made once a connection and emptied by every commit, so that no ingest writes to the catalogue.
 */
const tables = `
  SET LOCAL client_min_messages = warning;
  SET LOCAL work_mem = '64MB';
  CREATE TEMPORARY TABLE IF NOT EXISTS stock_stage (
    line int, kind "char", item_key text, barcode text, price numeric(12, 2), quantity numeric(14, 3), currency text,
    condition text
  ) ON COMMIT DELETE ROWS;
  CREATE TEMPORARY SEQUENCE IF NOT EXISTS stock_news MINVALUE 0 CACHE 1000;
  SELECT setval('stock_news', 0, false)`;

/** Makes the transaction's stage. */
export async function openStage(tx: SqlTx): Promise<void> {
  await tx.query(tables);
}

/**
 * - `line`: a valid line. What it leaves out is null: the item keeps it.
 * - `seen`: a rejected line whose barcode could be read; its item counts as seen, and stays as it is.
 * - `absent`: an item that the feed leaves out; a quantity, if any, is what it has from now on.
 */
export type StageKind = "line" | "seen" | "absent";

const kinds = { line: 108, seen: 115, absent: 97 } as const satisfies Record<StageKind, number>;
const [TAB, NEWLINE, BACKSLASH, DOT, MINUS, ZERO] = [9, 10, 92, 46, 45, 48] as const;
/** What COPY spells with a backslash, and the letter behind it. */
const escapes: (number | undefined)[] = Object.assign(new Array(256), { 9: 116, 10: 110, 13: 114, 92: 92 });
/** A row is shorter: of what has no bound of its own, a key has 64 characters. */
const LONGEST_ROW = 2_048;

/** Rows for `stock_stage`, in COPY's text format. */
class StageRows {
  #bytes = Buffer.allocUnsafe(1 << 16);
  length = 0;

  /** Begins a row; its fields follow, in order. */
  begin(line: number, kind: StageKind): void {
    if (this.length + LONGEST_ROW > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2);
    }
    this.#digits(line, 0);
    this.#bytes[this.length++] = TAB;
    this.#bytes[this.length++] = kinds[kind];
  }

  /** @param zeros that many before it @param end 0: null */
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

  /** An integer, as a decimal with that many places. */
  decimal(value: number | null, places: number): void {
    this.#bytes[this.length++] = TAB;
    if (value === null) {
      this.#null();
      return;
    }
    if (value < 0) this.#bytes[this.length++] = MINUS;
    this.#digits(Math.abs(value), places);
  }

  /** A word of our own or of ISO's. */
  word(word: string | null): void {
    this.#bytes[this.length++] = TAB;
    if (word === null) this.#null();
    else for (let at = 0; at < word.length; at++) this.#bytes[this.length++] = word.charCodeAt(at);
  }

  end(): void {
    this.#bytes[this.length++] = NEWLINE;
  }

  /** Gives away all rows. */
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

const insertLines = `
  INSERT INTO stock_stage (line, kind, item_key, barcode, price, quantity, currency, condition)
  SELECT * FROM unnest($1::int[], $2::"char"[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::text[], $8::text[])`;

/** A row of `stock_stage`; its quantity and price are decimals. */
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

/** Stages few rows. It is sent, not waited for. */
export function stageLines(tx: SqlTx, lines: readonly StagedLine[]): void {
  tx.send(insertLines, [
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

/** What a line says of an item; null: the item keeps it. */
export interface StagedValues {
  pence: number | null;
  thousandths: number | null;
  currency: string | null;
  condition: string | null;
}

/** Writes rows of `stock_stage`. Opened with the first of them: a feed that changes nothing sends nothing. */
export class Stage {
  rows = 0;
  readonly #tx: SqlTx;
  readonly #rows = new StageRows();
  #copy: Copy | undefined;

  constructor(tx: SqlTx) {
    this.#tx = tx;
  }

  /** @param zeros that the barcode leads with and its key has not */
  line(line: number, key: Uint8Array, start: number, end: number, zeros: number, values: StagedValues): void {
    this.#row("line", line, key, start, end);
    this.#rows.bytes(key, start, zeros ? end : 0, zeros);
    this.#rows.decimal(values.pence, 2);
    this.#rows.decimal(values.thousandths, 3);
    this.#rows.word(values.currency);
    this.#rows.word(values.condition);
    this.#rows.end();
  }

  /** @param goesOutOfStock its quantity is 0 from now on */
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

  /** Sends what there is. To be awaited between pieces: the server may be slower. */
  async flush(): Promise<void> {
    if (!this.#rows.length) return;
    this.#copy ??= openCopy(
      this.#tx,
      "stock_stage (line, kind, item_key, barcode, price, quantity, currency, condition)",
    );
    await this.#copy.write(this.#rows.take());
  }

  /** Sends the rest; the connection is free for statements then, and more rows can follow. */
  async close(): Promise<void> {
    await this.flush();
    await this.#copy?.end();
    this.#copy = undefined;
  }
}
