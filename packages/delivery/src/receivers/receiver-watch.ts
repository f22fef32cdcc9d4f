import type { Sql } from "@highstreet/db";
import type { CallResult } from "@highstreet/outbound";
import { CALLS_UNTIL_DOWN } from "../constants.ts";
import type { Candidate } from "../lease/leases.ts";
import {
  FIRST_STORE,
  hasAnswered,
  holdStores,
  listReceivers,
  parkStores,
  parkWaiting,
  postponeProbe,
  type ReceiverHealth,
  recordAnswer,
  recordFailure,
  type Unreachable,
  wakeParked,
} from "./receiver-health.ts";

const SYNC_PAUSE_MS = 50;
/** Pause after a probe that found nothing to send. */
const IDLE_PROBE_PAUSE_MS = 250;
const HOLD_MS = 1_000;
/** Time after which a receiver that is down makes a store warn its people. */
const WARN_AFTER_MS = 60_000;

export interface Verdict extends Pick<CallResult, "status" | "isUnreachable"> {
  receiver: string;
  storeId: string;
  since: number;
  isWell: boolean;
  isProbe: boolean;
}

interface Results extends Unreachable {
  /** Whether the receiver has answered before these calls failed. */
  isAnswered: boolean;
  /** Time of the last failure. The write can be later, and the next probe is due a while after the failure. */
  failedAt: Date;
}

/**
 * The health of receivers: the results of this worker and the shared health of all workers. A receiver that answers is up, with any
 * status. While a receiver is down, its stores are parked, and one store at a time makes one call as a probe.
 */
export class ReceiverWatch {
  readonly #ctx: { db: Sql; now: () => Date };
  readonly #clock: () => number;
  readonly #onDown: (receiver: string) => void;
  readonly #roomFor: (receiver: string) => number;
  #known = new Map<string, ReceiverHealth>();
  readonly #results = new Map<string, Results>();
  /** Time of the last answer by the clock, for receivers that this worker calls. */
  readonly #answeredAt = new Map<string, number>();
  readonly #warned = new Set<string>();
  readonly #idleUntil = new Map<string, number>();
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #wokenTo = new Map<string, string>();

  /**
   * @param onDown called for a receiver that goes down, and again when it is sure, to end the streams of blocked stores
   * @param roomFor the number of streams that this worker can start for a receiver
   */
  constructor(
    ctx: { db: Sql; now: () => Date },
    clock: () => number,
    { onDown, roomFor }: { onDown: (receiver: string) => void; roomFor: (receiver: string) => number },
  ) {
    this.#ctx = ctx;
    this.#clock = clock;
    this.#onDown = onDown;
    this.#roomFor = roomFor;
  }

  isWaking(receiver: string): boolean {
    return this.#known.get(receiver)?.isWaking ?? false;
  }

  /** Whether the receiver is down and the store has to wait for it. @param failures failed calls in a row of the store */
  isBlocked({ receiver, failures }: { receiver: string; failures: number }): boolean {
    const { downSince = null, isSure = false } = this.#known.get(receiver) ?? {};
    return downSince !== null && (isSure || failures > 0);
  }

