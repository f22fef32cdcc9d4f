import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "@highstreet/router";
import { Sender } from "@highstreet/router/outbound/index.ts";
import {
  type Candidate,
  type Completion,
  holdingLeases,
  holdStore,
  LEASE_MS,
  leaseStore,
  releaseStore,
} from "@highstreet/router/webhooks/index.ts";
import type { Logger } from "pino";
import { CallBudget } from "./call-budget.ts";
import { Lane } from "./lane.ts";
import { laneLog } from "./lane-log.ts";
import { FLUSH_MS } from "./recorder.ts";
import { Signal } from "./signal.ts";
import { StoreFinder } from "./store-finder.ts";
import { WorkerLease } from "./worker-lease.ts";

const HEARTBEAT_MS = 400;
/** A store whose lane failed is not leased again at once: what is wrong with it may stay wrong. */
const AFTER_ERROR_MS = 1_000;
/** Calls of a store after which it makes room, if others wait. */
const YIELD_AFTER = 1_000;
/** With many lanes at work each records more at once: 64 of them, each half a second's calls, if these are fewer than a full record. */
const PATIENCE_OF_LANE_MS = 8;

const clock = (): number => performance.now();

export interface EngineOptions {
  ctx: Context;
  log: Logger;
  /** Stores at once; beside them as many again that wait for their endpoints, three times. */
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
  /** By store. */
  readonly #lanes = new Map<string, { lane: Lane; ended: Promise<void> }>();
  readonly #wake = new Signal();
  readonly #timers: NodeJS.Timeout[] = [];
  #isBeating = false;
  #isStopping = false;
  #isAborted = false;
  #polling: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = {
      lanes: 64,
      pollMs: 250,
      deadlineMs: 10_000,
      random: Math.random,
      longestRestMs: 1_000,
      onCall: () => undefined,
      ...options,
    };
    this.#sender = new Sender(options.ctx.settings, this.#options.deadlineMs);
    this.#worker = new WorkerLease(options.ctx.db);
    this.#finder = new StoreFinder(options.ctx, Math.random);
  }

  /** Stores that are being sent. */
  get size(): number {
    return this.#lanes.size;
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
    await this.#polling;
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
    await this.#polling;
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
    const free = this.#freeLanes();
    if (clock() >= this.#worker.deadline) return;
    if (free <= 0) return this.#makeRoom();
    const me = this.#worker.id;
    const candidates = await this.#finder.find(me, [...this.#lanes.keys()], free);
    await Promise.all(candidates.map((candidate) => this.#lease(candidate, me)));
  }

  /** A lane that waits for an endpoint, which may never answer, takes no other store's. */
  #freeLanes(): number {
    const { lanes } = this.#options;
    const heldUp = [...this.#lanes.values()].filter(({ lane }) => lane.isHeldUp).length;
    return lanes - (this.#lanes.size - heldUp) - Math.max(0, heldUp - 3 * lanes);
  }

  /** Lanes that had their turn end, as many as others wait. */
  async #makeRoom(): Promise<void> {
    const served = [...this.#lanes.values()].filter(({ lane }) => lane.started >= YIELD_AFTER);
    if (!served.length) return;
    const waiting = await this.#finder.count(this.#worker.id, [...this.#lanes.keys()], served.length);
    for (const { lane } of served.slice(0, waiting)) lane.drain();
  }

  async #lease(candidate: Candidate, me: string): Promise<void> {
    const { ctx, random, longestRestMs, onCall, log } = this.#options;
    const sentAt = clock();
    const isLate = sentAt >= this.#worker.deadline || me !== this.#worker.id;
    if (this.#isStopping || isLate || this.#lanes.has(candidate.storeId)) return;
    const lease = await leaseStore(ctx.db, candidate, me);
    if (!lease) return;
    const validUntil = Math.min(sentAt + LEASE_MS, this.#worker.deadline);
    const options = { ctx, lease, log: laneLog(ctx, lease), sender: this.#sender, budget: this.#budget, clock };
    const lane = new Lane({ ...options, random, longestRestMs, onCall }, validUntil);
    const ended = this.#run(lane, me).catch((error: unknown) => {
      log.error({ err: error, storeId: lease.storeId }, "a store could not be given back; it is leased anew");
    });
    this.#lanes.set(lease.storeId, { lane, ended });
    if (this.#isStopping) lane.drain();
    lane.start();
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
    } finally {
      // Last: before, this worker itself could lease the store again, and would then give that lease back.
      this.#lanes.delete(storeId);
    }
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
    const running = [...this.#lanes.values()].map(({ lane }) => lane);
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
