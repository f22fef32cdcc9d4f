import type { ChildProcess } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BytesFacts } from "../feed.ts";
import { cannotRead, errorOf } from "../feed-error.ts";
import type { FeedRequest, Order, Report } from "./messages.ts";

/** Priority of parsers: they get a third of the processor time of a busy service. */
const NICE = 5;
/** Heap limit in MiB. A feed beyond the limit only ends its parser. */
const HEAP = 256;
/** A parser reports each second that it is alive. After this silence, the service assumes that the parser hangs. */
const SILENCE_MS = 30_000;

// Not an import: a bundler looks for the program of each imported `fork`, and fails because it does not find the file.
const { fork } = process.getBuiltinModule("node:child_process");

const program = (): string => join(dirname(fileURLToPath(import.meta.url)), "parser-main.ts");

/** The parser gets no other environment, so it does not have the service's secrets. The cache saves two thirds of its start. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return (cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}) as NodeJS.ProcessEnv;
}

/** The parser of a feed ended before the feed was read. */
export class ParserLost extends Error {
  constructor() {
    super("the parser process ended before the feed was read");
    this.name = "ParserLost";
  }
}

/** A process that reads one feed. */
export class Parser {
  /** @throws ParserLost; FeedError if the feed is refused */
  readonly header: Promise<unknown>;
  /** The same after the end of the feed. */
  readonly result: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #header = Promise.withResolvers<unknown>();
  readonly #result = Promise.withResolvers<unknown>();
  readonly #watch: NodeJS.Timeout;
  #heardAt = performance.now();
  #onLines: (lines: number) => void = () => undefined;
  #lines = 0;

  /** @param bytes with the descriptor of their file */
  constructor({ kind, options }: FeedRequest, bytes: BytesFacts & { descriptor: number }) {
    this.header = this.#header.promise;
    this.result = this.#result.promise;
    // Both reject if the parser ends. A feed may wait for one of them only.
    for (const one of [this.header, this.result]) one.catch(() => undefined);
    this.#child = fork(program(), {
      execArgv: [`--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      stdio: ["ignore", "pipe", "ignore", bytes.descriptor, "ipc"],
      env: environment(),
    });
    // Without a listener, Node drops the rows that are not read when the process ends.
    this.#child.stdout?.on("readable", () => undefined);
    this.#child.on("message", (report: Report) => this.#hear(report));
    this.#child.on("error", () => this.#lose(cannotRead("no process can be started for it")));
    // Comes after the last report.
    this.#child.on("disconnect", () => this.#lose(new ParserLost()));
    this.#watch = setInterval(() => {
      if (performance.now() - this.#heardAt > SILENCE_MS) this.end();
    }, 1_000);
    this.#lowerPriority();
    const { size, limit, isUtf8, isPartial } = bytes;
    const order: Order = { kind, options, bytes: { size, limit, isUtf8, isPartial } };
    if (this.#child.connected) this.#child.send(order, () => undefined);
  }

  /** The process id. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The rows, until the parser ends. */
  get rows(): Readable {
    return this.#child.stdout as Readable;
  }

  /** @param onLines called with the number of lines that are read so far. If it throws, `result` rejects */
  listen(onLines: (lines: number) => void): void {
    this.#onLines = onLines;
    if (this.#lines) this.#tellLines(this.#lines);
  }

  /** Ends the process. */
  end(): void {
    clearInterval(this.#watch);
    this.#child.kill("SIGKILL");
  }

  #hear(report: Report): void {
    this.#heardAt = performance.now();
    if (report.type === "header") this.#header.resolve(report.header);
    else if (report.type === "end") this.#result.resolve(report.result);
    else if (report.type === "failed") this.#lose(errorOf(report.failure));
    else if (report.type === "lines") this.#tellLines(report.lines);
  }

  #tellLines(lines: number): void {
    this.#lines = lines;
    try {
      this.#onLines(lines);
    } catch (error) {
      this.#lose(error);
      this.end();
    }
  }

  #lose(error: unknown): void {
    this.#header.reject(error);
    this.#result.reject(error);
  }

  /** Gives the service priority over the parser. */
  #lowerPriority(): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, NICE);
    } catch {
      // The process ended at once, and `disconnect` reports that.
    }
  }
}
