import type { CallResult, RunningCall } from "@highstreet/outbound";
import { canary } from "@highstreet/telemetry/testing";
import { LEASE_MS } from "../../src/constants.ts";
import type { Lease } from "../../src/lease/leases.ts";
import { CallBudget } from "../../src/send/call-budget.ts";
import { StoreStream } from "../../src/send/store-stream.ts";
import type { StreamStatements } from "../../src/send/stream-log.ts";
import { StoreModel } from "./store-model.ts";

const START = Date.parse("2026-03-02T09:00:00Z");

/** A call as the receiver saw it. */
export interface Seen {
  sequence: number;
  subject: string;
  /** undefined: not answered yet. */
  isSuccess?: boolean;
}

/** A step that can happen next. */
interface Happening {
  worker: Worker;
  run: () => void;
}

interface Worker {
  id: string;
  isAlive: boolean;
  /** By the clock of the worker. */
  deadline: number;
  /** By the clock of the database. */
  leaseUntil: number;
  isDead: boolean;
  stream: StoreStream | undefined;
}

/** Runs all pending reactions. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The real streams with simulated database, receiver, clocks and workers. The test chooses each next step. A statement and its answer
 * are two steps, and a worker can die between any two steps.
 */
export class Simulation {
  readonly store: StoreModel;
  readonly seen: Seen[] = [];
  /** Violations of the rules. */
  readonly faults: string[] = [];
  /** Number of leases that ended without a release. */
  get lost(): number {
    return this.#lost.size;
  }

  readonly #lost = new Set<number>();
  /** The clock of leases. */
  #ms = 0;
  /** Time that the clock of retries is ahead of the clock of leases. So a history can have hours of retries in seconds of leases. */
  #aheadMs = 0;
  #happenings: Happening[] = [];
  /** Changes of the secret without an answer yet. Each is answered when the earlier stream or its lease has ended. */
  #changes: { epoch: number; workerId: string | null; until: number }[] = [];
  /** Calls of older epochs must not start any more. */
  #answeredEpoch = 0;
  #unanswered: { call: Seen; worker: Worker; answer: (isSuccess: boolean) => void }[] = [];
  #workers: Worker[] = [];

  constructor() {
    this.store = new StoreModel(this.now);
  }

  readonly now = (): Date => new Date(START + this.#ms + this.#aheadMs);

  get #living(): Worker[] {
    return this.#workers.filter(({ isAlive }) => isAlive);
  }

  /** Whether no step is left. */
  get isOver(): boolean {
    return !this.#happenings.length && !this.#unanswered.length && this.store.work === null;
  }