  /** Whether a store of a receiver must warn its people now. True once while a receiver is down, so that not every store warns. */
  mustWarn(receiver: string): boolean {
    const downSince = this.#known.get(receiver)?.downSince;
    if (!downSince || this.#warned.has(receiver)) return false;
    if (this.#ctx.now().getTime() - downSince.getTime() < WARN_AFTER_MS) return false;
    this.#warned.add(receiver);
    return true;
  }

  get counts(): { failing: number; down: number } {
    const known = [...this.#known.values()];
    const down = known.filter(({ downSince }) => downSince).length;
    return { failing: known.filter(({ downSince, isWaking }) => !downSince && !isWaking).length, down };
  }

  /** Records the result of a call. @returns whether to write the results now */
  record(verdict: Verdict): boolean {
    const { receiver, storeId, since, isWell, isProbe } = verdict;
    const known = this.#known.get(receiver);
    if (hasAnswered(verdict)) {
      this.#answeredAt.set(receiver, this.#clock());
      const isKnownToFail = known !== undefined && (known.downSince !== null || known.failingStores.length > 0);
      if (isKnownToFail || this.#results.has(receiver))
        this.#results.set(receiver, { ...this.#noResults(receiver), isAnswered: true });
      return isKnownToFail;
    }
    // A receiver that has answered another call since then is up. A cut connection is the trouble of its store.
    const isAnswered = (this.#answeredAt.get(receiver) ?? Number.NEGATIVE_INFINITY) >= since;
    const isUnreachable = !isAnswered && (verdict.isUnreachable || verdict.status !== null);
    if (!isUnreachable && !isProbe) return false;
    const results = this.#results.get(receiver) ?? this.#noResults(receiver);
    if (isUnreachable) results.storeIds.push(storeId);
    if (isWell) results.wellIds.push(storeId);
    results.isProbe ||= isProbe;
    results.failedAt = this.#ctx.now();
    this.#results.set(receiver, results);
    return isProbe || (known?.failingStores.length ?? 0) + results.storeIds.length >= CALLS_UNTIL_DOWN;
  }

  /** @returns whether stores were woken, or more can be */
  async sync(): Promise<boolean> {
    const { db } = this.#ctx;
    const results = [...this.#results];
    this.#results.clear();
    for (const [receiver, { isAnswered, failedAt, ...unreachable }] of results) {
      if (isAnswered && this.#known.has(receiver)) await recordAnswer(db, receiver);
      if (unreachable.storeIds.length || unreachable.isProbe) await recordFailure(db, unreachable, failedAt);
    }
    if (!results.length && this.#clock() < this.#readAt + SYNC_PAUSE_MS) return this.#wakeParked();
    this.#readAt = this.#clock();
    const all = await listReceivers(db);
    for (const one of all) this.#found(one);
    this.#known = new Map(all.map((one) => [one.receiver, one]));
    for (const receiver of this.#warned) if (!this.#known.get(receiver)?.downSince) this.#warned.delete(receiver);
    const hasWoken = await this.#wakeParked();
    const isDown = ([receiver]: [string, Results]) => this.#known.get(receiver)?.downSince;
    await parkWaiting(
      db,
      results.filter(isDown).map(([receiver]) => receiver),
    );
    return hasWoken;
  }

  /**
   * Parks stores of receivers that are down or have no room. Parked stores wait until a stream of their receiver ends. So failing stores
   * without a place are held instead if the receiver has room for others.
   */
  async park(stores: Candidate[]): Promise<void> {
    if (!stores.length) return;
    const { db, now } = this.#ctx;
    const isHeld = (store: Candidate) =>
      store.failures > 0 && !this.isBlocked(store) && this.#roomFor(store.receiver) > 0;
    await holdStores(db, stores.filter(isHeld), new Date(now().getTime() + HOLD_MS));
    const parked = stores.filter((store) => !isHeld(store));
    if (parked.length) await parkStores(db, parked, now());
    // The next sync must know the receivers of these stores. The stream whose end makes room for them can be the last one.
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

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
      .filter(({ receiver, downSince, probeAt }) => {
        return downSince && probeAt !== null && probeAt <= now && (this.#idleUntil.get(receiver) ?? 0) <= clock;
      })
      .sort((a, b) => Number(a.probeAt) - Number(b.probeAt))
      .map(({ receiver }) => receiver);
  }

  idle(receivers: string[]): void {
    for (const receiver of receivers) this.#idleUntil.set(receiver, this.#clock() + IDLE_PROBE_PAUSE_MS);
  }

  async postpone(receiver: string): Promise<void> {
    this.idle([receiver]);
    await postponeProbe(this.#ctx.db, receiver, this.#ctx.now());
  }

  forget(called: ReadonlySet<string>): void {
    for (const kept of [this.#answeredAt, this.#idleUntil]) {
      for (const receiver of kept.keys())
        if (!called.has(receiver) && !this.#known.has(receiver)) kept.delete(receiver);
    }
  }

  #noResults(receiver: string): Results {
    const failedAt = this.#ctx.now();
    return { receiver, storeIds: [], wellIds: [], isProbe: false, isAnswered: false, failedAt };
  }

  #found(health: ReceiverHealth): void {
    const { receiver, downSince, isSure } = health;
    const before = this.#known.get(receiver);
    this.#known.set(receiver, health);
    if (downSince && (!before?.downSince || before.isSure !== isSure)) this.#onDown(receiver);
  }
}
