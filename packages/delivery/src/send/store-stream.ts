import type { Tracer } from "@highstreet/db";
import type { RunningCall, Sender } from "@highstreet/outbound";
import type { DeliveryHost } from "../engine/engine-options.ts";
import type { Lease } from "../lease/leases.ts";
import { hasAnswered } from "../receivers/receiver-health.ts";
import type { Verdict } from "../receivers/receiver-watch.ts";
import type { Completion } from "../record/record-deliveries.ts";
import { isSuccess } from "../record/retry-schedule.ts";
import { type Caller, type Places, RunningCalls, type Underway } from "./call-budget.ts";
import { completionOf, deliveryCall, type EventResult, endSpan, type Outgoing, startSpan } from "./delivery-call.ts";
import type { EndpointWindow } from "./endpoint-health.ts";
import type { SigningSecret } from "./sign-delivery.ts";
import { FLUSH_MS, StreamLog, type StreamStatements } from "./stream-log.ts";
import type { Item } from "./stream-queue.ts";
import { type StreamHealth, StreamState } from "./stream-state.ts";

export interface BatchSender {
  send(event: Outgoing): Pick<RunningCall, "abort"> & { result: Promise<EventResult> };
}

export interface StreamOptions {
  now: () => Date;
  host: Pick<DeliveryHost, "eventBody" | "openSecrets">;
  lease: Lease;
  statements: StreamStatements;
  sender: Pick<Sender, "send">;
  /** Sends events of several streams together. Default: each event has a call of its own. */
  batcher?: BatchSender | undefined;
  budget: Places;
  /** A monotonic clock in milliseconds. */
  clock: () => number;
  random: () => number;
  longestRestMs: number;
  tracer?: Pick<Tracer, "start"> | undefined;
  onCall: (completion: Completion) => void;
  /** Whether the receiver is down and this stream makes one call as a probe. */
  isProbe: boolean;
  onVerdict: (verdict: Verdict) => void;
  mustWarn: () => boolean;
  /** Shared by the streams of an endpoint. Default: of this stream. */
  health?: StreamHealth;
  window?: EndpointWindow;
}

/**
 * Sends one store's events under a lease: new events of its log and due retries. Ends when nothing is left, the lease is lost, or other
 * stores wait. A kill at any moment is safe: an event is claimed before it is sent, and a recorded event is never sent again.
 */
