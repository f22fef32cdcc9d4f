import { write, writeSync } from "node:fs";

/** A write per log line would cost more than creating the line. So lines are collected, up to this length and for this time. */
const ENOUGH = 4_096;
const FLUSH_EACH_MS = 100;
/** Length of the lines that wait for an output that fails. */
const MOST = 1 << 20;
/** A write that takes this long will not end. */
const STUCK_MS = 1_000;

/**
 * An output for log lines that may fail, for example because its disk is full. The process goes on. Lines wait for the output, about
 * 1 MB of them, and later lines are dropped. When the output works again, a line has the number of dropped lines.
 * (`pino.destination` ends the process at an error, or waits without end for the output at exit.)
 */
export class LogStream {
  readonly #fd: number;
  /** Taken out of `#lines` and not yet written. */
  #chunk: Buffer = Buffer.alloc(0);
  #lines = "";
  #dropped = 0;
  #hasFailed = false;
  /** When the running write began. */
  #since: number | undefined;

  /** @param fd default: the standard output */
  constructor(fd = 1) {
    this.#fd = fd;
    setInterval(() => this.#flush(), FLUSH_EACH_MS).unref();
    process.once("exit", () => this.#end());
  }

  write(line: string): void {
    if (this.#lines.length + line.length > MOST) {
      this.#dropped++;
      return;
    }
    this.#lines += line;
    // An output that has failed is tried again by the timer only.
    if (this.#lines.length >= ENOUGH && !this.#hasFailed) this.#flush();
  }

  #flush(): void {
    if (this.#since !== undefined) return;
    if (!this.#chunk.length) {
      this.#chunk = Buffer.from(this.#lines);
      this.#lines = "";
    }
    if (!this.#chunk.length) return;
    this.#since = performance.now();
    write(this.#fd, this.#chunk, (error, written) => {
      this.#since = undefined;
      this.#hasFailed = error !== null;
      if (error) return;
      this.#chunk = this.#chunk.subarray(written);
      this.#noteDropped();
      if (this.#chunk.length || this.#lines.length >= ENOUGH) this.#flush();
    });
  }

  #noteDropped(): void {
    if (!this.#dropped) return;
    const msg = `${this.#dropped} log lines are missing here, because the log could not be written`;
    this.#dropped = 0;
    this.#lines += `${JSON.stringify({ level: "warn", time: Date.now(), msg })}\n`;
  }

  /** Writes the waiting lines before the end of the process, if the output works. */
  #end(): void {
    const isWriting = this.#since !== undefined;
    if (isWriting && performance.now() - (this.#since ?? 0) > STUCK_MS) return;
    // The running write still has the chunk.
    let rest = Buffer.concat([isWriting ? Buffer.alloc(0) : this.#chunk, Buffer.from(this.#lines)]);
    for (let tries = 0; rest.length && tries < 20; ) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
        // The reader of a pipe is slow.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
        tries++;
      }
    }
  }
}
