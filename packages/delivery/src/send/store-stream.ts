import type { CallResult, Sender } from "@highstreet/outbound";
import type { DeliveryHost } from "../delivery-host.ts";
import type { Lease } from "../lease/leases.ts";
import type { Verdict } from "../receivers/receiver-watch.ts";
import type { Completion } from "../record/record-deliveries.ts";
import { FLUSH_MS, Recorder } from "../record/recorder.ts";
import { isSuccess } from "../record/retry-schedule.ts";
import type { SigningSecret } from "../sign/sign-delivery.ts";
import type { CallBudget, Caller } from "./call-budget.ts";
import { completionOf, deliveryCall } from "./delivery-call.ts";
import { type DeliveryTracer, endSpan, startSpan } from "./delivery-tracer.ts";
import { RunningCalls, type Underway } from "./running-calls.ts";
import type { StreamLog } from "./stream-log.ts";
import type { Item } from "./stream-queue.ts";
import { StreamState } from "./stream-state.ts";
import { StreamTasks } from "./stream-tasks.ts";

export interface StreamOptions {
  now: () => Date;
  host: Pick<DeliveryHost, "eventBody" | "openSecrets">;
  lease: Lease;
  log: StreamLog;
  sender: Pick<Sender, "send">;
  budget: CallBudget;
  /** A monotonic clock in milliseconds. */
  clock: () => number;
  /** A random number from 0 to 1. Spreads retries. */
  random: () => number;
  /** Maximum pause after many failed calls. */
  longestRestMs: number;
  /** Traces each call. Default: no traces. */
  tracer?: DeliveryTracer | undefined;
  /** Called after each call. */
  onCall: (completion: Completion) => void;
  /** Whether the receiver is down and this stream makes one call as a probe. */
  isProbe: boolean;
  /** Receives the result of each call, for the health of the receiver. */
  onVerdict: (verdict: Verdict) => void;
}

/**
 * Sends one store's events under a lease: new events of its log and due retries. Ends when nothing is left, the lease is lost, or other
 * stores wait. `StreamState` decides what to do. A kill at any moment is safe: an event is claimed before it is sent, and a recorded
 * event is never sent again.
 */
