import type { CallResult } from "@highstreet/outbound";
import { STORES_UNTIL_DOWN } from "../constants.ts";
import type { Candidate } from "../lease/leases.ts";
import { isSuccess } from "../record/retry-schedule.ts";
import {
  FIRST_STORE,
  listReceivers,
  noteFailure,
  noteSuccess,
  parkStores,
  parkWaiting,
  postponeProbe,
  type ReceiverHealth,
  type WorkerDb,
  wakeParked,
} from "./receiver-health.ts";

/** Minimum pause between reads of the shared health from the database. */
const EACH_MS = 50;
/** Pause after a probe that found nothing to send. */
const IDLE_MS = 250;
/** Statuses of a gateway if the receiver behind it does not answer. */
const unavailable = new Set([502, 503, 504]);

/** The result of a call, for the health of its receiver. */
export interface Verdict extends Pick<CallResult, "status" | "isUnreachable"> {
  receiver: string;
  storeId: string;
  /** Start of the call, by the clock. */
  since: number;
  isProbe: boolean;
}

/** Results for a receiver since the last write. */
interface Results {
  /** Stores with failed calls since the last good call. */
  failing: Set<string>;
  isUnreachable: boolean;
  isProbe: boolean;
  isGood: boolean;
  /** Time of the last failure. The write can be later, and the next probe is due a while after the failure. */
  failedAt: Date;
}

/**
 * The health of receivers: the results of this worker and the shared health of all workers. While a receiver is down, its stores are
 * parked, and one store at a time makes one call as a probe.
 */
export class ReceiverWatch {
  readonly #ctx: { db: WorkerDb; now: () => Date };
  readonly #clock: () => number;
  readonly #onDown: (receiver: string) => void;
  readonly #roomFor: (receiver: string) => number;
  #known = new Map<string, ReceiverHealth>();
  readonly #results = new Map<string, Results>();
  /** Time of the last good call by the clock, for receivers that this worker calls. */
  readonly #goodAt = new Map<string, number>();
  readonly #idleUntil = new Map<string, number>();
  #readAt = Number.NEGATIVE_INFINITY;
  /** The store that was woken last, by receiver. */
  readonly #wokenTo = new Map<string, string>();

