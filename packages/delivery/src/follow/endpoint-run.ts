import type { RunningCall, Sender } from "@highstreet/outbound";
import type { FullOptions } from "../engine/engine-options.ts";
import type { Lease } from "../lease/leases.ts";
import type { Places } from "../send/call-budget.ts";
import { EndpointHealth, EndpointWindow } from "../send/endpoint-health.ts";
import { type SigningSecret, signDelivery, validSecrets } from "../send/sign-delivery.ts";
import { StoreStream } from "../send/store-stream.ts";
import { Batcher } from "./batcher.ts";
import { EndpointGate } from "./endpoint-gate.ts";
import type { EndpointLease, RunStatements, TakenPosition } from "./run-statements.ts";

/** Positions that one read takes, and streams of a run. */
const PAGE = 128;
const MAX_STREAMS = 256;
/** A failing endpoint is called once in this time. */
export const PROBE_PAUSE_MS = 30_000;
const AFTER_ERROR_MS = 1_000;

export interface RunOptions
  extends Pick<FullOptions, "now" | "host" | "random" | "longestRestMs" | "onCall" | "log" | "tracer"> {
  lease: EndpointLease;
  statements: RunStatements;
  sender: Pick<Sender, "send">;
  budget: Places;
  /** A monotonic clock in milliseconds. */
  clock: () => number;
}

/**
 * Sends the events of all stores that wait for an endpoint, under one lease: one `StoreStream` for each position. The streams share the
 * endpoint's health, its window of calls and its secrets. Ends when nothing is due, the endpoint fails, or the lease is lost.
 */
export class EndpointRun {
  readonly lease: EndpointLease;
  /** Resolves when the lease is released or lost. */
  readonly ended: Promise<"released" | "lost">;
  readonly #options: RunOptions;
  readonly #health: EndpointHealth;
  readonly #window: EndpointWindow;
  readonly #gate: EndpointGate;
  /** undefined: each event has a call of its own. */
  readonly #batcher: Batcher | undefined;
  readonly #secrets: SigningSecret[];
  readonly #headers: Record<string, string>;
  readonly #streams = new Map<string, StoreStream>();
  #validUntil: number;
  #ping: RunningCall | undefined;
  #hasWarning: boolean;
  #isListRead = false;
  #isBusy = false;
  #isDraining = false;
  #hasFailed = false;
  #isOver = false;
  #started = 0;
  #end: (end: "released" | "lost") => void = () => undefined;

