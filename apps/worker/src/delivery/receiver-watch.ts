import type { Context } from "@highstreet/router";
import type { CallResult } from "@highstreet/router/outbound/index.ts";
import {
  isGood,
  listReceivers,
  noteFailure,
  noteSuccess,
  parkWaiting,
  postponeProbe,
  type ReceiverHealth,
  wakeParked,
} from "@highstreet/router/webhooks/index.ts";

/** The database is asked for what other workers know at most so often. */
const EACH_MS = 50;
/** A probe that finds nothing to send is not looked for again for so long. */
const IDLE_MS = 250;
/** What a gateway says of a receiver behind it that does not answer. */
const unavailable = new Set([502, 503, 504]);

/** How a call ended, as far as it says something of its receiver. */
export interface Verdict extends Pick<CallResult, "status" | "isUnreachable"> {
  receiver: string;
  storeId: string;
  /** When the call began, by the clock. */
  since: number;
  isProbe: boolean;
}

/** What was seen of a receiver since it was last written. */
interface News {
  /** Stores whose calls failed since the last good call. */
  failing: Set<string>;
  isUnreachable: boolean;
  isProbe: boolean;
  isGood: boolean;
}

/**
 * The health of receivers: what this worker sees of them, and what all workers know. While a receiver is down, its stores are
 * parked, and one of them at a time is called as a probe.
 */
export class ReceiverWatch {
  readonly #ctx: Pick<Context, "db" | "now">;
  readonly #clock: () => number;
  readonly #onDown: (receiver: string) => void;
  #known = new Map<string, ReceiverHealth>();
  readonly #news = new Map<string, News>();
  /** By the clock; of receivers that are called here. */
  readonly #goodAt = new Map<string, number>();
  readonly #idleUntil = new Map<string, number>();
  #readAt = Number.NEGATIVE_INFINITY;

  /** @param onDown called once for each receiver that is found to be down: its lanes stand back */
  constructor(ctx: Pick<Context, "db" | "now">, clock: () => number, onDown: (receiver: string) => void) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#onDown = onDown;
  }

  isDown(receiver: string): boolean {
    return this.#known.get(receiver)?.isDown ?? false;
  }

  /** Takes the end of a call. @returns whether it should be written now */
  note(verdict: Verdict): boolean {
    const { receiver, storeId, status, since, isProbe } = verdict;
    const known = this.#known.get(receiver);
    if (isGood(verdict)) {
      this.#goodAt.set(receiver, this.#clock());
      const isKnownToFail = known !== undefined && (known.isDown || known.failingStores.length > 0);
      if (isKnownToFail || this.#news.has(receiver)) this.#news.set(receiver, { ...calm(), isGood: true });
      return isKnownToFail;
    }
    const hasAnswered = (this.#goodAt.get(receiver) ?? Number.NEGATIVE_INFINITY) >= since;
    // A receiver that has answered another call meanwhile is there.
    const isUnreachable = !hasAnswered && (verdict.isUnreachable || (status !== null && unavailable.has(status)));
    if (!isUnreachable && !isProbe && known?.failingStores.includes(storeId)) return false;
    const news = this.#news.get(receiver) ?? calm();
    news.failing.add(storeId);
    news.isUnreachable ||= isUnreachable;
    news.isProbe ||= isProbe;
    this.#news.set(receiver, news);
    if (isUnreachable) this.#found({ receiver, failingStores: [], probeAt: null, isWaking: false, isDown: true });
    return isUnreachable || isProbe || news.failing.size >= 3;
  }

  /** Writes what was seen, reads what all workers know, and wakes the next stores of receivers that are up again. */
  async sync(): Promise<void> {
    const { db, now } = this.#ctx;
    const news = [...this.#news];
    this.#news.clear();
    for (const [receiver, { failing, isGood, ...seen }] of news) {
      if (isGood && this.#known.has(receiver)) await noteSuccess(db, receiver);
      if (failing.size) await noteFailure(db, { receiver, storeIds: [...failing], ...seen }, now());
    }
    if (!news.length && this.#clock() < this.#readAt + EACH_MS) return;
    this.#readAt = this.#clock();
    const all = await listReceivers(db);
    for (const one of all) this.#found(one);
    this.#known = new Map(all.map((one) => [one.receiver, one]));
    for (const { receiver, isWaking } of all) if (isWaking) await wakeParked(db, receiver);
    const down = news.filter(([receiver]) => this.isDown(receiver));
    await parkWaiting(
      db,
      down.map(([receiver]) => receiver),
    );
  }

  /** Parks all that waits for these receivers. */
  async park(receivers: Iterable<string>): Promise<void> {
    await parkWaiting(this.#ctx.db, [...new Set(receivers)]);
  }

  /** Receivers whose next probe is due, the one that waits longest first. */
  get dueProbes(): string[] {
    const now = this.#ctx.now();
    const clock = this.#clock();
    return [...this.#known.values()]
      .filter(({ receiver, isDown, probeAt }) => {
        return isDown && probeAt !== null && probeAt <= now && (this.#idleUntil.get(receiver) ?? 0) <= clock;
      })
      .sort((a, b) => Number(a.probeAt) - Number(b.probeAt))
      .map(({ receiver }) => receiver);
  }

  /** Notes that nothing is due for these receivers. */
  idle(receivers: string[]): void {
    for (const receiver of receivers) this.#idleUntil.set(receiver, this.#clock() + IDLE_MS);
  }

  /** Gives a probe back that was not made. */
  async putOff(receiver: string): Promise<void> {
    this.idle([receiver]);
    await postponeProbe(this.#ctx.db, receiver, this.#ctx.now());
  }

  /** Forgets all but the receivers that are called here, and those that fail. */
  forget(called: ReadonlySet<string>): void {
    for (const kept of [this.#goodAt, this.#idleUntil]) {
      for (const receiver of kept.keys())
        if (!called.has(receiver) && !this.#known.has(receiver)) kept.delete(receiver);
    }
  }

  #found(health: ReceiverHealth): void {
    const isNew = health.isDown && !this.isDown(health.receiver);
    if (isNew || !this.#known.has(health.receiver)) this.#known.set(health.receiver, health);
    if (isNew) this.#onDown(health.receiver);
  }
}

const calm = (): News => ({ failing: new Set(), isUnreachable: false, isProbe: false, isGood: false });
