import { setTimeout as delay } from "node:timers/promises";
import { Sender } from "@highstreet/outbound";
import type { Context } from "@highstreet/router";
import {
  type Candidate,
  type Completion,
  claimProbes,
  holdingLeases,
  holdStore,
  LEASE_MS,
  leaseStore,
  releaseStore,
  type Search,
} from "@highstreet/router/features/webhooks/index.ts";
import type { Logger } from "pino";
import { CallBudget } from "./call-budget.ts";
import { Lane } from "./lane.ts";
import { laneLog } from "./lane-log.ts";
import { ReceiverWatch, type Verdict } from "./receiver-watch.ts";
import { FLUSH_MS } from "./recorder.ts";
import { Signal } from "./signal.ts";
import { StoreFinder } from "./store-finder.ts";
import { WorkerLease } from "./worker-lease.ts";

const HEARTBEAT_MS = 400;
/** A store whose lane failed is not leased again at once: what is wrong with it may stay wrong. */
const AFTER_ERROR_MS = 1_000;
/** Calls of a store after which it makes room, if others wait. */
const YIELD_AFTER = 1_000;
/** Maximum share of the lanes for one receiver … */
const SHARE_OF_RECEIVER = 0.5;
/** … for all probes together (half of it for one partner) … */
const SHARE_OF_PROBES = 0.25;
/** … and, as a multiple of the lanes, for one partner's stores that wait for their endpoints: a partner can use many hosts. */
const HELD_UP_OF_PARTNER = 1.5;
/** Stores of all partners that wait for their endpoints. */
const HELD_UP = 4;
/** With many lanes at work each records more at once: 64 of them, each half a second's calls, if these are fewer than a full record. */
const PATIENCE_OF_LANE_MS = 8;

const clock = (): number => performance.now();

/** The receiver's partner. */
const partnerOf = (receiver: string): string => receiver.slice(0, 36);

/** Adds one. @returns the new count */
function add(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) add(counts, keyOf(one));
  return counts;
}

export interface EngineOptions {
  ctx: Context;
  log: Logger;
  /** Maximum number of concurrent stores. Four times as many can wait for their endpoints in addition. */
  lanes?: number;
  /** How often to look for stores with something due. */
  pollMs?: number;
  /** Over connection, headers and body of a call together. */
  deadlineMs?: number;
  /** From 0 up to 1: spreads retries. */
  random?: () => number;
  /** How long a call at most waits after many that failed, before the endpoint counts as failing. */
  longestRestMs?: number;
  onCall?: (completion: Completion) => void;
}

/**
 * Delivers webhooks: leases stores with something due, one lane each, and renews the leases. Any number of engines share
 * the work; the stores of one that dies go to the others within 2 s.
 */
export class DeliveryEngine {
  readonly #options: Required<EngineOptions>;
  readonly #sender: Sender;
  readonly #worker: WorkerLease;
  readonly #finder: StoreFinder;
  readonly #budget = new CallBudget();
  readonly #receivers: ReceiverWatch;
  /** By store. */
  readonly #lanes = new Map<string, { lane: Lane; ended: Promise<void> }>();
  readonly #wake = new Signal();
  readonly #timers: NodeJS.Timeout[] = [];
  #isBeating = false;
  #isStopping = false;
  #isAborted = false;
  #polling: Promise<void> = Promise.resolve();
  #watching: Promise<void> | undefined;