  /** @param validUntil no call starts after this time of `clock` */
  constructor(options: RunOptions, validUntil: number) {
    const { lease, host, budget, longestRestMs, clock } = options;
    this.#options = options;
    this.lease = lease;
    this.#validUntil = validUntil;
    this.#health = new EndpointHealth(lease, { isFailing: lease.isFailing, longestRestMs });
    this.#hasWarning = lease.isFailing;
    this.#window = new EndpointWindow(lease.failures > 0);
    this.#gate = new EndpointGate(budget, this.#window, lease.callsPerSecond, clock);
    this.#secrets = host.openSecrets({ endpointId: lease.endpointId }, lease.secret);
    this.#headers = host.openHeaders(lease.endpointId, lease.secret);
    const how = { gate: this.#gate, secrets: this.#secrets, headers: this.#headers };
    if (lease.batchSize > 1) this.#batcher = new Batcher({ ...options, ...how });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get started(): number {
    return this.#started;
  }

  /** Whether the endpoint waits more than it works. */
  get isBlocked(): boolean {
    if (!this.lease.isVerified || this.#health.failures || this.#gate.isEarly) return true;
    return this.#streams.size > 0 && [...this.#streams.values()].every(({ isBlocked }) => isBlocked);
  }

  start(): void {
    this.#step();
  }

  /** Runs every `FLUSH_MS`, as for streams. */
  tick(maxWaitMs: number, isBusy = false): void {
    this.#gate.share();
    this.#batcher?.tick(this.#health.failures);
    for (const stream of this.#streams.values()) stream.tick(maxWaitMs, isBusy);
    this.#step();
  }

  wake(): void {
    this.#isListRead = false;
    for (const stream of this.#streams.values()) stream.wake();
    this.#step();
  }

  drain(): void {
    this.#isDraining = true;
    for (const stream of this.#streams.values()) stream.drain();
    this.#step();
  }

  /** A renewal of the lease. */
  renewed(validUntil: number): void {
    this.#validUntil = validUntil;
    for (const stream of this.#streams.values()) stream.validUntil = validUntil;
  }

  /** Aborts all calls, because the lease is lost. */
  lose(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ping?.abort();
    for (const stream of this.#streams.values()) stream.lose();
    this.#end("lost");
  }

  /** A failed or failing endpoint gets one call at a time, until it accepts one. */
  get #isProbing(): boolean {
    return this.#health.isFailing || this.#health.failures > 0;
  }

  get #mayTake(): boolean {
    if (this.#isDraining || this.#hasFailed || this.#isListRead) return false;
    return this.#streams.size <= (this.#isProbing ? 0 : MAX_STREAMS - PAGE);
  }

  #step(): void {
    if (this.#isOver || this.#isBusy) return;
    if (this.#options.clock() >= this.#validUntil) return;
    if (!this.lease.isVerified && !this.#isDraining) this.#work(() => this.#sendPing());
    else if (this.#hasWarning !== this.#health.isFailing) this.#work(() => this.#changeWarning());
    else if (this.#mayTake) this.#work(() => this.#take());
    else if (!this.#streams.size) this.#work(() => this.#release());
  }

  #work(task: () => Promise<boolean>): void {
    this.#isBusy = true;
    task().then(
      (goesOn) => {
        this.#isBusy = false;
        if (goesOn) this.#step();
      },
      (error: unknown) => {
        const { log, now, statements } = this.#options;
        log.error({ err: error, endpointId: this.lease.endpointId }, "delivery to an endpoint was interrupted");
        // Its state in the database is unknown, and the cause can persist.
        const { failures, failingSince } = this.#health;
        const holdUntil = new Date(now().getTime() + AFTER_ERROR_MS);
        const lose = () => this.lose();
        void statements.release({ holdUntil, failures, failingSince }).then(lose, lose);
      },
    );
  }

  async #take(): Promise<boolean> {
    const { statements } = this.#options;
    // Events of a failed batch come due together, and go together again.
    const limit = this.#health.isFailing || (this.#isProbing && !this.#batcher) ? 1 : PAGE;
    this.#isListRead = true;
    const due = await statements.findDue([...this.#streams.keys()], limit);
    const taken = due.length ? await statements.take(due) : [];
    // Without a taken row, all are locked, and the next wake-up reads again.
    if (due.length === limit && taken.length) this.#isListRead = false;
    if (this.#isOver) return false;
    for (const position of taken) this.#begin(position);
    return true;
  }

  #begin(position: TakenPosition): void {
    const { statements, now, random, longestRestMs, onCall, tracer, sender, clock, host, log } = this.#options;
    const { endpointId, partnerId, url } = this.lease;
    const health = this.#health;
    const lease: Lease = {
      ...this.lease,
      ...position,
      pingSequence: 0,
      failures: health.failures,
      failingSince: health.failingSince,
      isVerified: true,
      isFailing: false,
      webhookUrl: url,
      receiver: `${partnerId} ${new URL(url).origin}`,
      headers: this.#headers,
    };
    const stream = new StoreStream(
      {
        lease,
        statements: statements.ofStore(lease),
        sender,
        batcher: this.#batcher,
        budget: this.#batcher?.places ?? this.#gate,
        clock,
        now,
        host: { eventBody: host.eventBody, openSecrets: () => this.#secrets },
        random,
        longestRestMs,
        onCall,
        tracer,
        // A failing endpoint that does not answer uses no retries.
        isProbe: health.isFailing,
        onVerdict: () => this.#called(),
        mustWarn: () => false,
        window: this.#window,
        // The run decides for all streams when they rest.
        health: {
          get failures() {
            return health.failures;
          },
          get failingSince() {
            return health.failingSince;
          },
          isFailing: false,
          restMs: 0,
          record: (isGood, at) => health.record(isGood, at),
          recordProbe: (at) => health.recordProbe(at, false),
        },
      },
      this.#validUntil,
    );
    const { storeId } = position;
    this.#streams.set(storeId, stream);
    const over = (): void => {
      this.#streams.delete(storeId);
      this.#step();
    };
    stream.ended.then(over, async (error: unknown) => {
      log.error({ err: error, endpointId, storeId }, "delivery of a store to an endpoint was interrupted");
      await statements.postpone(lease, new Date(now().getTime() + AFTER_ERROR_MS)).catch(() => undefined);
      over();
    });
    if (this.#isDraining) stream.drain();
    stream.start();
  }

  /** After the result of each call: a failed endpoint rests, and a healthy one gets more calls. */
  #called(): void {
    this.#started++;
    const { isFailing, restMs, failures } = this.#health;
    if (!failures && !isFailing) {
      this.#step();
      return;
    }
    if (!isFailing && !restMs) return;
    this.#hasFailed = true;
    for (const stream of this.#streams.values()) stream.stopCalls();
    this.#step();
  }

  async #changeWarning(): Promise<boolean> {
    const { isFailing } = this.#health;
    if (await this.#options.statements.warnOfFailing(isFailing)) {
      this.#hasWarning = isFailing;
      return true;
    }
    this.lose();
    return false;
  }

  async #sendPing(): Promise<boolean> {
    const { host, sender, now, clock, statements } = this.#options;
    const { endpointId, retailerId, endpoint, url, pingTries, deadlineMs } = this.lease;
    const at = now();
    const body = host.endpointPing({ id: endpointId, retailerId });
    const secrets = validSecrets(this.#secrets, at);
    const headers = signDelivery({ id: `ping_${endpointId}_${endpoint}`, endpointId, body, at }, secrets);
    this.#ping = sender.send({
      url,
      headers: { ...this.#headers, ...headers },
      body,
      deadlineMs,
      mayStart: () => !this.#isOver && clock() < this.#validUntil,
    });
    const result = await this.#ping.result;
    if (this.#isOver) return false;
    if (!result.isRefused && !(await statements.settlePing(result, pingTries + 1))) {
      this.lose();
      return false;
    }
    return this.#release();
  }

  async #release(): Promise<boolean> {
    const { failures, failingSince, isFailing, restMs } = this.#health;
    const pauseMs = isFailing ? PROBE_PAUSE_MS : restMs;
    const holdUntil = pauseMs ? new Date(this.#options.now().getTime() + pauseMs) : null;
    await this.#options.statements.release({ holdUntil, failures, failingSince });
    if (!this.#isOver) this.#end("released");
    this.#isOver = true;
    return false;
  }
}
