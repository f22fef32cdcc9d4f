import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FeedBytes } from "../feed.ts";
import { cannotRead, errorOf } from "../feed-error.ts";
import type { FeedRequest, Order, Report } from "./messages.ts";

/** Priority of parsers: they get a third of the processor time of a busy service. */
const NICE = 5;
/** Heap limit in MiB. A feed beyond the limit only ends its parser. */
const HEAP = 256;
/** A parser reports each second that it is alive. After this silence, the service assumes that the parser hangs. */
const SILENCE_MS = 30_000;
/** Maximum number of batches of a feed that the parser has sent and the service has not yet handled. */
const IN_FLIGHT = 4;
/** Number of first bytes in the opening message of a feed. */
const HEAD = 1 << 18;

// Not an import: a bundler looks for the program of each imported `fork`, and fails because it does not find the file.
const { fork } = process.getBuiltinModule("node:child_process");

const program = (): string => join(dirname(fileURLToPath(import.meta.url)), "parser-main.ts");

/** The parser of a feed ended before the feed was read. */
export class ParserLost extends Error {
  constructor() {
    super("the parser process ended before the feed was read");
    this.name = "ParserLost";
  }
}

type FeedReport = Exclude<Report, { type: "alive" | "want" }>;

/** A feed in a parser, with the parser's reports in order. */
export class FeedInParser {
  readonly #reports: FeedReport[] = [];
  readonly #send: (order: Order) => void;
  readonly #onClose: () => void;
  readonly #number: number;
  #onReport: () => void = () => undefined;
  #lost: Error | undefined;

  /** The process id. */
  readonly pid: number | undefined;

  constructor(number: number, pid: number | undefined, send: (order: Order) => void, onClose: () => void) {
    this.#number = number;
    this.pid = pid;
    this.#send = send;
    this.#onClose = onClose;
  }

  accept(report: FeedReport): void {
    this.#reports.push(report);
    this.#onReport();
  }

  lose(error: Error): void {
    this.#lost = error;
    this.#onReport();
  }

  /** Waits for the next report. @throws ParserLost; FeedError if the feed is refused */
  async next(): Promise<Exclude<FeedReport, { type: "failed" }>> {
    while (!this.#reports.length) {
      if (this.#lost) throw this.#lost;
      await new Promise<void>((resolve) => {
        this.#onReport = resolve;
      });
    }
    const report = this.#reports.shift() as FeedReport;
    if (report.type === "failed") throw errorOf(report.failure);
    return report;
  }

  /** Reports to the parser that a batch is handled, so that the parser sends another batch. */
  more(): void {
    this.#send({ type: "more", feed: this.#number });
  }

  close(): void {
    this.#send({ type: "close", feed: this.#number });
    this.#onClose();
  }
}

/** A process that reads feeds. */
export class Parser {
  readonly #child: ChildProcess;
  readonly #feeds = new Map<number, { feed: FeedInParser; bytes: FeedBytes }>();
  readonly #watch: NodeJS.Timeout;
  #lastFeed = 0;
  #hasStarted = false;
  #heardAt = performance.now();
  hasEnded = false;

  /** @param onChange called when a feed closes and when the process ends */
  constructor(onChange: () => void) {
    this.#child = fork(program(), {
      execArgv: [`--max-old-space-size=${HEAP}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // The parser gets no environment, so it does not have the service's secrets.
      env: {} as NodeJS.ProcessEnv,
    });
    this.#child.on("message", (report: Report) => this.#hear(report));
    // Sending fails only if the process is ending.
    this.#child.on("error", () => this.#end(onChange));
    this.#child.on("exit", () => this.#end(onChange));
    this.#watch = setInterval(() => this.#endIfSilent(), 1_000).unref();
    this.#lowerPriority();
    this.#keepAlive();
  }

  /** Feeds that are not closed. */
  get feeds(): number {
    return this.#feeds.size;
  }

  /** Opens a feed. The first report is its header. @throws the errors of reading the bytes */
  async open({ kind, options }: FeedRequest, bytes: FeedBytes, onClose: () => void): Promise<FeedInParser> {
    const head = await bytes.read(0, HEAD);
    const number = ++this.#lastFeed;
    const feed = new FeedInParser(
      number,
      this.#child.pid,
      (order) => this.#send(order),
      () => {
        this.#feeds.delete(number);
        this.#keepAlive();
        onClose();
      },
    );
    if (this.hasEnded) feed.lose(this.#reason());
    else {
      // Silence while the parser had no feed does not count.
      if (!this.#feeds.size) this.#heardAt = performance.now();
      this.#feeds.set(number, { feed, bytes });
      this.#keepAlive();
      const { size, limit, isUtf8, isPartial } = bytes;
      this.#send({
        type: "open",
        feed: number,
        kind,
        options,
        facts: { size, limit, isUtf8, isPartial },
        head,
        room: IN_FLIGHT,
      });
    }
    return feed;
  }

  /** Ends the process. The process loses its feeds. */
  end(): void {
    this.#child.kill("SIGKILL");
  }

  #send(order: Order): void {
    if (!this.hasEnded && this.#child.connected) this.#child.send(order);
  }

  #hear(report: Report): void {
    this.#hasStarted = true;
    this.#heardAt = performance.now();
    if (report.type === "alive") return;
    const entry = this.#feeds.get(report.feed);
    if (!entry) return;
    if (report.type !== "want") {
      entry.feed.accept(report);
      return;
    }
    const { feed, request, position, length } = report;
    entry.bytes.read(position, length).then(
      (bytes) => this.#send({ type: "bytes", feed, request, bytes }),
      (error: Error) => entry.feed.lose(error),
    );
  }

  #endIfSilent(): void {
    if (this.#feeds.size && performance.now() - this.#heardAt > SILENCE_MS) this.end();
  }

  #reason(): Error {
    return this.#hasStarted ? new ParserLost() : cannotRead("no process can be started for it");
  }

  #end(onChange: () => void): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearInterval(this.#watch);
    for (const { feed } of this.#feeds.values()) feed.lose(this.#reason());
    onChange();
  }

  /** Gives the service priority over the parser. */
  #lowerPriority(): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, NICE);
    } catch {
      // The process ended at once, and `exit` reports that.
    }
  }

  /** Keeps the service alive only while the parser has feeds. */
  #keepAlive(): void {
    const isBusy = this.#feeds.size > 0;
    if (isBusy) this.#child.ref();
    else this.#child.unref();
    if (isBusy) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }
}