  constructor(options: EngineOptions) {
    this.#options = {
      lanes: 64,
      pollMs: 250,
      deadlineMs: 10_000,
      random: Math.random,
      longestRestMs: 16_000,
      onCall: () => undefined,
      ...options,
    };
    this.#sender = new Sender(options.ctx.settings, this.#options.deadlineMs);
    this.#worker = new WorkerLease(options.ctx.db);
    this.#finder = new StoreFinder(options.ctx, Math.random);
    this.#receivers = new ReceiverWatch(options.ctx, clock, (receiver) => {
      for (const lane of this.#running) if (lane.receiver === receiver) lane.standBack();
    });
  }

  /** Stores that are being sent. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Lanes of stores that call a receiver (`<partner id> https://host:port`). */
  lanesOf(receiver: string): number {
    return this.#running.filter((lane) => lane.receiver === receiver).length;
  }

  get #running(): Lane[] {
    return [...this.#lanes.values()].map(({ lane }) => lane);
  }

  async start(): Promise<void> {
    await this.#worker.register();
    this.#timers.push(
      setInterval(() => this.#beat(), HEARTBEAT_MS),
      setInterval(() => this.#wake.notify(), this.#options.pollMs),
      setInterval(() => this.#tick(), FLUSH_MS),
    );
    this.#polling = this.#pollUntilStopped();
  }

  /** Something was appended, or is due: looks for it now. */
  poke(): void {
    for (const { lane } of this.#lanes.values()) lane.look();
    this.#wake.notify();
  }

  #tick(): void {
    const patience = Math.max(FLUSH_MS, this.#lanes.size * PATIENCE_OF_LANE_MS);
    for (const { lane } of this.#lanes.values()) lane.tick(patience);
  }

  /**
   * Finishes the calls under way and gives the stores back.
   * @param graceMs what is not answered by then is cut off, and sent again by whoever takes over
   */
  async stop(graceMs = 1_200): Promise<void> {
    this.#isStopping = true;
    this.#wake.notify();
    await Promise.all([this.#polling, this.#watching]);
    for (const { lane } of this.#lanes.values()) lane.drain();
    const all = Promise.all([...this.#lanes.values()].map(({ ended }) => ended));
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    for (const { lane } of this.#lanes.values()) lane.lose();
    await all;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#worker.leave();
    await this.#sender.close();
  }

  /** Ends at once, as a process that is killed: calls are cut off, leases stay until they run out. For tests. */
  async abort(): Promise<void> {
    this.#isStopping = true;
    this.#isAborted = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#wake.notify();
    for (const { lane } of this.#lanes.values()) lane.lose();
    await this.#sender.close();
    await Promise.all([this.#polling, this.#watching]);
    await Promise.all([...this.#lanes.values()].map(({ ended }) => ended));
  }

  async #pollUntilStopped(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#poll();
      } catch (error) {
        this.#options.log.error({ err: error }, "due stores could not be leased");
      }
      await this.#wake.wait();
    }
  }

  async #poll(): Promise<void> {
    if (clock() >= this.#worker.deadline) return;
    this.#watchReceivers();
    const search = this.#search(this.#freeLanes());
    await this.#makeRoom(search.limit, search.crowded.receivers);
    if (search.limit <= 0) return;
    const me = this.#worker.id;
    const candidates = await this.#finder.find(me, search);
    const waiting = candidates.filter(({ receiver }) => this.#receivers.isDown(receiver));
    if (waiting.length) await this.#receivers.park(waiting.map(({ receiver }) => receiver));
    const next = this.#withinShare(candidates.filter((candidate) => !waiting.includes(candidate)));
    await Promise.all(next.map((candidate) => this.#lease(candidate, me)));
    // Other stores may be due after the skipped ones.
    if (next.length < candidates.length) this.#wake.notify();
  }

  /** Syncs the health of receivers and probes those that are down, without a delay for the search for due stores. */
  #watchReceivers(): void {
    if (this.#watching) return;
    const watch = async (): Promise<void> => {
      await this.#receivers.sync();
      await this.#probe();
    };
    this.#watching = watch()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the health of receivers could not be synced"))
      .finally(() => {
        this.#watching = undefined;
      });
  }

  /** Calls one store of each receiver whose probe is due. */
  async #probe(): Promise<void> {
    const { ctx, lanes } = this.#options;
    const most = Math.max(1, Math.floor(lanes * SHARE_OF_PROBES));
    const mostOfPartner = Math.max(1, most >> 1);
    const probing = this.#running.filter((lane) => lane.isProbe).map(({ receiver }) => receiver);
    const byPartner = countBy(probing, partnerOf);
    const next = this.#receivers.dueProbes
      .filter((receiver) => add(byPartner, partnerOf(receiver)) <= mostOfPartner)
      .slice(0, Math.max(0, most - probing.length));
    if (!next.length) return;
    const me = this.#worker.id;
    const candidates = await this.#finder.findProbes(me, [...this.#lanes.keys()], next);
    const found = candidates.map(({ receiver }) => receiver);
    this.#receivers.idle(next.filter((receiver) => !found.includes(receiver)));
    const claimed = new Set(await claimProbes(ctx.db, found, ctx.now()));
    for (const candidate of candidates) {
      if (!claimed.has(candidate.receiver)) continue;
      if (!(await this.#lease(candidate, me, true))) await this.#receivers.putOff(candidate.receiver);
    }
  }

  get #mostOfReceiver(): number {
    return Math.max(1, Math.floor(this.#options.lanes * SHARE_OF_RECEIVER));
  }

  #search(limit: number): Search {
    const running = this.#running;
    const byReceiver = countBy(running, ({ receiver }) => receiver);
    const heldUp = running.filter(({ isHeldUp }) => isHeldUp);
    const byPartner = countBy(heldUp, ({ receiver }) => partnerOf(receiver));
    const over = (counts: Map<string, number>, most: number) =>
      [...counts].filter(([, count]) => count >= most).map(([key]) => key);
    const crowded = {
      receivers: over(byReceiver, this.#mostOfReceiver),
      partners: over(byPartner, this.#options.lanes * HELD_UP_OF_PARTNER),
    };
    return { here: [...this.#lanes.keys()], limit, crowded };
  }

  /** Limits each receiver to its share of the lanes. */
  #withinShare(candidates: Candidate[]): Candidate[] {
    const byReceiver = countBy(this.#running, ({ receiver }) => receiver);
    return candidates.filter(({ receiver }) => add(byReceiver, receiver) <= this.#mostOfReceiver);
  }

  /** A lane that waits for an endpoint, which may never answer, takes no other store's. */
  #freeLanes(): number {
    const { lanes } = this.#options;
    const heldUp = [...this.#lanes.values()].filter(({ lane }) => lane.isHeldUp).length;
    return lanes - (this.#lanes.size - heldUp) - Math.max(0, heldUp - HELD_UP * lanes);
  }

  /** Ends as many lanes as stores wait: for any lane, or for a lane of a receiver that uses its whole share. */
  async #makeRoom(free: number, crowded: string[]): Promise<void> {
    const served = this.#running.filter(
      ({ started, receiver }) => started >= YIELD_AFTER && (free <= 0 || crowded.includes(receiver)),
    );
    if (!served.length) return;
    const all = { here: [...this.#lanes.keys()], limit: this.#options.lanes, crowded: { receivers: [], partners: [] } };
    const waiting = (await this.#finder.waiting(this.#worker.id, all)).map(({ receiver }) => receiver);
    for (const lane of served) {
      const next = free <= 0 ? 0 : waiting.indexOf(lane.receiver);
      if (next < 0 || !waiting.length) continue;
      waiting.splice(next, 1);
      lane.drain();
    }
  }

  /** @returns whether a lane for the store has started */
  async #lease(candidate: Candidate, me: string, isProbe = false): Promise<boolean> {
    const { ctx, random, longestRestMs, onCall, log } = this.#options;
    const sentAt = clock();
    const isLate = sentAt >= this.#worker.deadline || me !== this.#worker.id;
    if (this.#isStopping || isLate || this.#lanes.has(candidate.storeId)) return false;
    const lease = await leaseStore(ctx.db, candidate, me);
    if (!lease) return false;
    const validUntil = Math.min(sentAt + LEASE_MS, this.#worker.deadline);
    const options = { ctx, lease, log: laneLog(ctx, lease), sender: this.#sender, budget: this.#budget, clock };
    const onVerdict = (verdict: Verdict) => {
      if (this.#receivers.note(verdict)) this.#wake.notify();
    };
    const lane = new Lane({ ...options, random, longestRestMs, onCall, isProbe, onVerdict }, validUntil);
    const ended = this.#run(lane, me).catch((error: unknown) => {
      log.error({ err: error, storeId: lease.storeId }, "a store could not be given back; it is leased anew");
    });
    this.#lanes.set(lease.storeId, { lane, ended });
    if (this.#isStopping) lane.drain();
    if (this.#receivers.isDown(lease.receiver)) lane.standBack();
    lane.start();
    return true;
  }

  async #run(lane: Lane, me: string): Promise<void> {
    const { ctx, log } = this.#options;
    const { storeId } = lane.lease;
    try {
      const isParked = await lane.ended.then(
        (end) => end === "parked",
        async (error: unknown) => {
          log.error({ err: error, storeId }, "delivery of a store was interrupted; it is leased anew");
          if (!this.#isAborted) await holdStore(ctx.db, lane.lease, new Date(ctx.now().getTime() + AFTER_ERROR_MS));
          return false;
        },
      );
      // Whoever replaced the endpoint waits for this. A killed process does not say it either.
      if (!isParked && !this.#isAborted) await releaseStore(ctx.db, lane.lease, me);
      // The probe found nothing to send, or lost its lease.
      if (lane.isProbe && !this.#isAborted) await this.#receivers.putOff(lane.receiver);
    } finally {
      // Last: before, this worker itself could lease the store again, and would then give that lease back.
      this.#lanes.delete(storeId);
    }
    if (!this.lanesOf(lane.receiver)) this.#receivers.forget(new Set(this.#running.map(({ receiver }) => receiver)));
    this.#wake.notify();
  }

  #beat(): void {
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.#renew()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the worker's lease could not be renewed"))
      .finally(() => {
        this.#isBeating = false;
      });
  }

  async #renew(): Promise<void> {
    const sentAt = clock();
    const running = this.#running;
    if (!(await this.#worker.renew())) {
      for (const lane of running) lane.lose();
      return;
    }
    const holding = await holdingLeases(
      this.#options.ctx.db,
      running.map((lane) => lane.lease),
    );
    for (const lane of running) {
      if (holding.get(lane.lease.storeId) === lane.lease.epoch) lane.validUntil = sentAt + LEASE_MS;
      else lane.lose();
    }
  }
}
