import type { CallResult, RunningCall, Sender } from "@highstreet/outbound";
import type { Context } from "@highstreet/router";
import {
  type Completion,
  isGood,
  type Lease,
  openSecrets,
  type SigningSecret,
} from "@highstreet/router/features/webhooks/index.ts";
import type { CallBudget, Caller } from "./call-budget.ts";
import { completionOf, deliveryCall, supersededUnsent } from "./delivery-call.ts";
import type { LaneLog } from "./lane-log.ts";
import type { Item } from "./lane-queue.ts";
import { LaneState } from "./lane-state.ts";
import type { Verdict } from "./receiver-watch.ts";
import { FLUSH_MS, Recorder } from "./recorder.ts";

/** A call that has waited for so long says of its endpoint what a failed one says. */
const SLOW_MS = 2_000;
/** … and after this, that other stores need not wait for it. */
const HELD_UP_MS = 200;

export interface LaneOptions {
  ctx: Pick<Context, "now" | "vault">;
  lease: Lease;
  log: LaneLog;
  sender: Pick<Sender, "send">;
  budget: CallBudget;
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number;
  /** From 0 up to 1: spreads retries. */
  random: () => number;
  /** How long a call at most waits after many that failed. */
  longestRestMs: number;
  /** Told of each call that ended. */
  onCall: (completion: Completion) => void;
  /** Whether the receiver is down and this lane makes one call as a probe. */
  isProbe: boolean;
  /** Receives the result of each call, for the health of the receiver. */
  onVerdict: (verdict: Verdict) => void;
}

interface Underway {
  call: RunningCall;
  since: number;
  /** Its place in the lane's list. */
  index: number;
}

/**
 * Sends one store's events under a lease: what is new in its log and the retries that are due, until nothing is left,
 * the lease is lost, or others should have a turn. What is to be done it asks LaneState. Everything is safe against being
 * killed at any moment: what it starts was claimed before, and what it has recorded is never sent again.
 */
export class Lane implements Caller {
  readonly lease: Lease;
  /** By `clock`: no call starts after it. */
  validUntil: number;
  /** Settles when the store is given back (`parked`), is not ours any more (`lost`), or with what the database threw. */
  readonly ended: Promise<"parked" | "lost">;
  readonly #options: LaneOptions;
  readonly #state: LaneState;
  readonly #recorder: Recorder;
  readonly #secrets: SigningSecret[];
  /** In no order. A map would keep calls that are over from being forgotten: it has no more than a few, and changes all the time. */
  readonly #calls: Underway[] = [];
  readonly #running = new Set<string>();
  #isAiling: boolean;
  #patience = FLUSH_MS;
  #isOver = false;
  #end: (end: "parked" | "lost") => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;

  constructor(options: LaneOptions, validUntil: number) {
    const { lease, log, ctx, longestRestMs, isProbe } = options;
    this.#options = options;
    this.lease = lease;
    this.validUntil = validUntil;
    this.#state = new LaneState(lease, { longestRestMs, isProbe });
    this.#recorder = new Recorder(log, lease.cursor);
    this.#secrets = openSecrets(ctx.vault, lease, lease.secret);
    this.#isAiling = this.#seemsAiling();
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
  }

  get receiver(): string {
    return this.lease.receiver;
  }

  /** Whether the lane is a probe without an answer yet. */
  get isProbe(): boolean {
    return this.#state.isProbe;
  }

  /** Calls made. */
  get started(): number {
    return this.#state.started;
  }

  /** Its endpoint does not answer well, or does not answer now: it waits more than it works. */
  get isHeldUp(): boolean {
    return this.#isAiling || this.#hasWaited(HELD_UP_MS);
  }

  start(): void {
    this.#step();
  }

  /** To be called each `FLUSH_MS`. @param patience how long what is done may wait to be recorded, in ms */
  tick(patience: number): void {
    this.#patience = patience;
    this.#noteHealth();
    this.#step();
  }

  /** Looks for new events and due retries. */
  look(): void {
    this.#state.hear(this.#options.clock());
    this.#step();
  }

  offer(): void {
    this.#step();
  }

  /** Drops everything: the lease is another's. */
  lose(): void {
    this.#over(() => this.#end("lost"));
  }

  /** Finishes what was started, and then gives the store back. */
  drain(): void {
    this.#state.drain();
    this.#step();
  }

  /** Ends the lane because its receiver is down: gives the store back when the calls in flight have ended. */
  standBack(): void {
    this.#state.standBack();
    this.#step();
  }

