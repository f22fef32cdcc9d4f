const NEWLINE = 10;
const END = Buffer.from("\\.\n");
const END_AFTER_ROW = Buffer.from("\n\\.\n");

/** Holds one piece in memory. */
export class BackupText {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #tooShort: () => Error;
  #piece: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>, tooShort: () => Error) {
    this.#pieces = wholeLines(source)[Symbol.asyncIterator]();
    this.#tooShort = tooShort;
  }

  async line(): Promise<string> {
    await this.#fill();
    const end = this.#piece.indexOf(NEWLINE);
    const line = this.#piece.toString("utf8", 0, end);
    this.#piece = this.#piece.subarray(end + 1);
    return line;
  }

  /** The rows of a COPY, up to its last line `\.`, which no row can be. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      await this.#fill();
      const isOver = this.#piece.subarray(0, END.length).equals(END);
      const end = isOver ? 0 : this.#piece.indexOf(END_AFTER_ROW) + 1;
      const isLast = isOver || end > 0;
      const rows = isLast ? this.#piece.subarray(0, end) : this.#piece;
      this.#piece = isLast ? this.#piece.subarray(end + END.length) : Buffer.alloc(0);
      if (rows.length) yield rows;
      if (isLast) return;
    }
  }

  async #fill(): Promise<void> {
    while (!this.#piece.length) {
      const next = await this.#pieces.next();
      if (next.done) throw this.#tooShort();
      this.#piece = next.value;
    }
  }
}

/** A last line without its end is dropped. */
async function* wholeLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const bytes of source) {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end) {
      yield Buffer.concat([...rest, bytes.subarray(0, end)]);
      rest = [];
    }
    if (end < bytes.length) rest.push(bytes.subarray(end));
  }
}