export class StoreStream implements Caller {
  readonly lease: Lease;
  /** No call starts after this time of `clock`. A late renewal makes the stream wait. Only the renewal knows whether the lease is lost. */
  validUntil: number;
  /** Resolves when the lease is released or lost. Rejects with an error of the database. */
  readonly ended: Promise<"released" | "lost">;
  readonly #options: StreamOptions;
  readonly #state: StreamState;
  readonly #log: StreamLog;
  readonly #secrets: SigningSecret[];
  readonly #calls: RunningCalls;
  readonly #running = new Set<string>();
  /** Started items whose calls wrote nothing, because the lease was not renewed in time. */
  readonly #unwritten: Item[] = [];
  #maxWaitMs = FLUSH_MS;
  #isOver = false;
  #end: (end: "released" | "lost") => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: StreamOptions, validUntil: number) {
    const { lease, statements, host, clock, budget } = options;
    this.#options = options;
    this.lease = lease;
    this.validUntil = validUntil;
    this.#state = new StreamState(lease, options);
    this.#log = new StreamLog(statements, this.#state, options);
    this.#secrets = host.openSecrets(lease, lease.secret);
    this.#calls = new RunningCalls(budget, this, { clock, failures: this.#state.health.failures });
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
  }

  get receiver(): string {
    return this.lease.receiver;
  }

  get failures(): number {
    return this.#state.health.failures;
  }

  get isProbe(): boolean {
    return this.#state.isProbe;
  }

  get started(): number {
    return this.#state.started;
  }

  get isBlocked(): boolean {
    return this.#calls.isBlocked;
  }

  start(): void {
    this.#step();
  }

  /**
   * Runs every `FLUSH_MS`.
   * @param isBusy whether the worker waits for its processor more than for endpoints
   */
  tick(maxWaitMs: number, isBusy = false): void {
    this.#maxWaitMs = maxWaitMs;
    this.#state.window.isWorkerBusy = isBusy;
    this.#calls.updateHealth(this.failures);
    this.#step();
  }

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

  drain(): void {
    this.#state.drain();
    this.#step();
  }

  /** Starts no more calls, because the receiver is down. */
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

  /** Starts nothing while the lease is released. */
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
    const hasNext = () => this.#state.canCall && !this.#log.isFull(this.#calls.size);
    while (this.#mayStart() && (this.#unwritten.length || hasNext())) {
      if (!this.#calls.takePlace()) return;
      const item = this.#unwritten.shift() ?? this.#state.nextCall();
      if (item) this.#call(item);
    }
  }

  #call(item: Item): void {
    const { now, host, sender, batcher, tracer } = this.#options;
    const { lease } = this;
    const at = now();
    const isWell = this.#state.isVerified && !this.failures;
    const span = tracer && startSpan(tracer, item, lease);
    const event = { item, lease, at, traceparent: span?.traceparent, mayStart: this.#mayStart };
    const how = { eventBody: host.eventBody, secrets: this.#secrets };
    const call = batcher ? batcher.send(event) : sender.send(deliveryCall(event, how));
    const underway = this.#calls.add(call);
    void call.result.then((result: EventResult) => {
      if (span) endSpan(span, result);
      try {
        this.#complete(item, underway, result, { at, isWell });
      } catch (error) {
        this.#over(() => this.#fail(error));
      }
    });
  }

  #complete(item: Item, underway: Underway, result: EventResult, { at, isWell }: { at: Date; isWell: boolean }): void {
    if (this.#isOver) return;
    const { now, random, onCall, onVerdict, mustWarn } = this.#options;
    this.#calls.end(underway);
    if (result.isRefused) {
      this.#unwritten.push(item);
      return;
    }
    const isVerification = !this.#state.isVerified;
    const hasNewer = this.#state.queue.hasNewer(item);
    const { isProbe } = this.#state;
    // While the receiver is down, only probes call it. Such a failure is not the store's, and uses no retry.
    const isOfReceiver = isProbe && !isVerification && !hasAnswered(result);
    const ending = { at, hasNewer, isVerification, isOfReceiver, now, random };
    const completion = completionOf(item, this.lease, result, ending);
    onCall(completion);
    const { storeId, receiver } = this.lease;
    const verdict = { receiver, storeId, since: underway.since, isWell, isProbe };
    const { status, isUnreachable, ms } = result;
    if (isVerification) {
      this.#work("ping", () => this.#log.settlePing(item, completion));
      onVerdict({ ...verdict, status, isUnreachable });
      return;
    }
    const ofReceiver = isOfReceiver ? { mustWarn: mustWarn() } : null;
    const isRepeat = result.batch?.isFirst === false;
    this.#state.ended(item, { isSuccess: isSuccess(result), isSilent: isUnreachable, ms, isRepeat, ofReceiver }, now());
    this.#log.add(completion);
    onVerdict({ ...verdict, status, isUnreachable });
    this.#calls.updateHealth(this.failures);
    this.#step();
  }

  #startWork(): void {
    if (this.#isOver) return;
    const state = this.#state;
    const log = this.#log;
    if (log.isDue(this.#isWaiting() ? 0 : this.#maxWaitMs)) this.#work("flush", () => log.flush());
    if (state.needsWarningChange) this.#work("warn", () => log.changeWarning());
    if (state.needsPostponing) this.#work("postpone", () => log.postpone());
    if (state.wantsRetries(this.#options.clock())) this.#work("retries", () => log.readRetries());
    if (state.wantsLog) this.#work("log", () => log.readLog());
  }

  #isWaiting(): boolean {
    return !this.#calls.size && !this.#running.size && !this.#state.canCall;
  }

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
    return !this.#isOver && !this.#running.size && this.#log.isEmpty && this.#state.isIdle;
  }

  /** Records and releases in one statement, if the stream has sent all and met no trouble. @returns whether the statement runs */
  #finish(): boolean {
    const { finishAt } = this.#state;
    if (finishAt === null || this.#isOver || this.#running.size || !this.#log.isPlain) return false;
    this.#work("release", async () => {
      if (await this.#log.finish(finishAt)) this.#over(() => this.#end("released"));
      return true;
    });
    return true;
  }

  #release(): void {
    this.#work("release", async () => {
      const end = await this.#log.release(() => this.#isOver);
      if (end) this.#over(() => this.#end(end));
      return true;
    });
  }
}
