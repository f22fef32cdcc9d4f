import type { CallResult, RunningCall, Sender } from "@highstreet/outbound";
import type { DeliveryHost } from "../delivery-host.ts";
import type { Lease } from "../lease/leases.ts";
import type { Verdict } from "../receivers/receiver-watch.ts";
import type { Completion } from "../record/record-deliveries.ts";
import { FLUSH_MS, Recorder } from "../record/recorder.ts";
import { isSuccess } from "../record/retry-schedule.ts";
import type { SigningSecret } from "../sign/sign-delivery.ts";
import type { CallBudget, Caller } from "./call-budget.ts";
import { completionOf, deliveryCall, supersededUnsent } from "./delivery-call.ts";
import type { StreamLog } from "./stream-log.ts";
import type { Item } from "./stream-queue.ts";
import { StreamState } from "./stream-state.ts";

/** A call that waits this long makes its endpoint unhealthy, like a failed call. */
const SLOW_MS = 2_000;
/** A stream with a call that waits this long is blocked. */
const BLOCKED_MS = 200;

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
  /** Called after each call. */
  onCall: (completion: Completion) => void;
  /** Whether the receiver is down and this stream makes one call as a probe. */
  isProbe: boolean;
  /** Receives the result of each call, for the health of the receiver. */
  onVerdict: (verdict: Verdict) => void;
}

