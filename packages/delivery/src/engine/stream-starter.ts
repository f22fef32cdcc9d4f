import type { Sql } from "@highstreet/db";
import type { Sender } from "@highstreet/outbound";
import { LEASE_MS } from "../constants.ts";
import { type Candidate, clearOwner, type Lease, leaseStores, postponeStore } from "../lease/leases.ts";
import type { WorkerLease } from "../lease/worker.ts";
import type { ReceiverWatch } from "../receivers/receiver-watch.ts";
import { Finisher } from "../record/record-deliveries.ts";
import type { CallBudget } from "../send/call-budget.ts";
import { StoreStream } from "../send/store-stream.ts";
import { streamStatements } from "../send/stream-log.ts";
import type { FullOptions } from "./engine-options.ts";
import type { RunningStreams } from "./running-streams.ts";

/** Pause of a store after its stream failed, because the cause can persist. */
const AFTER_ERROR_MS = 1_000;

const clock = (): number => performance.now();

/**
 * A busy worker would otherwise queue hundreds of statements for its connections, and the renewal of its leases would wait behind them.
 */
export function limited(sql: Sql, max: number): Sql {
  const waiting: (() => void)[] = [];
  let free = max;
  return {
    query: async (text, values) => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await sql.query(text, values);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}

interface EngineParts {
  worker: WorkerLease;
  streams: RunningStreams;
  receivers: ReceiverWatch;
  sender: Sender;
  /** For the statements of all streams (`limited`). */
  db: Sql;
  budget: CallBudget;
  onChange: () => void;
}

export class StreamStarter {
  /** If true, no stream starts. A stream that gets its lease now ends after its running calls. */
  isStopping = false;
  /** The database gets nothing more, as if the process was killed. */
  isAborted = false;
  readonly #options: FullOptions;
  readonly #db: Sql;
  readonly #worker: WorkerLease;
  readonly #streams: RunningStreams;
  readonly #receivers: ReceiverWatch;
  readonly #sender: Sender;
  readonly #onChange: () => void;
  readonly #budget: CallBudget;
  readonly #finisher: Finisher;

  constructor(options: FullOptions, { worker, streams, receivers, sender, db, budget, onChange }: EngineParts) {
    this.#options = options;
    this.#db = db;
    this.#budget = budget;
    this.#finisher = new Finisher(this.#db);
    this.#worker = worker;
    this.#streams = streams;
    this.#receivers = receivers;
    this.#sender = sender;
    this.#onChange = onChange;
  }

  /**
   * Leases stores, those of a retailer together, and starts their streams.
   * @returns the number of streams that have started
   */
  async start(candidates: readonly Candidate[], me: string, isProbe = false): Promise<number> {
    const sentAt = clock();
    const isLate = sentAt >= this.#worker.deadline || me !== this.#worker.id;
    if (this.isStopping || isLate) return 0;
    const byRetailer = Object.values(Object.groupBy(candidates, ({ retailerId }) => retailerId));
    const started = byRetailer.map((group = []) =>
      this.#streams.starting(group, async (free) => {
        const leases = free.length ? await leaseStores(this.#db, free, me) : [];
        return leases.filter((lease) => this.#begin(lease, me, { sentAt, isProbe })).length;
      }),
    );
    return (await Promise.all(started)).reduce((sum, count) => sum + count, 0);
  }

  /** @returns false if the stream cannot be made, for example without the key of the store's secrets */
  #begin(lease: Lease, me: string, { sentAt, isProbe }: { sentAt: number; isProbe: boolean }): boolean {
    const { now, host, random, longestRestMs, onCall, log, tracer } = this.#options;
    const validUntil = Math.min(sentAt + LEASE_MS, this.#worker.deadline);
    let stream: StoreStream;
    try {
      stream = new StoreStream(
        {
          lease,
          statements: streamStatements(this.#db, host, lease, this.#finisher),
          sender: this.#sender,
          budget: this.#budget,
          clock,
          now,
          host,
          random,
          longestRestMs,
          onCall,
          tracer,
          isProbe,
          onVerdict: (verdict) => {
            if (this.#receivers.record(verdict)) this.#onChange();
          },
          mustWarn: () => this.#receivers.mustWarn(lease.receiver),
        },
        validUntil,
      );
    } catch (error) {
      log.error({ err: error, storeId: lease.storeId }, "a due store could not be sent");
      return false;
    }
    const ended = this.#run(stream, me).catch((error: unknown) => {
      log.error({ err: error, storeId: lease.storeId }, "a store could not be released; it will be leased again");
    });
    this.#streams.add(stream, ended);
    if (this.isStopping) stream.drain();
    if (this.#receivers.isBlocked(lease)) stream.stopCalls();
    stream.start();
    return true;
  }

  async #run(stream: StoreStream, me: string): Promise<void> {
    const { now, log } = this.#options;
    const { storeId } = stream.lease;
    try {
      const isReleased = await stream.ended.then(
        (end) => end === "released",
        async (error: unknown) => {
          log.error({ err: error, storeId }, "delivery of a store was interrupted; it will be leased again");
          if (!this.isAborted) await postponeStore(this.#db, stream.lease, new Date(now().getTime() + AFTER_ERROR_MS));
          return false;
        },
      );
      // A call that replaced the endpoint waits for this. A killed process does not do it either.
      if (!isReleased && !this.isAborted) await clearOwner(this.#db, stream.lease, me);
      // The probe found nothing to send, or lost its lease.
      if (stream.isProbe && !this.isAborted) await this.#receivers.postpone(stream.receiver);
    } finally {
      // Last, because this worker could otherwise lease the store again and then clear its own lease.
      this.#streams.delete(storeId);
    }
    if (!this.#streams.of(stream.receiver).length)
      this.#receivers.forget(new Set(this.#streams.all.map(({ receiver }) => receiver)));
    this.#onChange();
  }
}
