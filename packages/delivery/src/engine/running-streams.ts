import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "../constants.ts";
import { type Candidate, currentLeases, type Search } from "../lease/leases.ts";
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

const partnerOf = (receiver: string): string => receiver.slice(0, 36);

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

  /** A search and a probe of the same worker can find the same store, and two leases of it would make two streams with the same events. */
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

  async ended(): Promise<void> {
    await Promise.all([...this.#byStore.values()].map(({ ended }) => ended));
  }

  /** Free streams. Blocked streams do not count up to their own limit, because their endpoints may never answer. */
  get free(): number {
    const blocked = this.all.filter(({ isBlocked }) => isBlocked).length;
    return this.#most - (this.size - blocked) - Math.max(0, blocked - BLOCKED * this.#most);
  }

  isFull(receiver: string): boolean {
    return this.of(receiver).length >= this.#mostOfReceiver;
  }

  roomFor(receiver: string): number {
    return Math.min(this.free, this.#mostOfReceiver - this.of(receiver).length);
  }

  /**
   * Gives a function that takes a place in the share of a receiver. Stores with failed last calls get at most half of the share, because a
   * silent store keeps its place until its deadline.
   */
  places(): (store: Pick<Candidate, "receiver" | "failures">) => boolean {
    const taken = countBy(this.all, (receiver) => receiver);
    const failing = countBy(
      this.all.filter((stream) => stream.failures > 0),
      (receiver) => receiver,
    );
    return ({ receiver, failures }) => {
      if (failures > 0 && add(failing, receiver) > Math.ceil(this.#mostOfReceiver / 2)) return false;
      return add(taken, receiver) <= this.#mostOfReceiver;
    };
  }

  get search(): Search {
    const blocked = this.all.filter(({ isBlocked }) => isBlocked);
    const fullPartners = [...countBy(blocked, partnerOf)]
      .filter(([, count]) => count >= this.#most * BLOCKED_OF_PARTNER)
      .map(([partner]) => partner);
    return { here: this.storeIds, limit: this.free, fullPartners };
  }

  get searchOfWaiting(): Search {
    return { here: this.storeIds, limit: this.#most, fullPartners: [] };
  }

  /** Streams that have sent enough to give their place to another store. */
  get served(): StoreStream[] {
    const { free } = this;
    return this.all.filter(({ started, receiver }) => started >= YIELD_AFTER && (free <= 0 || this.isFull(receiver)));
  }

  probesOf(due: readonly string[]): string[] {
    const most = Math.max(1, Math.floor(this.#most * SHARE_OF_PROBES));
    const mostOfPartner = Math.max(1, most >> 1);
    const probing = this.all.filter(({ isProbe }) => isProbe);
    const byPartner = countBy(probing, partnerOf);
    const isProbed = new Set(probing.map(({ receiver }) => receiver));
    return due
      .filter((receiver) => !isProbed.has(receiver))
      .filter((receiver) => add(byPartner, partnerOf(receiver)) <= mostOfPartner)
      .slice(0, Math.max(0, most - probing.length));
  }

  /**
   * Streams end if another worker has leased their store. Both statements run at once: only a worker that is declared dead, or a change of
   * the endpoint, raises an epoch, and each such change waits for `LEASE_MS`.
   */
  async renew(db: Sql, alive: Promise<boolean>): Promise<void> {
    const sentAt = performance.now();
    const streams = this.all;
    const leases = streams.map((stream) => stream.lease);
    const [isAlive, epochs] = await Promise.all([alive, currentLeases(db, leases)]);
    for (const stream of streams) {
      const isHeld = isAlive && epochs.get(stream.lease.storeId) === stream.lease.epoch;
      if (isHeld) stream.validUntil = sentAt + LEASE_MS;
      else stream.lose();
    }
  }
}