  /**
   * @param onDown called once for each receiver that goes down, to end its streams
   * @param roomFor the number of streams that this worker can start for a receiver
   */
  constructor(
    ctx: { db: WorkerDb; now: () => Date },
    clock: () => number,
    { onDown, roomFor }: { onDown: (receiver: string) => void; roomFor: (receiver: string) => number },
  ) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#onDown = onDown;
    this.#roomFor = roomFor;
  }

  /** Whether the receiver is up and has parked stores. */
  isWaking(receiver: string): boolean {
    return this.#known.get(receiver)?.isWaking ?? false;
  }

  isDown(receiver: string): boolean {
    return this.#known.get(receiver)?.isDown ?? false;
  }

  /** Number of receivers with failed last calls, and of those that are down. */
  get counts(): { failing: number; down: number } {
    const known = [...this.#known.values()];
    const down = known.filter(({ isDown }) => isDown).length;
    return { failing: known.filter(({ isDown, isWaking }) => !isDown && !isWaking).length, down };
  }

  /** Records the result of a call. @returns whether to write the results now */
  note(verdict: Verdict): boolean {
    const { receiver, storeId, status, since, isProbe } = verdict;
    const known = this.#known.get(receiver);
    if (isSuccess(verdict)) {
      this.#goodAt.set(receiver, this.#clock());
      const isKnownToFail = known !== undefined && (known.isDown || known.failingStores.length > 0);
      if (isKnownToFail || this.#results.has(receiver))
        this.#results.set(receiver, { ...this.#noResults(), isGood: true });
      return isKnownToFail;
    }
    const hasAnswered = (this.#goodAt.get(receiver) ?? Number.NEGATIVE_INFINITY) >= since;
    // A receiver that has answered another call since then is up.
    const isUnreachable = !hasAnswered && (verdict.isUnreachable || (status !== null && unavailable.has(status)));
    if (!isUnreachable && !isProbe && known?.failingStores.includes(storeId)) return false;
    const results = this.#results.get(receiver) ?? this.#noResults();
    results.failing.add(storeId);
    results.failedAt = this.#ctx.now();
    results.isUnreachable ||= isUnreachable;
    results.isProbe ||= isProbe;
    this.#results.set(receiver, results);
    if (isUnreachable) this.#found({ receiver, failingStores: [], probeAt: null, isWaking: false, isDown: true });
    return isUnreachable || isProbe || results.failing.size >= STORES_UNTIL_DOWN;
  }

  /**
   * Writes the results, reads the shared health, and wakes the next stores of receivers that are up again.
   * @returns whether stores were woken, or more can be
   */
  async sync(): Promise<boolean> {
    const { db } = this.#ctx;
    const results = [...this.#results];
    this.#results.clear();
    for (const [receiver, { failing, isGood, failedAt, ...seen }] of results) {
      if (isGood && this.#known.has(receiver)) await noteSuccess(db, receiver);
      if (failing.size) await noteFailure(db, { receiver, storeIds: [...failing], ...seen }, failedAt);
    }
    if (!results.length && this.#clock() < this.#readAt + EACH_MS) return this.#wakeParked();
    this.#readAt = this.#clock();
    const all = await listReceivers(db);
    for (const one of all) this.#found(one);
    this.#known = new Map(all.map((one) => [one.receiver, one]));
    const hasWoken = await this.#wakeParked();
    const down = results.filter(([receiver]) => this.isDown(receiver));
    await parkWaiting(
      db,
      down.map(([receiver]) => receiver),
    );
    return hasWoken;
  }

  /** Parks stores of receivers that are down or have no room. */
  async park(stores: Candidate[]): Promise<void> {
    if (!stores.length) return;
    await parkStores(this.#ctx.db, stores, this.#ctx.now());
    // The next sync must know the receivers of these stores. The stream whose end makes room for them can be the last one.
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** Wakes as many parked stores as this worker has room for. @returns whether stores were woken, or more can be */
  async #wakeParked(): Promise<boolean> {
    let hasWoken = false;
    for (const { receiver, isWaking } of this.#known.values()) {
      const room = isWaking ? this.#roomFor(receiver) : 0;
      if (room <= 0) continue;
      const after = this.#wokenTo.get(receiver) ?? FIRST_STORE;
      const { woken, last } = await wakeParked(this.#ctx.db, receiver, room, after);
      this.#wokenTo.set(receiver, last);
      hasWoken ||= woken > 0 || last !== after;
    }
    for (const receiver of this.#wokenTo.keys()) if (!this.isWaking(receiver)) this.#wokenTo.delete(receiver);
    return hasWoken;
  }

  /** Receivers with a due probe, the longest due first. */
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

  /** Records that nothing is due for these receivers. */
  idle(receivers: string[]): void {
    for (const receiver of receivers) this.#idleUntil.set(receiver, this.#clock() + IDLE_MS);
  }

  /** Gives back an unused probe. */
  async postpone(receiver: string): Promise<void> {
    this.idle([receiver]);
    await postponeProbe(this.#ctx.db, receiver, this.#ctx.now());
  }

  /** Drops all receivers except for those that this worker calls and those that fail. */
  forget(called: ReadonlySet<string>): void {
    for (const kept of [this.#goodAt, this.#idleUntil]) {
      for (const receiver of kept.keys())
        if (!called.has(receiver) && !this.#known.has(receiver)) kept.delete(receiver);
    }
  }

  #noResults(): Results {
    const failedAt = this.#ctx.now();
    return { failing: new Set(), isUnreachable: false, isProbe: false, isGood: false, failedAt };
  }

  #found(health: ReceiverHealth): void {
    const isNew = health.isDown && !this.isDown(health.receiver);
    if (isNew || !this.#known.has(health.receiver)) this.#known.set(health.receiver, health);
    if (isNew) this.#onDown(health.receiver);
  }
}
