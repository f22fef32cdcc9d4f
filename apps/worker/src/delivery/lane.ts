import type { Context } from "@highstreet/router";
import {
  type Completion,
  holdStore,
  type Lease,
  lookAround,
  parkStore,
  readDueRetries,
  readLog,
  settlePing,
  tellFailing,
} from "@highstreet/router/webhooks/index.ts";
import type { CallResult } from "./answer-reader.ts";
import { completionOf, deliveryCall, isGood, supersededUnsent } from "./delivery-call.ts";
import { EndpointHealth } from "./endpoint-health.ts";
import { type Item, LaneQueue } from "./lane-queue.ts";
import { FLUSH_MS, Recorder } from "./recorder.ts";
import type { RunningCall, Sender } from "./sender.ts";
import { Signal } from "./signal.ts";

/** Calls in flight at most, one a subject. */
const WINDOW = 16;
/** Events read at once, and how few may be left in hand before the next are read. */
const BATCH = 256;
const LOW_WATER = 128;
/** How often a lane that waits for answers looks for new events and due retries. */
const LOOK_MS = 100;
/** Then others get their turn. */
const YIELD_AFTER = 5_000;
/** contract §6, Failing endpoint. */
const PROBE_EACH_MS = 30_000;

export interface LaneOptions {
  ctx: Context;
  lease: Lease;
  sender: Sender;
  /** From 0 up to 1: spreads retries. */
  random: () => number;
  /** Told of each call that ended. */
  onCall: (completion: Completion) => void;
}

/**
 * Sends one store's events under a lease: what is new in its log and the retries that are due, until nothing is left,
 * the lease is lost, or others should have a turn. Everything it decides is safe against being killed at any moment:
 * what it starts was claimed before, and what it has recorded is never sent again.
 */
export class Lane {
  readonly lease: Lease;
  /** By `performance.now()`: no call starts after it. */
  validUntil: number;
  readonly #options: LaneOptions;
  readonly #queue: LaneQueue;
  readonly #health: EndpointHealth;
  readonly #recorder: Recorder;
  #secret = "";
  readonly #signal = new Signal();
  readonly #calls = new Map<Item, RunningCall>();
  readonly #running = new Set<string>();
  /** An earlier worker may have sent what lies between the cursor and this. */
  #doubtTo: number;
  #isVerified: boolean;
  #isTold: boolean;
  #isLost = false;
  #isDraining = false;
  #isLogRead = false;
  #areRetriesRead = false;
  #logLookedAt = Number.NEGATIVE_INFINITY;
  #retriesLookedAt = Number.NEGATIVE_INFINITY;
  #started = 0;
  /** A failing endpoint is called once a lease. */
  #holdUntil: Date | null = null;
  #hasProbed = false;
  #error: unknown;

  constructor(options: LaneOptions, validUntil: number) {
    const { lease } = options;
    this.#options = options;
    this.lease = lease;
    this.validUntil = validUntil;
    this.#queue = new LaneQueue(lease.cursor);
    this.#recorder = new Recorder(options.ctx.db, lease);
    this.#doubtTo = lease.claimedTo;
    this.#isVerified = lease.isVerified;
    this.#isTold = lease.warnings.some((warning) => warning.id === "WebhookEndpointFailing");
    this.#health = new EndpointHealth(lease, this.#isTold);
  }

