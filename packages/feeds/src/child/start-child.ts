import type { ChildProcess, StdioOptions } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { Readable } from "node:stream";

/** A child gets a third of the processor time of a busy service. */
const NICE = 5;
/** In MiB. Input beyond the limit only ends the child. */
const MAX_HEAP = 256;
/** A child says each second that it is alive. After this silence it counts as hanging, and is ended. */
const MAX_SILENCE_MS = 30_000;

// Not an import: a bundler looks for the program of each imported `fork`, and fails because it does not find the file.
const { fork } = process.getBuiltinModule("node:child_process");

interface ChildOptions<Report> {
  program: string;
  stdio: StdioOptions;
  /** The child gets no other environment, so it does not have the secrets of the service. */
  env?: Record<string, string>;
  onReport(report: Report): void;
  /** Called when the child ends by itself, hangs or does not start, after its last report. */
  onEnd(end: { isStarted: boolean; cause?: Error }): void;
}

/**
 * A process that does risky work: it has a heap limit, a low priority and no secrets, and ends with its parent. The parent gives orders,
 * and the child answers with reports.
 */
export class Child<Order, Report> {
  readonly output: Readable;
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;

  constructor({ program, stdio, env = {}, onReport, onEnd }: ChildOptions<Report>) {
    const cache = getCompileCacheDir();
    const began = performance.now();
    let heardAt = began;
    this.#child = fork(program, {
      execArgv: [`--max-old-space-size=${MAX_HEAP}`],
      serialization: "advanced",
      stdio,
      // The cache saves two thirds of the start.
      env: { ...env, ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) } as NodeJS.ProcessEnv,
    });
    // Without a free file descriptor, the child has no output.
    this.output = this.#child.stdout ?? Readable.from([]);
    this.#child.on("message", (report: Report | "alive") => {
      heardAt = performance.now();
      if (report !== "alive") onReport(report);
    });
    this.#child.on("error", (cause) => onEnd({ isStarted: false, cause }));
    this.#child.on("disconnect", () => onEnd({ isStarted: heardAt > began }));
    this.#watch = setInterval(() => {
      if (performance.now() - heardAt > MAX_SILENCE_MS) this.end();
    }, 1_000);
    try {
      if (this.pid !== undefined) setPriority(this.pid, NICE);
    } catch {
      // The child ended at once, and `disconnect` reports that.
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(order: Order): void {
    if (this.#child.connected) this.#child.send(order as object, () => undefined);
  }

  end(): void {
    clearInterval(this.#watch);
    this.#child.kill("SIGKILL");
  }
}