export class StoreStream implements Caller {
  readonly lease: Lease;
  /** No call starts after this time of `clock`. */
  validUntil: number;
  /** Resolves when the lease is released or lost. Rejects with an error of the database. */
  readonly ended: Promise<"released" | "lost">;
  readonly #options: StreamOptions;
  readonly #state: StreamState;
  readonly #recorder: Recorder;
  readonly #tasks: StreamTasks;
  readonly #secrets: SigningSecret[];
  readonly #calls: RunningCalls;
  /** Kinds of tasks that run. */
  readonly #running = new Set<string>();
  #patience = FLUSH_MS;
  #isOver = false;
  #end: (end: "released" | "lost") => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: StreamOptions, validUntil: number) {
    const { lease, log, host, now, clock, budget, longestRestMs, isProbe } = options;
    this.#options = options;
    this.lease = lease;
    this.validUntil = validUntil;
    this.#state = new StreamState(lease, { longestRestMs, isProbe });
    this.#recorder = new Recorder(log, lease.cursor);
    this.#secrets = host.openSecrets(lease, lease.secret);
    this.#calls = new RunningCalls(budget, this, { clock, failures: this.#state.health.failures });
    this.#tasks = new StreamTasks({ log, state: this.#state, recorder: this.#recorder, now, clock });
    // Before any step, because a read of the log would bring these events again.
    this.#tasks.takeFirst();
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
  }

  get receiver(): string {
    return this.lease.receiver;
  }

  /** Whether the stream is a probe without an answer yet. */
  get isProbe(): boolean {
    return this.#state.isProbe;
  }

  /** Number of calls made. */
  get started(): number {
    return this.#state.started;
  }

  /** Whether the endpoint is unhealthy or slow now: the stream waits more than it works. */
  get isBlocked(): boolean {
    return this.#calls.isBlocked;
  }

  start(): void {
    this.#step();
  }

  /**
   * Runs every `FLUSH_MS`.
   * @param patience maximum time in ms before completions are recorded
   * @param isBusy whether the worker waits for its processor more than for endpoints
   */
  tick(patience: number, isBusy = false): void {
    this.#patience = patience;
    this.#state.window.isWorkerBusy = isBusy;
    this.#calls.noteHealth(this.#state.health.failures);
    this.#step();
  }

  /** Reads new events and due retries soon. */
  wake(): void {
    this.#state.wake(this.#options.clock());
    this.#step();
  }

  offer(): void {
    this.#step();
  }

  /** Aborts all calls, because another worker has the lease. */
  lose(): void {
    this.#over(() => this.#end("lost"));
  }

  /** Finishes running calls and then releases the store. */
  drain(): void {
    this.#state.drain();
    this.#step();
  }

  /** Starts no more calls, because the receiver is down. Releases the store after the running calls. */
  stopCalls(): void {
    this.#state.stopCalls();
    this.#step();
  }

  #over(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#calls.abort();
    settle();
  }

  readonly #mayStart = (): boolean => !this.#isOver && this.#options.clock() < this.validUntil;

  /** Starts all calls and work that can start now. Starts nothing while the lease is released. */
  #step(): void {
    if (this.#isOver || this.#running.has("release")) return;
    try {
      this.#startCalls();
      if (this.#finish()) return;
      this.#startWork();
      if (this.#isIdle()) this.#release();
    } catch (error) {
      this.#over(() => this.#fail(error));
    }
  }

  #startCalls(): void {
    while (this.#state.canCall && !this.#recorder.isFull(this.#calls.size)) {
      if (!this.#mayStart()) {
        this.lose();
        return;
      }
      if (!this.#calls.takePlace()) return;
      const item = this.#state.nextCall();
      if (item) this.#call(item);
    }
  }

  #call(item: Item): void {
    const { now, host, sender, tracer } = this.#options;
    const at = now();
    const how = { eventBody: host.eventBody, secrets: this.#secrets, at, mayStart: this.#mayStart };
    const sent = deliveryCall(item, this.lease, how);
    const span = tracer && startSpan(tracer, item, this.lease);
    if (span) sent.headers.traceparent = span.traceparent;
    const call = sender.send(sent);
    const underway = this.#calls.add(call);
    void call.result.then((result) => {
      if (span) endSpan(span, result);
      try {
        this.#complete(item, underway, result, at);
      } catch (error) {
        this.#over(() => this.#fail(error));
      }
    });
  }

  #complete(item: Item, underway: Underway, result: CallResult, at: Date): void {
    if (result.isRefused) this.lose();
    if (this.#isOver) return;
    const { now, random, onCall, onVerdict, clock } = this.#options;
    this.#calls.end(underway);
    const isVerification = !this.#state.isVerified;
    const hasNewer = this.#state.queue.hasNewer(item);
    const completion = completionOf(item, this.lease, result, { at, hasNewer, isVerification, now, random });
    onCall(completion);
    const { storeId, receiver } = this.lease;
    const verdict = { receiver, storeId, since: underway.since, isProbe: this.#state.isProbe };
    const { status, isUnreachable } = result;
    if (isVerification) {
      this.#work("ping", () => this.#tasks.settlePing(item, completion));
      onVerdict({ ...verdict, status, isUnreachable });
      return;
    }
    this.#state.ended(item, { isSuccess: isSuccess(result), ms: result.ms }, now());
    this.#recorder.add(completion, clock());
    onVerdict({ ...verdict, status, isUnreachable });
    this.#calls.noteHealth(this.#state.health.failures);
    this.#step();
  }

  /** Starts reads and writes, each kind once at a time. */
  #startWork(): void {
    if (this.#isOver) return;
    const now = this.#options.clock();
    const tasks = this.#tasks;
    if (this.#recorder.isDue(now, this.#isWaiting() ? 0 : this.#patience)) this.#work("flush", () => tasks.flush());
    if (this.#state.needsWarningChange) this.#work("warn", () => tasks.changeWarning());
    if (this.#state.needsPostponing) this.#work("postpone", () => tasks.postpone());
    if (this.#state.wantsRetries(now)) this.#work("retries", () => tasks.readRetries());
    if (this.#state.wantsLog) this.#work("log", () => tasks.readLog());
  }

  /** Whether no other completion will come soon. */
  #isWaiting(): boolean {
    return !this.#calls.size && !this.#running.size && !this.#state.canCall;
  }

  /** Runs a task, if none of its kind runs. */
  #work(kind: string, task: () => Promise<boolean>): void {
    if (this.#running.has(kind)) return;
    this.#running.add(kind);
    task().then(
      (isHeld) => {
        if (!isHeld) this.lose();
        this.#running.delete(kind);
        this.#step();
      },
      (error: unknown) => this.#over(() => this.#fail(error)),
    );
  }

  #isIdle(): boolean {
    return !this.#isOver && !this.#running.size && this.#recorder.isEmpty && this.#state.isIdle;
  }

  /** Records and releases in one statement, if the stream has sent all and met no trouble. @returns whether the statement runs */
  #finish(): boolean {
    const { finishAt } = this.#state;
    if (finishAt === null || this.#isOver || this.#running.size || !this.#recorder.isPlain) return false;
    this.#work("release", async () => {
      if (await this.#tasks.finish(finishAt)) this.#over(() => this.#end("released"));
      return true;
    });
    return true;
  }

  #release(): void {
    this.#work("release", async () => {
      const end = await this.#tasks.release(() => this.#isOver);
      if (end) this.#over(() => this.#end(end));
      return true;
    });
  }
}
