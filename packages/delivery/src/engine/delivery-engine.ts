import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Sender } from "@highstreet/outbound";
import { CALL_DEADLINE_MS, HEARTBEAT_MS } from "../constants.ts";
import { RunningEndpoints } from "../follow/running-endpoints.ts";
import { StoreFinder, WorkerLease } from "../lease/worker.ts";
import { claimProbes } from "../receivers/receiver-health.ts";
import { ReceiverWatch } from "../receivers/receiver-watch.ts";
import { CallBudget } from "../send/call-budget.ts";
import { FLUSH_MS } from "../send/stream-log.ts";
import type { EngineOptions, FullOptions } from "./engine-options.ts";
import { RunningStreams } from "./running-streams.ts";
import { limited, StreamStarter } from "./stream-starter.ts";

/** Each active stream lets the others wait longer before they record, so that records stay large … */
const WAIT_PER_STREAM_MS = 8;
/** … up to this time. */
const MAX_WAIT_MS = 500;

const BUSY = 0.9;
/** Time for which a busy worker gathers the ends of streams before it searches again. */
const GATHER_MS = 5;

const clock = (): number => performance.now();

/** A notification outside of `wait` is not lost. */
class Signal {
  #next = Promise.withResolvers<void>();

  notify(): void {
    this.#next.resolve();
  }

  async wait(): Promise<void> {
    await this.#next.promise;
    this.#next = Promise.withResolvers();
  }
}

/**
 * Delivers webhooks. Leases due stores, runs one stream per store and renews the leases. Any number of engines share the work. The
 * stores of a dead engine go to the others within 2 s.
 */
export class DeliveryEngine {
  readonly #options: FullOptions;
  readonly #sender: Sender;
  readonly #worker: WorkerLease;
  readonly #finder: StoreFinder;
  readonly #receivers: ReceiverWatch;
  readonly #starter: StreamStarter;
  readonly #streams: RunningStreams;
  readonly #endpoints: RunningEndpoints;
  readonly #wake = new Signal();
  readonly #timers: NodeJS.Timeout[] = [];
  #load = performance.eventLoopUtilization();
  #beating: Promise<void> | undefined;
  #isStopping = false;
  #polling: Promise<void> = Promise.resolve();
  #watching: Promise<void> | undefined;
  /** Whether a search has asked for the health of receivers while it was being synced. */
  #watchAgain = false;

