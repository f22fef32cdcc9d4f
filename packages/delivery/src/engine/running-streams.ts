import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "../constants.ts";
import { currentLeases, type Search } from "../lease/leases.ts";
import type { WorkerLease } from "../lease/worker-lease.ts";
import type { StoreStream } from "../send/store-stream.ts";

/** Calls after which a stream ends if other stores wait. */
const YIELD_AFTER = 1_000;
/** Maximum share of `most` (see the constructor) for the streams of one receiver. */
const SHARE_OF_RECEIVER = 0.5;
/** Maximum share of `most` for all probes. One partner has half of it. */
const SHARE_OF_PROBES = 0.25;
/** Maximum blocked streams of one partner, as a multiple of `most`. The limit counts all hosts of the partner. */
const BLOCKED_OF_PARTNER = 1.5;
/** Maximum blocked streams of all partners, as a multiple of `most`. */
const BLOCKED = 4;

/** The receiver's partner. */
const partnerOf = (receiver: string): string => receiver.slice(0, 36);

/** Adds one. @returns the new count */
function add(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function countBy(streams: readonly StoreStream[], keyOf: (receiver: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { receiver } of streams) add(counts, keyOf(receiver));
  return counts;
}

/** The streams of a worker, one per store, and the shares of receivers and partners in them. */
export class RunningStreams {
  readonly #most: number;
  readonly #mostOfReceiver: number;
  readonly #byStore = new Map<string, { stream: StoreStream; ended: Promise<void> }>();
  /** Stores whose lease is being taken. */
  readonly #starting = new Set<string>();

  /** @param most maximum number of streams that are not blocked */
  constructor(most: number) {
    this.#most = most;
    this.#mostOfReceiver = Math.max(1, Math.floor(most * SHARE_OF_RECEIVER));
  }

  get size(): number {
    return this.#byStore.size;
  }

  /** The stores with a stream, and those whose stream starts. */
  get storeIds(): string[] {
    return [...this.#byStore.keys(), ...this.#starting];
  }

  get all(): StoreStream[] {
    return [...this.#byStore.values()].map(({ stream }) => stream);
  }

  of(receiver: string): StoreStream[] {
    return this.all.filter((stream) => stream.receiver === receiver);
  }

  /**
   * Starts streams for stores without one. A search and a probe of the same worker can find the same store, and two leases of it would
   * make two streams with the same events.
   * @param start takes the leases and adds the streams
   */
  async starting<Of extends { storeId: string }, T>(
    stores: readonly Of[],
    start: (free: Of[]) => Promise<T>,
  ): Promise<T> {
    const free = stores.filter(({ storeId }) => !this.#byStore.has(storeId) && !this.#starting.has(storeId));
    for (const { storeId } of free) this.#starting.add(storeId);
    try {
      return await start(free);
    } finally {
      for (const { storeId } of free) this.#starting.delete(storeId);
    }
  }

  /** @param ended resolves after the stream has ended and `delete` was called */
  add(stream: StoreStream, ended: Promise<void>): void {
    this.#byStore.set(stream.lease.storeId, { stream, ended });
  }

  delete(storeId: string): void {
    this.#byStore.delete(storeId);
  }

  /** Waits until the streams that run now have ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#byStore.values()].map(({ ended }) => ended));
  }

  /** Free streams. Blocked streams do not count up to their own limit, because their endpoints may never answer. */
  get free(): number {
    const blocked = this.all.filter(({ isBlocked }) => isBlocked).length;
    return this.#most - (this.size - blocked) - Math.max(0, blocked - BLOCKED * this.#most);
  }

  /** Whether the receiver uses its whole share. */
  isFull(receiver: string): boolean {
    return this.of(receiver).length >= this.#mostOfReceiver;
  }

  /** The number of streams that can start for a receiver. */
  roomFor(receiver: string): number {
    return Math.min(this.free, this.#mostOfReceiver - this.of(receiver).length);
  }

  /** Gives a function that takes a place in the share of a receiver. It returns false if none is left. */
  places(): (receiver: string) => boolean {
    const taken = countBy(this.all, (receiver) => receiver);
    return (receiver) => add(taken, receiver) <= this.#mostOfReceiver;
  }

  /** The search for stores that get a free stream. */
  get search(): Search {
    const blocked = this.all.filter(({ isBlocked }) => isBlocked);
    const fullPartners = [...countBy(blocked, partnerOf)]
      .filter(([, count]) => count >= this.#most * BLOCKED_OF_PARTNER)
      .map(([partner]) => partner);
    return { here: this.storeIds, limit: this.free, fullPartners };
  }

  /** The search for all stores that wait. */
  get searchOfWaiting(): Search {
    return { here: this.storeIds, limit: this.#most, fullPartners: [] };
  }

  /** Streams that have sent enough to give their place to another store. */
  get served(): StoreStream[] {
    const { free } = this;
    return this.all.filter(({ started, receiver }) => started >= YIELD_AFTER && (free <= 0 || this.isFull(receiver)));
  }

  /** The receivers of these that can be probed now. */
  probesOf(due: readonly string[]): string[] {
    const most = Math.max(1, Math.floor(this.#most * SHARE_OF_PROBES));
    const mostOfPartner = Math.max(1, most >> 1);
    const probing = this.all.filter(({ isProbe }) => isProbe);
    const byPartner = countBy(probing, partnerOf);
    return due
      .filter((receiver) => add(byPartner, partnerOf(receiver)) <= mostOfPartner)
      .slice(0, Math.max(0, most - probing.length));
  }

  /** Renews the lease of the worker. Streams end if another worker has leased their store. */
  async renew(db: Sql, worker: WorkerLease): Promise<void> {
    const sentAt = performance.now();
    const streams = this.all;
    if (!(await worker.renew())) {
      for (const stream of streams) stream.lose();
      return;
    }
    const leases = streams.map((stream) => stream.lease);
    const epochs = await currentLeases(db, leases);
    for (const stream of streams) {
      if (epochs.get(stream.lease.storeId) === stream.lease.epoch) stream.validUntil = sentAt + LEASE_MS;
      else stream.lose();
    }
  }
}