interface Underway {
  call: RunningCall;
  since: number;
  /** Its index in the stream's list. */
  index: number;
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
  readonly #secrets: SigningSecret[];
  /** Running calls in no order. A map that changes this often would keep ended calls in memory. */
  readonly #calls: Underway[] = [];
  readonly #running = new Set<string>();
  #isUnhealthy: boolean;
  #patience = FLUSH_MS;
  #isOver = false;
  #end: (end: "released" | "lost") => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: StreamOptions, validUntil: number) {
    const { lease, log, host, longestRestMs, isProbe } = options;
    this.#options = options;
    this.lease = lease;
    this.validUntil = validUntil;
    this.#state = new StreamState(lease, { longestRestMs, isProbe });
    this.#recorder = new Recorder(log, lease.cursor);
    this.#secrets = host.openSecrets(lease, lease.secret);
    this.#isUnhealthy = this.#seemsUnhealthy();
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
    return this.#isUnhealthy || this.#hasWaited(BLOCKED_MS);
  }

  start(): void {
    this.#step();
  }

  /** Runs every `FLUSH_MS`. @param patience maximum time in ms before completions are recorded */
  tick(patience: number): void {
    this.#patience = patience;
    this.#noteHealth();
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
    for (const { call } of this.#calls.splice(0)) {
      call.abort();
      this.#options.budget.give(this, this.#isUnhealthy ? "unhealthy" : "healthy");
    }
    this.#options.budget.leave(this);
    settle();
  }

  readonly #mayStart = (): boolean => !this.#isOver && this.#options.clock() < this.validUntil;

  /** Starts all calls and work that can start now. Starts nothing while the lease is released. */
  #step(): void {
    if (this.#isOver || this.#running.has("release")) return;
    try {
      this.#startCalls();
      this.#startWork();
      if (this.#isIdle()) this.#work("release", () => this.#release());
    } catch (error) {
      this.#over(() => this.#fail(error));
    }
  }

  #startCalls(): void {
    const { budget } = this.#options;
    while (this.#state.canCall && !this.#recorder.isFull(this.#calls.length)) {
      if (!this.#mayStart()) {
        this.lose();
        return;
      }
      if (!budget.take(this, this.#isUnhealthy ? "unhealthy" : "healthy")) return;
      const item = this.#state.nextCall();
      if (item) this.#call(item);
    }
  }

  #call(item: Item): void {
    const { now, host, sender, clock } = this.#options;
    const at = now();
    const how = { eventBody: host.eventBody, secrets: this.#secrets, at, mayStart: this.#mayStart };
    const call = sender.send(deliveryCall(item, this.lease, how));
    const underway: Underway = { call, since: clock(), index: this.#calls.length };
    this.#calls.push(underway);
    void call.result.then((result) => {
      try {
        this.#complete(item, underway, result, at);
      } catch (error) {
        this.#over(() => this.#fail(error));
      }
    });
  }

  #forget({ index }: Underway): void {
    const last = this.#calls.pop();
    if (!last || last.index === index) return;
    last.index = index;
    this.#calls[index] = last;
  }

  #complete(item: Item, underway: Underway, result: CallResult, at: Date): void {
    if (result.isRefused) this.lose();
    if (this.#isOver) return;
    const { random, onCall, onVerdict, clock, budget } = this.#options;
    this.#forget(underway);
    budget.give(this, this.#isUnhealthy ? "unhealthy" : "healthy");
    const isVerification = !this.#state.isVerified;
    const hasNewer = this.#state.queue.hasNewer(item);
    const completion = completionOf(item, this.lease, result, {
      at,
      hasNewer,
      isVerification,
      now: this.#options.now,
      random,
    });
    onCall(completion);
    const { storeId, receiver } = this.lease;
    const verdict = { receiver, storeId, since: underway.since, isProbe: this.#state.isProbe };
    const { status, isUnreachable } = result;
    if (isVerification) {
      this.#work("ping", () => this.#settlePing(item, completion));
      onVerdict({ ...verdict, status, isUnreachable });
      return;
    }
    const now = clock();
    this.#state.ended(item, isSuccess(result), this.#options.now());
    this.#recorder.add(completion, now);
    onVerdict({ ...verdict, status, isUnreachable });
    this.#noteHealth();
    this.#step();
  }

  #seemsUnhealthy(): boolean {
    return this.#state.health.failures > 0 || this.#hasWaited(SLOW_MS);
  }

  /** Whether a call has waited this long. */
  #hasWaited(ms: number): boolean {
    const before = this.#options.clock() - ms;
    return this.#calls.some(({ since }) => since < before);
  }

  #noteHealth(): void {
    const isUnhealthy = this.#seemsUnhealthy();
    if (isUnhealthy === this.#isUnhealthy) return;
    this.#isUnhealthy = isUnhealthy;
    const { budget } = this.#options;
    budget.leave(this);
    budget.move(this.#calls.length, isUnhealthy ? "healthy" : "unhealthy", isUnhealthy ? "unhealthy" : "healthy");
  }

  /** Starts reads and writes, each kind once at a time. */
  #startWork(): void {
    if (this.#isOver) return;
    const { clock, log } = this.#options;
    const now = clock();
    if (this.#recorder.isDue(now, this.#isWaiting() ? 0 : this.#patience)) this.#work("flush", () => this.#flush());
    if (this.#state.needsWarningChange) {
      const { isFailing } = this.#state.health;
      this.#work("warn", async () =>
        this.#keep(await log.warnOfFailing(isFailing), () => this.#state.warned(isFailing)),
      );
    }
    if (this.#state.needsPostponing) {
      const until = this.#state.nextProbeAt(this.#options.now());
      this.#work("postpone", async () => this.#keep(await log.postpone(until), () => this.#state.postponed(until)));
    }
    if (this.#state.wantsRetries(now)) this.#work("retries", () => this.#readRetries());
    if (this.#state.wantsLog) this.#work("log", () => this.#readLog());
  }

  /** Whether no other completion will come soon. */
  #isWaiting(): boolean {
    return !this.#calls.length && !this.#running.size && !this.#state.canCall;
  }

  #keep(isHeld: boolean, then: () => void): void {
    if (isHeld) then();
    else this.lose();
  }

  #work(kind: string, task: () => Promise<void>): void {
    if (this.#running.has(kind)) return;
    this.#running.add(kind);
    task().then(
      () => {
        this.#running.delete(kind);
        this.#step();
      },
      (error: unknown) => this.#over(() => this.#fail(error)),
    );
  }

  async #flush(): Promise<void> {
    const { failures, failingSince } = this.#state.health;
    const isHeld = await this.#recorder.flush({ cursor: this.#state.queue.cursor, failures, failingSince });
    if (!isHeld) this.lose();
  }

  async #settlePing(item: Item, completion: Completion): Promise<void> {
    const isHeld = await this.#options.log.settlePing(completion);
    this.#keep(isHeld, () => this.#state.pinged(item, completion.result === "delivered"));
  }

  async #readRetries(): Promise<void> {
    const { now, log, clock } = this.#options;
    const { limit } = this.#state.readingRetries(clock());
    const inHand = [...this.#state.queue.retries, ...this.#recorder.retries];
    const { isVerified } = this.#state;
    const retries = await log.readDueRetries({ now: now(), inHand, isVerified, limit });
    this.#supersede(this.#state.retriesRead(retries, limit));
  }

  async #readLog(): Promise<void> {
    const range = this.#state.readingLog();
    const events = await this.#options.log.readLog(range);
    this.#supersede(this.#state.logRead(events, range.after));
  }

  #supersede(over: Item[]): void {
    const { now, clock } = this.#options;
    for (const item of over) this.#recorder.add(supersededUnsent(item, now()), clock());
  }

  #isIdle(): boolean {
    return !this.#isOver && !this.#running.size && this.#recorder.isEmpty && this.#state.isIdle;
  }

  async #release(): Promise<void> {
    const { now, log } = this.#options;
    const { cursor } = this.#state.queue;
    if (cursor !== this.#recorder.cursor) await this.#flush();
    const { wakeVersion, ...work } = await log.peekWork(cursor, this.#state.isVerified);
    if (this.#isOver) return;
    if (wakeVersion === undefined) return this.lose();
    const release = this.#state.release({ wakeVersion, ...work }, now());
    const end = release ? await log.release(release) : "woken";
    if (end === "woken") this.#state.readAgain();
    else this.#over(() => this.#end(end));
  }
}