  #over(settle: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { call } of this.#calls.splice(0)) {
      call.abort();
      this.#options.budget.give(this, this.#isAiling ? "ailing" : "well");
    }
    this.#options.budget.leave(this);
    settle();
  }

  readonly #mayStart = (): boolean => !this.#isOver && this.#options.clock() < this.validUntil;

  /** Starts all that may be started now; while the store is being given back, nothing. */
  #step(): void {
    if (this.#isOver || this.#running.has("park")) return;
    try {
      this.#startCalls();
      this.#startWork();
      if (this.#isIdle()) this.#work("park", () => this.#park());
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
      if (!budget.take(this, this.#isAiling ? "ailing" : "well")) return;
      const item = this.#state.nextCall();
      if (item) this.#call(item);
    }
  }

  #call(item: Item): void {
    const { ctx, sender, clock } = this.#options;
    const at = ctx.now();
    const call = sender.send(deliveryCall(item, this.lease, { secrets: this.#secrets, at, mayStart: this.#mayStart }));
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
    const { ctx, random, onCall, onVerdict, clock, budget } = this.#options;
    this.#forget(underway);
    budget.give(this, this.#isAiling ? "ailing" : "well");
    const isVerification = !this.#state.isVerified;
    const hasNewer = this.#state.queue.hasNewer(item);
    const completion = completionOf(item, this.lease, result, { at, hasNewer, isVerification, now: ctx.now, random });
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
    this.#state.ended(item, isGood(result), ctx.now());
    this.#recorder.add(completion, now);
    onVerdict({ ...verdict, status, isUnreachable });
    this.#noteHealth();
    this.#step();
  }

  #seemsAiling(): boolean {
    return this.#state.health.failures > 0 || this.#hasWaited(SLOW_MS);
  }

  /** Whether some call has waited for so long. */
  #hasWaited(ms: number): boolean {
    const before = this.#options.clock() - ms;
    return this.#calls.some(({ since }) => since < before);
  }

  #noteHealth(): void {
    const isAiling = this.#seemsAiling();
    if (isAiling === this.#isAiling) return;
    this.#isAiling = isAiling;
    const { budget } = this.#options;
    budget.leave(this);
    budget.move(this.#calls.length, isAiling ? "well" : "ailing", isAiling ? "ailing" : "well");
  }

  /** Starts what is to be done besides calling, each kind once at a time. */
  #startWork(): void {
    if (this.#isOver) return;
    const { clock, ctx, log } = this.#options;
    const now = clock();
    if (this.#recorder.isDue(now, this.#isWaiting() ? 0 : this.#patience)) this.#work("flush", () => this.#flush());
    if (this.#state.wantsTelling) {
      const { isFailing } = this.#state.health;
      this.#work("tell", async () => this.#keep(await log.tellFailing(isFailing), () => this.#state.told(isFailing)));
    }
    if (this.#state.wantsHold) {
      const until = this.#state.holdUntil(ctx.now());
      this.#work("hold", async () => this.#keep(await log.hold(until), () => this.#state.held(until)));
    }
    if (this.#state.wantsRetries(now)) this.#work("retries", () => this.#readRetries());
    if (this.#state.wantsLog) this.#work("log", () => this.#readLog());
  }

  /** Nothing more comes that could be recorded together with what there is. */
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
    const { ctx, log, clock } = this.#options;
    const { limit } = this.#state.readingRetries(clock());
    const inHand = [...this.#state.queue.retries, ...this.#recorder.retries];
    const { isVerified } = this.#state;
    const retries = await log.readDueRetries({ now: ctx.now(), inHand, isVerified, limit });
    this.#supersede(this.#state.retriesRead(retries, limit));
  }

  async #readLog(): Promise<void> {
    const range = this.#state.readingLog();
    const events = await this.#options.log.readLog(range);
    this.#supersede(this.#state.logRead(events, range.after));
  }

  #supersede(over: Item[]): void {
    const { ctx, clock } = this.#options;
    for (const item of over) this.#recorder.add(supersededUnsent(item, ctx.now()), clock());
  }

  #isIdle(): boolean {
    return !this.#isOver && !this.#running.size && this.#recorder.isEmpty && this.#state.isIdle;
  }

  async #park(): Promise<void> {
    const { ctx, log } = this.#options;
    const { cursor } = this.#state.queue;
    if (cursor !== this.#recorder.cursor) await this.#flush();
    const { wake, ...view } = await log.lookAround(cursor, this.#state.isVerified);
    if (this.#isOver) return;
    if (wake === undefined) return this.lose();
    const parking = this.#state.parking({ wake, ...view }, ctx.now());
    const end = parking ? await log.park(parking) : "woken";
    if (end === "woken") this.#state.lookAgain();
    else this.#over(() => this.#end(end));
  }
}
