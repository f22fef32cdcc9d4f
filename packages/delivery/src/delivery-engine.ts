import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@highstreet/db";
import { type OutboundSettings, Sender } from "@highstreet/outbound";
import type { DeliveryHost } from "./delivery-host.ts";
import { type Candidate, clearOwner, currentLeases, leaseStore, postponeStore, type Search } from "./lease/leases.ts";
import { StoreFinder } from "./lease/store-finder.ts";
import { WorkerLease } from "./lease/worker-lease.ts";
import { claimProbes } from "./receivers/receiver-health.ts";
import { ReceiverWatch, type Verdict } from "./receivers/receiver-watch.ts";
import type { Completion } from "./record/record-deliveries.ts";
import { FLUSH_MS } from "./record/recorder.ts";
import { CallBudget } from "./send/call-budget.ts";
import { Signal } from "./send/signal.ts";
import { StoreStream } from "./send/store-stream.ts";
import { streamLog } from "./send/stream-log.ts";
import { HEARTBEAT_MS, LEASE_MS } from "./timing.ts";

/** Pause of a store after its stream failed, because the cause can persist. */
const AFTER_ERROR_MS = 1_000;
/** Calls after which a stream ends if other stores wait. */
const YIELD_AFTER = 1_000;
/** Maximum share of the streams for one receiver. */
const SHARE_OF_RECEIVER = 0.5;
/** Maximum share of the streams for all probes. One partner has half of it. */
const SHARE_OF_PROBES = 0.25;
/** Maximum blocked streams of one partner, as a multiple of the streams. A partner can use many hosts. */
const BLOCKED_OF_PARTNER = 1.5;
/** Maximum blocked streams of all partners, as a multiple of the streams. */
const BLOCKED = 4;
/** Each active stream lets the others wait longer before they record, so that records stay large. 64 streams: 0.5 s. */
const PATIENCE_OF_STREAM_MS = 8;

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
  db: Sql;
  now: () => Date;
  host: DeliveryHost;
  settings: OutboundSettings;
  log: { error(fields: object, message: string): void };
  /** Maximum number of concurrent stores. Four times as many can wait for their endpoints in addition. */
  streams?: number;
  /** Time between searches for due stores. */
  pollMs?: number;
  /** For connection, headers and body of a call together. */
  deadlineMs?: number;
  /** A random number from 0 to 1. Spreads retries. */
  random?: () => number;
  /** Maximum pause after many failed calls, before the endpoint counts as failing. */
  longestRestMs?: number;
  onCall?: (completion: Completion) => void;
}

/**
 * Delivers webhooks. Leases due stores, runs one stream per store and renews the leases. Any number of engines share the work. The
 * stores of a dead engine go to the others within 2 s.
 */
export class DeliveryEngine {
  readonly #options: Required<EngineOptions>;
  readonly #sender: Sender;
  readonly #worker: WorkerLease;
  readonly #finder: StoreFinder;
  readonly #budget = new CallBudget();
  readonly #receivers: ReceiverWatch;
  /** By store. */
  readonly #streams = new Map<string, { stream: StoreStream; ended: Promise<void> }>();
  readonly #wake = new Signal();
  readonly #timers: NodeJS.Timeout[] = [];
  #isBeating = false;
  #isStopping = false;
  #isAborted = false;
  #polling: Promise<void> = Promise.resolve();
  #watching: Promise<void> | undefined;