  /**
   * @returns `parked`: given back, `lost`: not ours any more
   * @throws what the database threw: the lease is then to be taken anew
   */
  async run(): Promise<"parked" | "lost"> {
    const timer = setInterval(() => this.#signal.notify(), FLUSH_MS);
    try {
      this.#secret = this.#options.ctx.vault.open(this.lease.secret);
      while (!this.#isLost) {
        this.#startCalls();
        this.#startWork();
        if (this.#isIdle()) {
          const end = await this.#park();
          if (end === "woken") continue;
          return end;
        }
        await this.#signal.wait();
      }
      if (this.#error !== undefined) throw this.#error;
      return "lost";
    } finally {
      this.#isLost = true;
      clearInterval(timer);
      for (const call of this.#calls.values()) call.abort();
    }
  }

  /** Drops everything: the lease is another's. */
  lose(): void {
    this.#isLost = true;
    for (const call of this.#calls.values()) call.abort();
    this.#signal.notify();
  }

  /** Finishes what was started, and then gives the store back. */
  drain(): void {
    this.#isDraining = true;
    this.#signal.notify();
  }

  readonly #mayStart = (): boolean => !this.#isLost && performance.now() < this.validUntil;

  #startCalls(): void {
    while (this.#calls.size < this.#window()) {
      if (!this.#mayStart()) {
        this.lose();
        return;
      }
      // While draining, only what fills the gaps before the last one started, so that none is left in doubt.
      const upTo = this.#isDraining ? this.#queue.startedTo : this.#recorder.claimedTo;
      const item = this.#queue.next(upTo, !this.#isDraining);
      if (!item) return;
      this.#call(item);
    }
  }

  #window(): number {
    if (!this.#isVerified) return 1;
    if (!this.#health.isFailing) return WINDOW;
    return this.#holdUntil && !this.#hasProbed ? 1 : 0;
  }

  #call(item: Item): void {
    const { ctx, sender } = this.#options;
    const at = ctx.now();
    if (this.#health.isFailing) this.#hasProbed = true;
    if (++this.#started >= YIELD_AFTER) this.#isDraining = true;
    const call = sender.send(deliveryCall(item, this.lease, { secret: this.#secret, at, mayStart: this.#mayStart }));
    this.#calls.set(item, call);
    call.result
      .then((result) => this.#complete(item, result, at))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#signal.notify());
  }

  #complete(item: Item, result: CallResult, at: Date): void {
    this.#calls.delete(item);
    if (result.isRefused) this.lose();
    if (this.#isLost) return;
    const { ctx, random, onCall } = this.#options;
    const isVerification = !this.#isVerified;
    const hasNewer = this.#queue.hasNewer(item);
    const completion = completionOf(item, this.lease, result, { at, hasNewer, isVerification, now: ctx.now, random });
    onCall(completion);
    if (isVerification) {
      this.#work("ping", () => this.#settlePing(item, completion));
      return;
    }
    const wasFailing = this.#health.isFailing;
    this.#health.note(isGood(result), ctx.now());
    // The first probe comes after the first wait.
    if (!wasFailing && this.#health.isFailing) this.#hasProbed = true;
    this.#queue.finish(item);
    this.#recorder.add([completion]);
  }

  async #settlePing(item: Item, completion: Completion): Promise<void> {
    if (!(await settlePing(this.#options.ctx, this.lease, completion))) return this.lose();
    this.#queue.finish(item);
    this.#areRetriesRead = false;
    this.#isVerified = completion.result === "delivered";
  }

  /** Starts what is to be done besides calling, each kind once at a time. */
  #startWork(): void {
    if (this.#isLost) return;
    const now = performance.now();
    if (this.#isFlushDue(now)) this.#work("flush", () => this.#flush());
    if (this.#isVerified && this.#isTold !== this.#health.isFailing) this.#work("tell", () => this.#tell());
    if (this.#isDraining) return;
    if (this.#isVerified && this.#health.isFailing) {
      if (this.#hasProbed) return;
      if (!this.#holdUntil) {
        this.#work("hold", () => this.#hold());
        return;
      }
    }
    if (!this.#areRetriesRead || now - this.#retriesLookedAt >= LOOK_MS)
      this.#work("retries", () => this.#readRetries());
    if (this.#isLogWanted(now)) this.#work("log", () => this.#readLog());
  }

  #isFlushDue(now: number): boolean {
    return this.#recorder.isDue(now) || (!this.#isDraining && this.#queue.loadedTo > this.#recorder.claimedTo);
  }

  #isLogWanted(now: number): boolean {
    if (!this.#isVerified || this.#queue.unstarted >= LOW_WATER) return false;
    // A probe is the oldest due retry; an event of the log only if none is due.
    if (this.#health.isFailing && (!this.#areRetriesRead || this.#queue.unstarted > 0)) return false;
    return !this.#isLogRead || now - this.#logLookedAt >= LOOK_MS;
  }

  #work(kind: string, task: () => Promise<void>): void {
    if (this.#running.has(kind)) return;
    this.#running.add(kind);
    task()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#running.delete(kind);
        this.#signal.notify();
      });
  }

  #fail(error: unknown): void {
    if (this.#isLost) return;
    this.#error = error;
    this.lose();
  }

  async #flush(): Promise<void> {
    const { cursor, loadedTo } = this.#queue;
    const { failures, failingSince } = this.#health;
    const claimTo = this.#isDraining ? cursor : loadedTo;
    if (!(await this.#recorder.flush({ cursor, claimTo, failures, failingSince }))) this.lose();
  }

  async #tell(): Promise<void> {
    const { isFailing } = this.#health;
    if (!(await tellFailing(this.#options.ctx, this.lease, isFailing))) return this.lose();
    this.#isTold = isFailing;
  }

  /** Before the probe, so that no crash makes it more than one each 30 s. */
  async #hold(): Promise<void> {
    const { ctx } = this.#options;
    const until = new Date(ctx.now().getTime() + PROBE_EACH_MS);
    if (!(await holdStore(ctx.db, this.lease, until))) return this.lose();
    this.#holdUntil = until;
  }

  async #readRetries(): Promise<void> {
    const { ctx } = this.#options;
    this.#retriesLookedAt = performance.now();
    const limit = this.#health.isFailing ? 1 : BATCH;
    const inHand = [...this.#queue.retries, ...this.#recorder.retries];
    this.#queue.watchNewer();
    const now = ctx.now();
    const retries = await readDueRetries(ctx.db, this.lease, { now, inHand, isVerified: this.#isVerified, limit });
    const over = this.#queue.addRetries(retries);
    this.#recorder.add(over.map((item) => supersededUnsent(item, now)));
    this.#areRetriesRead = retries.length < limit || over.length < retries.length;
  }

  async #readLog(): Promise<void> {
    const { ctx } = this.#options;
    this.#logLookedAt = performance.now();
    const after = this.#queue.loadedTo;
    const isInDoubt = after < this.#doubtTo;
    const events = await readLog(ctx.db, this.lease, { after, doubtTo: this.#doubtTo, limit: BATCH });
    if (isInDoubt && !events.length) this.#doubtTo = after;
    this.#isLogRead = !isInDoubt && events.length < BATCH;
    const now = ctx.now();
    this.#recorder.add(this.#queue.addEvents(events).map((item) => supersededUnsent(item, now)));
  }

  /** Nothing is on its way, and nothing is left to start. */
  #isIdle(): boolean {
    if (this.#isLost || this.#calls.size || this.#running.size || !this.#recorder.isEmpty) return false;
    if (this.#isDraining) return true;
    if (!this.#isVerified) return this.#areRetriesRead && this.#queue.unstarted === 0;
    if (this.#isTold !== this.#health.isFailing) return false;
    if (this.#health.isFailing && this.#hasProbed) return true;
    return this.#areRetriesRead && this.#isLogRead && this.#queue.unstarted === 0;
  }

  async #park(): Promise<"parked" | "woken" | "lost"> {
    const { ctx } = this.#options;
    if (this.#queue.cursor !== this.#recorder.cursor) await this.#flush();
    const { cursor, startedTo } = this.#queue;
    const view = await lookAround(ctx.db, this.lease, cursor, this.#isVerified);
    if (this.#isLost || view.wake === undefined) return "lost";
    const isProbing = this.#isVerified && this.#health.isFailing;
    const isRetryDue = view.retryAt !== null && view.retryAt <= ctx.now();
    if (!this.#isDraining && !isProbing && (isRetryDue || (this.#isVerified && view.more))) return this.#lookAgain();
    const claimedTo = Math.max(startedTo, cursor, this.#doubtTo);
    const parked = await parkStore(ctx.db, this.lease, { wake: view.wake, claimedTo, ...this.#due(view.retryAt) });
    if (parked === "woken") {
      this.#recorder.giveBack(claimedTo);
      this.#lookAgain();
    }
    return parked;
  }

  #due(retryAt: Date | null): { dueAt: Date | null; holdUntil: Date | null } {
    if (!this.#isVerified) return { dueAt: retryAt, holdUntil: retryAt };
    if (this.#health.isFailing && this.#hasProbed) {
      const until = this.#holdUntil ?? new Date(this.#options.ctx.now().getTime() + PROBE_EACH_MS);
      return { dueAt: until, holdUntil: until };
    }
    return { dueAt: this.#isDraining ? this.#options.ctx.now() : retryAt, holdUntil: null };
  }

  #lookAgain(): "woken" {
    this.#isLogRead = false;
    this.#areRetriesRead = false;
    return "woken";
  }
}