  /** One step. @param choice selects the step @param detail selects its variant */
  async step(choice: number, detail: number): Promise<void> {
    const underway = [
      ...this.#happenings.map((happening) => () => this.#happen(happening)),
      ...this.#unanswered.map((_, n) => () => this.#answer(n, detail % 2 === 0)),
    ];
    const worker = this.#living[detail % Math.max(1, this.#living.length)];
    const news = [
      () => this.store.append(Array.from({ length: 1 + (detail % 3) }, (_, n) => `item-${(detail + n) % 3}`)),
      () => this.#wait([31, 301, 1_801][detail % 3] ?? 31),
      () => this.#lease(detail),
      () => this.#lease(detail),
      () => worker?.stream?.wake(),
      () => this.#tick(),
      () => this.#renew(detail),
      () => this.#pass([1, 20, 400, detail % 4 ? 100 : 1_600][detail % 4] ?? 1),
      () => this.store.redeliver(1 + (detail % Math.max(1, this.store.events.length))),
      () => this.#changeSecret(detail),
      // Another stream found that the receiver is down.
      ...(detail % 4 === 0 ? [() => worker?.stream?.stopCalls()] : []),
      ...(detail % 8 === 0 ? [() => this.#kill(worker)] : []),
      ...(detail % 8 === 1 ? [() => worker?.stream?.drain()] : []),
    ];
    // Most steps continue pending work, in any order.
    const may = choice % 10 < 6 && underway.length ? underway : news;
    may[Math.floor(choice / 10) % may.length]?.();
    await settle();
    this.#answerChanges();
  }

  /** From now on no worker dies and every call succeeds. Runs until no step is left. @throws if that never happens */
  async finish(): Promise<void> {
    for (let round = 0; !this.isOver; round++) {
      if (round > 4_000) throw new Error(`it does not end: ${JSON.stringify(this.store.work)}`);
      for (let n = this.#happenings.length; n > 0; n--) {
        const [next] = this.#happenings;
        if (next) this.#happen(next);
        await settle();
      }
      while (this.#unanswered.length) {
        this.#answer(0, true);
        await settle();
      }
      this.#tick();
      if (round % 10 === 9) for (const n of this.#living.keys()) this.#renew(n);
      if (!this.#living.some(({ stream }) => stream)) {
        this.#wait(60);
        this.#pass(2_000);
        this.#lease(0);
      } else if (round % 50 === 49) this.#pass(2_000);
      await settle();
    }
  }

  #happen(happening: Happening): void {
    this.#happenings.splice(this.#happenings.indexOf(happening), 1);
    happening.run();
  }

  /** A statement runs at a later step, and its answer comes at another later step if the worker still lives. */
  #statement<T>(worker: Worker, run: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.#happenings.push({
        worker,
        run: () => {
          const answer = run();
          if (worker.isAlive) this.#happenings.push({ worker, run: () => resolve(answer) });
        },
      });
    });
  }

  #answer(n: number, isSuccess: boolean): void {
    const [{ call, answer } = { call: undefined, answer: () => undefined }] = this.#unanswered.splice(n, 1);
    if (call) call.isSuccess = isSuccess;
    answer(isSuccess);
  }

  #pass(ms: number): void {
    this.#ms += ms;
  }

  #wait(seconds: number): void {
    this.#aheadMs += seconds * 1_000;
  }

  /** Simulates rotateSecret: raises the epoch, and waits as `awaitRelease` does. */
  #changeSecret(detail: number): void {
    const workerId = this.store.work?.workerId ?? null;
    this.store.epoch++;
    this.store.wake();
    this.#changes.push({ epoch: this.store.epoch, workerId, until: this.#ms + LEASE_MS });
    // Sometimes the stream gets no processor time until its lease has ended.
    if (detail % 3 === 0) this.#pass(1_600);
  }

  #answerChanges(): void {
    const isOver = ({ workerId, until }: { workerId: string | null; until: number }) =>
      this.store.work?.workerId !== workerId || workerId === null || this.#ms >= until;
    for (const { epoch } of this.#changes.filter(isOver)) this.#answeredEpoch = Math.max(this.#answeredEpoch, epoch);
    this.#changes = this.#changes.filter((change) => !isOver(change));
  }

  #tick(): void {
    for (const { stream } of this.#living) stream?.tick(20);
  }

  #renew(detail: number): void {
    const worker = this.#living[detail % Math.max(1, this.#living.length)];
    if (!worker) return;
    const sentAt = this.#ms;
    const { stream } = worker;
    void this.#statement(worker, () => {
      if (worker.isDead) return false;
      worker.leaseUntil = this.#ms + LEASE_MS;
      return !stream || stream.lease.epoch === this.store.epoch;
    }).then((isHeld) => {
      if (worker.isDead) worker.isAlive = false;
      if (!isHeld) stream?.lose();
      else if (stream) stream.validUntil = Math.max(stream.validUntil, sentAt + LEASE_MS);
    });
  }

  /** Kills a worker. Its sent statements still run, and its calls still reach the receiver. */
  #kill(worker: Worker | undefined): void {
    if (!worker) return;
    worker.isAlive = false;
    if (worker.stream) this.#lost.add(worker.stream.lease.epoch);
    // The process has ended: the stream gets no more events and must start nothing.
    if (worker.stream) worker.stream.validUntil = Number.NEGATIVE_INFINITY;
  }

  /** A worker without a stream, or a new worker, takes the store if the store is due and no living worker has it. */
  #lease(detail: number): void {
    const owner = this.#workers.find(({ id }) => id === this.store.work?.workerId);
    if (!this.store.isDue()) return;
    if (owner && owner.leaseUntil >= this.#ms && !owner.isDead) return;
    if (owner) {
      owner.isDead = true;
      this.#lost.add(this.store.epoch);
    }
    const idle = this.#living.find(({ stream, isDead }) => !stream && !isDead);
    const worker = idle ?? this.#newWorker();
    const sentAt = this.#ms;
    worker.leaseUntil = Math.max(worker.leaseUntil, this.#ms + LEASE_MS);
    const { isWarned, ...taken } = this.store.lease(worker.id, detail % 3 === 1);
    if (detail % 7 === 6) this.#pass(700);
    const lease: Lease = {
      retailerId: "r",
      storeId: "s",
      pingSequence: 0,
      isVerified: true,
      endpoint: 1,
      enhancedProductData: false,
      receiver: "partner https://shop.example",
      webhookUrl: "https://shop.example/",
      secret: new Uint8Array(),
      isFailing: isWarned,
      ...taken,
    };
    let [good, bad] = [false, 0];
    const stream = new StoreStream(
      {
        now: this.now,
        host: { eventBody: ({ data }) => data, openSecrets: () => [{ secret: canary("simulation"), until: null }] },
        lease,
        statements: this.#statements(worker, lease.epoch),
        sender: { send: (call) => this.#send(worker, lease.epoch, call) },
        budget: new CallBudget(),
        clock: () => this.#ms,
        random: () => 0.5,
        longestRestMs: 1_000,
        onCall: () => undefined,
        mustWarn: () => false,
        // A probe makes one call, and more calls only after a good answer.
        isProbe: detail % 5 === 0,
        onVerdict: ({ status }) => {
          bad += status === 204 ? 0 : 1;
          if (detail % 5 === 0 && bad > 1 && !good) this.faults.push("a probe made another call after a bad one");
          good ||= status === 204;
        },
      },
      sentAt + LEASE_MS,
    );
    worker.stream = stream;
    stream.ended.then(
      (end) => {
        worker.stream = undefined;
        if (end === "lost") {
          this.#lost.add(lease.epoch);
          if (worker.isAlive && this.store.work?.workerId === worker.id) this.store.work.workerId = null;
        }
      },
      (error: unknown) => this.faults.push(String(error)),
    );
    // The receiver of a probe is down, which the engine says before the start.
    if (detail % 5 === 0) stream.stopCalls();
    stream.start();
  }

  #newWorker(): Worker {
    const worker: Worker = {
      id: `worker-${this.#workers.length}`,
      isAlive: true,
      isDead: false,
      deadline: 0,
      leaseUntil: this.#ms + LEASE_MS,
      stream: undefined,
    };
    this.#workers.push(worker);
    return worker;
  }

  #statements(worker: Worker, epoch: number): StreamStatements {
    const { store } = this;
    const say = <T>(run: () => T) => this.#statement(worker, run);
    return {
      readLog: (range) => say(() => store.readLog(epoch, range)),
      readDueRetries: (which) => say(() => store.readDueRetries(which)),
      record: (progress, done) => say(() => store.record(epoch, progress, done)),
      // A locked row skips the store.
      finish: (end) => (end.cursor % 5 === 4 ? Promise.resolve("skipped") : say(() => store.finish(epoch, end))),
      settlePing: async () => true,
      warnOfFailing: (isFailing) => say(() => store.warnOfFailing(epoch, isFailing)),
      postpone: (until) => say(() => store.postpone(epoch, until)),
      peekWork: async (cursor) => {
        const wakeVersion = await say(() => store.readWake());
        return { wakeVersion, ...(await say(() => store.look(cursor))) };
      },
      release: (release) => say(() => store.release(epoch, release)),
    };
  }

  /** The receiver sees each written call at once. In reality a call of a dead worker can be late, but it has its sequence. */
  #send(
    worker: Worker,
    epoch: number,
    { headers, mayStart }: { headers: Record<string, string>; mayStart: () => boolean },
  ): RunningCall {
    const { promise, resolve } = Promise.withResolvers<CallResult>();
    const result = (status: number | null, isRefused = false) =>
      resolve({ isRefused, isUnreachable: false, status, ms: 1, answer: "", retryAfter: undefined });
    const sequence = Number(headers["x-webhook-sequence"]);
    this.#happenings.push({
      worker,
      run: () => {
        if (!worker.isAlive) return;
        if (!mayStart()) return result(null, true);
        const { subject = "" } = this.store.events[sequence - 1] ?? {};
        const call: Seen = { sequence, subject };
        if (sequence > this.store.inFlightHighWater && !this.store.retries.has(sequence))
          this.faults.push(`${sequence} is not claimed`);
        if (epoch < this.#answeredEpoch) this.faults.push(`${sequence} starts after the answer to a change`);
        this.seen.push(call);
        this.#unanswered.push({ call, worker, answer: (isSuccess) => worker.isAlive && result(isSuccess ? 204 : 500) });
      },
    });
    return { result: promise, abort: () => result(null) };
  }
}
