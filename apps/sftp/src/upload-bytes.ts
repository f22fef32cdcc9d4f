import { DomainError, tooLarge } from "@highstreet/router";

/** Maximum distance of a write from the first missing byte, in bytes. Common clients have 64 writes of 32 KiB under way. */
const MAX_AHEAD = 2 << 20;
/** Maximum number of writes that wait for an earlier one. */
const MAX_EARLY = 256;
/** The sender pauses while more bytes or writes wait for the reader. */
const MAX_WAITING = { bytes: 1 << 20, writes: 256 };

interface Write {
  data: Uint8Array;
  /** Called when the reader takes the bytes, or with the error that ends the upload. */
  done: (error?: Error) => void;
}

export interface UploadBytesOptions {
  /** Maximum size of the file in bytes. */
  limit: number;
  /** Whether the sender must pause. Called at each change. */
  onPause: (isPaused: boolean) => void;
}

/**
 * Puts the writes of one file into the order of their offsets. Holds at most 2 MiB of writes that arrive before an earlier one, and
 * answers a write when the reader takes it. So a file is never in memory as a whole.
 */
export class UploadBytes implements AsyncIterable<Uint8Array> {
  /** Number of bytes that have arrived without a gap. */
  size = 0;
  readonly #options: UploadBytesOptions;
  readonly #waiting: Write[] = [];
  readonly #early = new Map<number, Write>();
  #waitingBytes = 0;
  #isPaused = false;
  #isComplete = false;
  #error: Error | undefined;
  #wake = (): void => undefined;

  constructor(options: UploadBytesOptions) {
    this.#options = options;
  }

  /** Adds bytes at an offset. A write that cannot be taken ends the upload. */
  write(offset: number, write: Write): void {
    const end = offset + write.data.length;
    if (!this.#error && end > this.#options.limit) this.fail(tooLarge(this.#options.limit));
    if (!this.#error && !this.#fits(offset, end)) this.fail(outOfOrder(offset, this.size));
    if (this.#error) {
      write.done(this.#error);
      return;
    }
    this.#early.set(offset, write);
    for (let next = this.#early.get(this.size); next; next = this.#early.get(this.size)) {
      this.#early.delete(this.size);
      this.#waiting.push(next);
      this.#waitingBytes += next.data.length;
      this.size += next.data.length;
      // An empty write would be found at the same offset again.
      if (!next.data.length) break;
    }
    this.#pause();
    this.#wake();
  }

  /** Ends the file. A file with a gap fails. */
  end(): void {
    if (this.#early.size) this.fail(new DomainError("MalformedRequest", `The file lacks bytes from ${this.size} on.`));
    this.#isComplete = true;
    this.#wake();
  }

  /** Ends the upload with an error. The first error counts. */
  fail(error: Error): void {
    this.#error ??= error;
    for (const { done } of [...this.#waiting.splice(0), ...this.#early.values()]) done(this.#error);
    this.#early.clear();
    this.#waitingBytes = 0;
    this.#pause();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        this.#waitingBytes -= next.data.length;
        this.#pause();
        next.done();
        yield next.data;
      } else if (this.#error) {
        throw this.#error;
      } else if (this.#isComplete) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #fits(offset: number, end: number): boolean {
    if (offset < this.size || this.#early.has(offset)) return false;
    return offset === this.size || (end <= this.size + MAX_AHEAD && this.#early.size < MAX_EARLY);
  }

  #pause(): void {
    const { bytes, writes } = MAX_WAITING;
    const isPaused = this.#waitingBytes > bytes || this.#waiting.length > writes;
    if (isPaused !== this.#isPaused) this.#options.onPause(isPaused);
    this.#isPaused = isPaused;
  }
}

function outOfOrder(offset: number, size: number): DomainError {
  const correction =
    "Send the whole file from its start in order, at most 2 MiB ahead. An upload cannot be resumed or changed.";
  return new DomainError(
    "MalformedRequest",
    `A write began at byte ${offset}, but byte ${size} is next. ${correction}`,
  );
}
