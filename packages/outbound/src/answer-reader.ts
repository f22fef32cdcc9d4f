import type { Dispatcher } from "undici";
import { mayTell, NO_ANSWER } from "./check-url.ts";

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

const KEPT = 1_024;
/** Bytes that are read, so that the connection can be used again. A longer answer closes the connection. */
const READ = 64 * 1_024;

export interface CallResult {
  /** `mayStart` returned false, so nothing was written to the receiver. */
  isRefused: boolean;
  /** The connection failed, or no complete answer arrived in time. */
  isUnreachable: boolean;
  /** HTTP status; null: no complete answer arrived. */
  status: number | null;
  ms: number;
  /** The first KiB of the answer, or why there is none. */
  answer: string;
  retryAfter: string | undefined;
}

/** Text that PostgreSQL can store. */
const clean = (bytes: Buffer): string => bytes.toString("utf8").replaceAll("\0", "").toWellFormed();

/** Follows one call until its answer ends, within one deadline. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #answered = Promise.withResolvers<CallResult>();
  readonly result = this.#answered.promise;
  readonly #mayStart: () => boolean;
  readonly #target: { port: string };
  readonly #begun = performance.now();
  readonly #deadline: NodeJS.Timeout;
  #isDone = false;
  #isRefused = false;
  #isLate = false;
  #controller: Controller | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  /** Allocated with the first bytes. Received chunks are copied, so that they can be freed. */
  #kept: Buffer | undefined;
  #length = 0;

  constructor(mayStart: () => boolean, deadlineMs: number, target: { port: string }) {
    this.#mayStart = mayStart;
    this.#target = target;
    this.#deadline = setTimeout(() => {
      this.#isLate = true;
      this.fail(`no whole answer within ${deadlineMs / 1_000} s`);
    }, deadlineMs);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isDone) controller.abort(new Error("the call is over"));
    else if (!this.#mayStart()) {
      this.#isRefused = true;
      this.fail("the right to call was lost");
    }
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    const retryAfter = headers["retry-after"];
    this.#status = status;
    this.#retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#length < KEPT) {
      this.#kept ??= Buffer.allocUnsafe(KEPT);
      chunk.copy(this.#kept, this.#length);
    }
    this.#length += chunk.length;
    if (this.#length <= READ) return;
    this.#finish(this.#status, this.#text());
    this.#controller?.abort(new Error("the answer is too long"));
  }

  onResponseEnd(): void {
    this.#finish(this.#status, this.#text());
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.fail(mayTell(error, this.#target) ? error.message || error.name : NO_ANSWER);
  }

  fail(reason: string): void {
    if (this.#isDone) return;
    this.#finish(null, clean(Buffer.from(reason)).slice(0, KEPT));
    this.#controller?.abort(new Error(reason));
  }

  #text(): string {
    return this.#kept ? clean(this.#kept.subarray(0, this.#length)) : "";
  }

  #finish(status: number | null, answer: string): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#deadline);
    const ms = Math.round(performance.now() - this.#begun);
    const isUnreachable = status === null && (this.#isLate || !this.#controller);
    const [isRefused, retryAfter] = [this.#isRefused, this.#retryAfter];
    this.#answered.resolve({ isRefused, isUnreachable, status, ms, answer, retryAfter });
  }
}
