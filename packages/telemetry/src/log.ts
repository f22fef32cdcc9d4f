import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * @param name `rest`, `worker`, `console` or `sftp`
 * @param level `trace` to `fatal`; default: info
 * @param destination default: standard output
 * @param membersOf further members of each line
 */
export function createLog(
  name: string,
  level = "info",
  destination: DestinationStream = new LogStream(),
  membersOf: () => object = () => ({}),
): Log {
  return pino({ name, level, formatters: { level: (label) => ({ level: label }) }, mixin: membersOf }, destination);
}

/** A write per log line would cost more than creating the line. So lines are collected, up to this length and for this time. */
const FLUSH_LENGTH = 4_096;
const FLUSH_MS = 100;
/** Length of the lines that wait for an output that fails. */
const MAX_WAITING = 1 << 20;
/** Pause and number of tries for a slow output at the end of the process. */
const PAUSE_MS = 50;
const TRIES = 100;

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

  constructor(fd = 1) {
    this.#fd = fd;
    setInterval(() => this.#flush(), FLUSH_MS).unref();
    process.once("exit", () => this.#end());
  }

  write(line: string): void {
    if (this.#lines.length + line.length > MAX_WAITING) {
      this.#dropped++;
      return;
    }
    this.#lines += line;
    // An output that has failed is tried again by the timer only.
    if (this.#lines.length >= FLUSH_LENGTH && !this.#hasFailed) this.#flush();
  }

  #flush(): unknown {
    try {
      while (this.#chunk.length || this.#lines) {
        if (!this.#chunk.length) {
          this.#chunk = Buffer.from(this.#lines);
          this.#lines = "";
        }
        this.#chunk = this.#chunk.subarray(writeSync(this.#fd, this.#chunk));
        if (!this.#chunk.length) this.#noteDropped();
      }
      this.#hasFailed = false;
      return undefined;
    } catch (error) {
      this.#hasFailed = true;
      return error;
    }
  }

  #noteDropped(): void {
    if (!this.#dropped) return;
    const msg = `${this.#dropped} log lines are missing here, because the log could not be written`;
    this.#dropped = 0;
    this.#lines += `${JSON.stringify({ level: "warn", time: Date.now(), msg })}\n`;
  }

  /** Writes the waiting lines before the end of the process. Waits for the slow reader of a pipe, but not for a failing output. */
  #end(): void {
    for (let tries = 0; tries < TRIES; tries++) {
      const error = this.#flush();
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