  constructor(options: EngineOptions) {
    this.#options = {
      streams: 128,
      statements: 6,
      pollMs: 500,
      deadlineMs: CALL_DEADLINE_MS,
      random: Math.random,
      longestRestMs: 16_000,
      onCall: () => undefined,
      ...options,
    };
    this.#streams = new RunningStreams(this.#options.streams);
    this.#sender = new Sender(options.settings, this.#options.deadlineMs);
    this.#worker = new WorkerLease(options.db);
    this.#finder = new StoreFinder(options, this.#worker);
    this.#receivers = new ReceiverWatch(options, clock, {
      onDown: (receiver) => {
        for (const stream of this.#streams.of(receiver)) if (this.#receivers.isBlocked(stream)) stream.stopCalls();
      },
      roomFor: (receiver) => this.#streams.roomFor(receiver),
    });
    const shared = {
      db: limited(options.db, this.#options.statements),
      worker: this.#worker,
      sender: this.#sender,
      budget: new CallBudget(),
    };
    this.#endpoints = new RunningEndpoints(this.#options, shared);
    this.#starter = new StreamStarter(this.#options, {
      ...shared,
      streams: this.#streams,
      receivers: this.#receivers,
      onChange: () => this.#wake.notify(),
    });
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Number of endpoints that this worker calls. */
  get endpoints(): number {
    return this.#endpoints.size;
  }

  /** Number of receivers with failed last calls, for all workers together. */
  get receivers(): { failing: number; down: number } {
    return this.#receivers.counts;
  }

  /** Number of streams that call a receiver (`<partner id> https://host:port`). */
  streamsOf(receiver: string): number {
    return this.#streams.of(receiver).length;
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
    for (const stream of this.#streams.all) stream.wake();
    this.#endpoints.wake();
    this.#wake.notify();
  }

  #tick(): void {
    const size = this.#streams.size + this.#endpoints.size;
    if (!size) return;
    const maxWaitMs = Math.min(MAX_WAIT_MS, Math.max(FLUSH_MS, size * WAIT_PER_STREAM_MS));
    const load = performance.eventLoopUtilization();
    const isBusy = performance.eventLoopUtilization(load, this.#load).utilization > BUSY;
    this.#load = load;
    for (const stream of this.#streams.all) stream.tick(maxWaitMs, isBusy);
    this.#endpoints.tick(maxWaitMs, isBusy);
  }

  /**
   * Finishes running calls and releases the stores.
   * @param graceMs later calls are aborted, and the next worker sends them again
   */
  async stop(graceMs = 1_200): Promise<void> {
    this.#isStopping = true;
    this.#starter.isStopping = true;
    this.#wake.notify();
    await Promise.all([this.#polling, this.#watching, this.#endpoints.drain()]);
    for (const stream of this.#streams.all) stream.drain();
    const all = Promise.all([this.#streams.ended(), this.#endpoints.ended()]);
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    for (const stream of this.#streams.all) stream.lose();
    this.#endpoints.lose();
    await all;
    for (const timer of this.#timers) clearInterval(timer);
    // A heartbeat that ends after the worker has left would register it again.
    await this.#beating;
    await this.#worker.leave();
    await this.#sender.close();
  }

  /** Ends like a killed process: aborts calls and keeps leases until they expire. For tests. */
  async abort(): Promise<void> {
    this.#isStopping = true;
    this.#starter.isStopping = true;
    this.#starter.isAborted = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#wake.notify();
    this.#endpoints.isAborted = true;
    for (const stream of this.#streams.all) stream.lose();
    this.#endpoints.lose();
    await this.#sender.close();
    await Promise.all([this.#polling, this.#watching]);
    await Promise.all([this.#streams.ended(), this.#endpoints.ended()]);
  }

  async #pollUntilStopped(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#poll();
      } catch (error) {
        this.#options.log.error({ err: error }, "due stores could not be leased");
      }
      await this.#wake.wait();
      // Streams of short work end in groups, and one search then finds stores for all of them.
      if (this.#streams.size > this.#options.streams / 4) await delay(GATHER_MS);
    }
  }

  async #poll(): Promise<void> {
    if (clock() >= this.#worker.deadline) return;
    this.#endpoints.search();
    this.#watchReceivers();
    const { search } = this.#streams;
    await this.#makeRoom(search.limit);
    if (search.limit <= 0) return;
    const me = this.#worker.id;
    const takePlace = this.#streams.places();
    const { next, noRoom, hasMore } = await this.#finder.find(search, (candidate) => {
      return !this.#receivers.isBlocked(candidate) && takePlace(candidate);
    });
    await Promise.all([this.#receivers.park(noRoom), this.#starter.start(next, me)]);
    if (hasMore || noRoom.length) this.#wake.notify();
  }

  /** Syncs the health of receivers and probes those that are down, without a delay for the search for due stores. */
  #watchReceivers(): void {
    this.#watchAgain = this.#watching !== undefined;
    if (this.#watching) return;
    const watch = async (): Promise<void> => {
      // The search that runs meanwhile does not see the woken stores.
      if (await this.#receivers.sync()) this.#wake.notify();
      await this.#probe();
    };
    this.#watching = watch()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the health of receivers could not be synced"))
      .finally(() => {
        this.#watching = undefined;
        if (this.#watchAgain) this.#wake.notify();
      });
  }

  async #probe(): Promise<void> {
    const { db, now } = this.#options;
    const next = this.#streams.probesOf(this.#receivers.dueProbes);
    if (!next.length) return;
    const me = this.#worker.id;
    const candidates = await this.#finder.findProbes(this.#streams.storeIds, next);
    const found = candidates.map(({ receiver }) => receiver);
    this.#receivers.idle(next.filter((receiver) => !found.includes(receiver)));
    const claimed = new Set(await claimProbes(db, found, now()));
    for (const candidate of candidates) {
      if (!claimed.has(candidate.receiver)) continue;
      if (!(await this.#starter.start([candidate], me, true))) await this.#receivers.postpone(candidate.receiver);
    }
  }

  /** Ends as many streams as stores wait: for any stream, or for a stream of a receiver that uses its whole share. */
  async #makeRoom(free: number): Promise<void> {
    const { served, searchOfWaiting } = this.#streams;
    if (!served.length) return;
    const waiting = (await this.#finder.search(searchOfWaiting)).map(({ receiver }) => receiver);
    for (const stream of served) {
      // Other stores of the receiver are parked until one of its streams ends.
      if (this.#streams.isFull(stream.receiver) && this.#receivers.isWaking(stream.receiver)) {
        stream.drain();
        continue;
      }
      const next = free <= 0 ? 0 : waiting.indexOf(stream.receiver);
      if (next < 0 || !waiting.length) continue;
      waiting.splice(next, 1);
      stream.drain();
    }
  }

  #beat(): void {
    if (this.#beating) return;
    const { others } = this.#worker;
    const alive = this.#worker.renew();
    this.#beating = Promise.all([this.#streams.renew(this.#options.db, alive), this.#endpoints.renew(alive)])
      .then(() => {
        // The stores of a worker that has died are due now.
        if (String(this.#worker.others) !== String(others)) this.#wake.notify();
      })
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the worker's lease could not be renewed"))
      .finally(() => {
        this.#beating = undefined;
      });
  }
}