  constructor(options: EngineOptions) {
    this.#options = {
      streams: 64,
      pollMs: 250,
      deadlineMs: 10_000,
      random: Math.random,
      longestRestMs: 16_000,
      onCall: () => undefined,
      ...options,
    };
    this.#sender = new Sender(options.settings, this.#options.deadlineMs);
    this.#worker = new WorkerLease(options.db);
    this.#finder = new StoreFinder(options, Math.random);
    this.#receivers = new ReceiverWatch(options, clock, {
      onDown: (receiver) => {
        for (const stream of this.#running) if (stream.receiver === receiver) stream.stopCalls();
      },
      roomFor: (receiver) => Math.min(this.#freeStreams(), this.#mostOfReceiver - this.streamsOf(receiver)),
    });
  }

  /** Number of stores with a stream. */
  get size(): number {
    return this.#streams.size;
  }

  /** Number of streams that call a receiver (`<partner id> https://host:port`). */
  streamsOf(receiver: string): number {
    return this.#running.filter((stream) => stream.receiver === receiver).length;
  }

  get #running(): StoreStream[] {
    return [...this.#streams.values()].map(({ stream }) => stream);
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

  /** Searches for due events now, because an event was appended. */
  poke(): void {
    for (const { stream } of this.#streams.values()) stream.wake();
    this.#wake.notify();
  }

  #tick(): void {
    const patience = Math.max(FLUSH_MS, this.#streams.size * PATIENCE_OF_STREAM_MS);
    for (const { stream } of this.#streams.values()) stream.tick(patience);
  }

  /**
   * Finishes running calls and releases the stores.
   * @param graceMs later calls are aborted, and the next worker sends them again
   */
  async stop(graceMs = 1_200): Promise<void> {
    this.#isStopping = true;
    this.#wake.notify();
    await Promise.all([this.#polling, this.#watching]);
    for (const { stream } of this.#streams.values()) stream.drain();
    const all = Promise.all([...this.#streams.values()].map(({ ended }) => ended));
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    for (const { stream } of this.#streams.values()) stream.lose();
    await all;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#worker.leave();
    await this.#sender.close();
  }

  /** Ends like a killed process: aborts calls and keeps leases until they expire. For tests. */
  async abort(): Promise<void> {
    this.#isStopping = true;
    this.#isAborted = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#wake.notify();
    for (const { stream } of this.#streams.values()) stream.lose();
    await this.#sender.close();
    await Promise.all([this.#polling, this.#watching]);
    await Promise.all([...this.#streams.values()].map(({ ended }) => ended));
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
    const search = this.#search(this.#freeStreams());
    await this.#makeRoom(search.limit);
    if (search.limit <= 0) return;
    const me = this.#worker.id;
    const streams = countBy(this.#running, ({ receiver }) => receiver);
    const { next, noRoom, hasMore } = await this.#finder.find(me, search, ({ receiver }) => {
      return !this.#receivers.isDown(receiver) && add(streams, receiver) <= this.#mostOfReceiver;
    });
    await Promise.all([this.#receivers.park(noRoom), ...next.map((candidate) => this.#lease(candidate, me))]);
    if (hasMore) this.#wake.notify();
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
    const { db, now, streams } = this.#options;
    const most = Math.max(1, Math.floor(streams * SHARE_OF_PROBES));
    const mostOfPartner = Math.max(1, most >> 1);
    const probing = this.#running.filter((stream) => stream.isProbe).map(({ receiver }) => receiver);
    const byPartner = countBy(probing, partnerOf);
    const next = this.#receivers.dueProbes
      .filter((receiver) => add(byPartner, partnerOf(receiver)) <= mostOfPartner)
      .slice(0, Math.max(0, most - probing.length));
    if (!next.length) return;
    const me = this.#worker.id;
    const candidates = await this.#finder.findProbes(me, [...this.#streams.keys()], next);
    const found = candidates.map(({ receiver }) => receiver);
    this.#receivers.idle(next.filter((receiver) => !found.includes(receiver)));
    const claimed = new Set(await claimProbes(db, found, now()));
    for (const candidate of candidates) {
      if (!claimed.has(candidate.receiver)) continue;
      if (!(await this.#lease(candidate, me, true))) await this.#receivers.postpone(candidate.receiver);
    }
  }

  get #mostOfReceiver(): number {
    return Math.max(1, Math.floor(this.#options.streams * SHARE_OF_RECEIVER));
  }

  #search(limit: number): Search {
    const blocked = this.#running.filter(({ isBlocked }) => isBlocked);
    const most = this.#options.streams * BLOCKED_OF_PARTNER;
    const fullPartners = [...countBy(blocked, ({ receiver }) => partnerOf(receiver))]
      .filter(([, count]) => count >= most)
      .map(([partner]) => partner);
    return { here: [...this.#streams.keys()], limit, fullPartners };
  }

  /** Free streams. Blocked streams do not count up to their own limit, because their endpoints may never answer. */
  #freeStreams(): number {
    const { streams } = this.#options;
    const blocked = [...this.#streams.values()].filter(({ stream }) => stream.isBlocked).length;
    return streams - (this.#streams.size - blocked) - Math.max(0, blocked - BLOCKED * streams);
  }

  /** Ends as many streams as stores wait: for any stream, or for a stream of a receiver that uses its whole share. */
  async #makeRoom(free: number): Promise<void> {
    const isFull = (receiver: string): boolean => this.streamsOf(receiver) >= this.#mostOfReceiver;
    const served = this.#running.filter(
      ({ started, receiver }) => started >= YIELD_AFTER && (free <= 0 || isFull(receiver)),
    );
    if (!served.length) return;
    const all = { here: [...this.#streams.keys()], limit: this.#options.streams, fullPartners: [] };
    const waiting = (await this.#finder.waiting(this.#worker.id, all)).map(({ receiver }) => receiver);
    for (const stream of served) {
      // Other stores of the receiver are parked until one of its streams ends.
      if (isFull(stream.receiver) && this.#receivers.isWaking(stream.receiver)) {
        stream.drain();
        continue;
      }
      const next = free <= 0 ? 0 : waiting.indexOf(stream.receiver);
      if (next < 0 || !waiting.length) continue;
      waiting.splice(next, 1);
      stream.drain();
    }
  }

  /** @returns whether a stream for the store has started */
  async #lease(candidate: Candidate, me: string, isProbe = false): Promise<boolean> {
    const { db, now, host, random, longestRestMs, onCall, log } = this.#options;
    const sentAt = clock();
    const isLate = sentAt >= this.#worker.deadline || me !== this.#worker.id;
    if (this.#isStopping || isLate || this.#streams.has(candidate.storeId)) return false;
    const lease = await leaseStore(db, candidate, me);
    if (!lease) return false;
    const validUntil = Math.min(sentAt + LEASE_MS, this.#worker.deadline);
    const own = { lease, log: streamLog(db, host, lease), sender: this.#sender, budget: this.#budget, clock };
    const onVerdict = (verdict: Verdict) => {
      if (this.#receivers.note(verdict)) this.#wake.notify();
    };
    const stream = new StoreStream(
      { ...own, now, host, random, longestRestMs, onCall, isProbe, onVerdict },
      validUntil,
    );
    const ended = this.#run(stream, me).catch((error: unknown) => {
      log.error({ err: error, storeId: lease.storeId }, "a store could not be released; it will be leased again");
    });
    this.#streams.set(lease.storeId, { stream, ended });
    if (this.#isStopping) stream.drain();
    if (this.#receivers.isDown(lease.receiver)) stream.stopCalls();
    stream.start();
    return true;
  }

  async #run(stream: StoreStream, me: string): Promise<void> {
    const { db, now, log } = this.#options;
    const { storeId } = stream.lease;
    try {
      const isReleased = await stream.ended.then(
        (end) => end === "released",
        async (error: unknown) => {
          log.error({ err: error, storeId }, "delivery of a store was interrupted; it will be leased again");
          if (!this.#isAborted) await postponeStore(db, stream.lease, new Date(now().getTime() + AFTER_ERROR_MS));
          return false;
        },
      );
      // A call that replaced the endpoint waits for this. A killed process does not do it either.
      if (!isReleased && !this.#isAborted) await clearOwner(db, stream.lease, me);
      // The probe found nothing to send, or lost its lease.
      if (stream.isProbe && !this.#isAborted) await this.#receivers.postpone(stream.receiver);
    } finally {
      // Last, because this worker could otherwise lease the store again and then clear its own lease.
      this.#streams.delete(storeId);
    }
    if (!this.streamsOf(stream.receiver))
      this.#receivers.forget(new Set(this.#running.map(({ receiver }) => receiver)));
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
      for (const stream of running) stream.lose();
      return;
    }
    const holding = await currentLeases(
      this.#options.db,
      running.map((stream) => stream.lease),
    );
    for (const stream of running) {
      if (holding.get(stream.lease.storeId) === stream.lease.epoch) stream.validUntil = sentAt + LEASE_MS;
      else stream.lose();
    }
  }
}
