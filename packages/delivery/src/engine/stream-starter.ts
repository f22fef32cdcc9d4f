import type { Sender } from "@highstreet/outbound";
import { addTraces } from "../append/event-traces.ts";
import { LEASE_MS } from "../constants.ts";
import { type Candidate, clearOwner, type Lease, leaseStores, postponeStore } from "../lease/leases.ts";
import type { WorkerLease } from "../lease/worker-lease.ts";
import type { ReceiverWatch, Verdict } from "../receivers/receiver-watch.ts";
import { Finisher } from "../record/finish-stores.ts";
import { CallBudget } from "../send/call-budget.ts";
import { StoreStream } from "../send/store-stream.ts";
import { streamLog } from "../send/stream-log.ts";
import type { FullOptions } from "./engine-options.ts";
import type { RunningStreams } from "./running-streams.ts";

/** Pause of a store after its stream failed, because the cause can persist. */
const AFTER_ERROR_MS = 1_000;

const clock = (): number => performance.now();

interface Parts {
  worker: WorkerLease;
  streams: RunningStreams;
  receivers: ReceiverWatch;
  sender: Sender;
  /** Called after the result of a call or the end of a stream, when more work can start. */
  onChange: () => void;
}

/** Leases a store, runs its stream, and releases the store after the stream. */
export class StreamStarter {
  /** If true, no stream starts. A stream that gets its lease now ends after its running calls. */
  isStopping = false;
  /** The database gets nothing more, as if the process was killed. */
  isAborted = false;
  readonly #options: FullOptions;
  readonly #worker: WorkerLease;
  readonly #streams: RunningStreams;
  readonly #receivers: ReceiverWatch;
  readonly #sender: Sender;
  readonly #onChange: () => void;
  readonly #budget = new CallBudget();
  readonly #finisher: Finisher;

  constructor(options: FullOptions, { worker, streams, receivers, sender, onChange }: Parts) {
    this.#options = options;
    this.#finisher = new Finisher(options.db);
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
        const leases = free.length ? await this.#lease(free, me) : [];
        return leases.filter((lease) => this.#begin(lease, me, { sentAt, isProbe })).length;
      }),
    );
    return (await Promise.all(started)).reduce((sum, count) => sum + count, 0);
  }

  async #lease(free: readonly Candidate[], me: string): Promise<Lease[]> {
    const { db, tracer } = this.#options;
    const leases = await leaseStores(db, free, me);
    if (tracer) await Promise.all(leases.map((lease) => lease.first && addTraces(db, lease, lease.first.events)));
    return leases;
  }

  /** @returns false if the stream cannot be made, for example without the key of the store's secrets */
  #begin(lease: Lease, me: string, { sentAt, isProbe }: { sentAt: number; isProbe: boolean }): boolean {
    const { db, now, host, random, longestRestMs, onCall, log, tracer } = this.#options;
    const validUntil = Math.min(sentAt + LEASE_MS, this.#worker.deadline);
    const own = {
      lease,
      log: streamLog(db, { host, lease, finisher: this.#finisher, isTraced: tracer !== undefined }),
      sender: this.#sender,
      budget: this.#budget,
      clock,
    };
    const onVerdict = (verdict: Verdict) => {
      if (this.#receivers.note(verdict)) this.#onChange();
    };
    let stream: StoreStream;
    try {
      stream = new StoreStream(
        { ...own, now, host, random, longestRestMs, onCall, tracer, isProbe, onVerdict },
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
          if (!this.isAborted) await postponeStore(db, stream.lease, new Date(now().getTime() + AFTER_ERROR_MS));
          return false;
        },
      );
      // A call that replaced the endpoint waits for this. A killed process does not do it either.
      if (!isReleased && !this.isAborted) await clearOwner(db, stream.lease, me);
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
