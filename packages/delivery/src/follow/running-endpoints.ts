import type { Sql } from "@highstreet/db";
import type { Sender } from "@highstreet/outbound";
import { LEASE_MS } from "../constants.ts";
import type { FullOptions } from "../engine/engine-options.ts";
import { livingWorkers, type WorkerLease } from "../lease/worker.ts";
import type { Places } from "../send/call-budget.ts";
import { EndpointRun, PROBE_PAUSE_MS } from "./endpoint-run.ts";
import * as sql from "./positions.sql.ts";
import { type EndpointLease, runStatements } from "./run-statements.ts";

/** Endpoints of a worker that work, and those that wait for their receivers in addition. */
const MAX_WORKING = 128;
const MAX_BLOCKED = 512;
/** Calls after which a run ends if other endpoints wait. */
const YIELD_AFTER = 1_000;
/** After a search, the worker rests for this multiple of its duration, but no longer than a new event may wait. */
const REST = 19;
const MAX_REST_MS = 200;

const clock = (): number => performance.now();

interface Candidate {
  endpointId: string;
  epoch: number;
  workerId: string | null;
}

interface Parts {
  /** For the statements of runs. */
  db: Sql;
  worker: WorkerLease;
  sender: Sender;
  budget: Places;
}

/** Finds the endpoints with waiting events, leases them, and holds their runs. */
export class RunningEndpoints {
  /** If true, no run starts. */
  isStopping = false;
  /** The database gets nothing more, as if the process was killed. */
  isAborted = false;
  readonly #options: FullOptions;
  readonly #parts: Parts;
  readonly #runs = new Map<string, { run: EndpointRun; ended: Promise<void> }>();
  #searching: Promise<void> | undefined;
  #restsUntil = 0;
  #searchAgain = false;
  #later: NodeJS.Timeout | undefined;

  constructor(options: FullOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
  }

  get size(): number {
    return this.#runs.size;
  }

  get #all(): EndpointRun[] {
    return [...this.#runs.values()].map(({ run }) => run);
  }

  /** Searches for due endpoints, now or after the rest of the last search. */
  search(): void {
    if (this.isStopping || this.#later) return;
    if (this.#searching) {
      this.#searchAgain = true;
      return;
    }
    const restMs = this.#restsUntil - clock();
    if (restMs > 0) {
      this.#later = setTimeout(() => {
        this.#later = undefined;
        this.search();
      }, restMs);
      return;
    }
    this.#searchAgain = false;
    this.#searching = this.#search()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "due endpoints could not be leased"))
      .finally(() => {
        this.#searching = undefined;
        if (this.#searchAgain) this.search();
      });
  }

  async #search(): Promise<void> {
    const { worker } = this.#parts;
    const began = clock();
    if (began >= worker.deadline) return;
    const me = worker.id;
    const candidates = await this.#find(me);
    this.#restsUntil = clock() + Math.min(MAX_REST_MS, REST * (clock() - began));
    await Promise.all(candidates.map((candidate) => this.#lease(candidate, me)));
  }

  /** At most as many as there is room for, in random order. */
  async #find(me: string): Promise<Candidate[]> {
    const { db, now } = this.#options;
    const at = now();
    const blocked = this.#all.filter(({ isBlocked }) => isBlocked).length;
    const free = MAX_WORKING - (this.size - blocked) - Math.max(0, blocked - MAX_BLOCKED);
    const values = [at, this.#parts.worker.others, [...this.#runs.keys()]];
    const pings = await db.query<Candidate>(sql.findPingsSql, values);
    const idle = await db.query<Candidate>(sql.findFreeSql, values);
    const ids = idle.map(({ endpointId }) => endpointId);
    const rows = ids.length ? await db.query<{ endpointId: string }>(sql.findDueSql, [ids, at]) : [];
    const isDue = new Set(rows.map(({ endpointId }) => endpointId));
    const due = [...pings, ...idle.filter(({ endpointId }) => isDue.has(endpointId))];
    const owners = new Set(due.flatMap(({ workerId }) => (workerId === null || workerId === me ? [] : [workerId])));
    const living = await livingWorkers(db, [...owners]);
    const found = due
      .filter(({ workerId }) => workerId === null || !living.has(workerId))
      .map((candidate) => ({ candidate, order: Math.random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ candidate }) => candidate);
    if (found.length > free) for (const run of this.#all) if (run.started >= YIELD_AFTER) run.drain();
    return found.slice(0, Math.max(0, free));
  }

  async #lease({ endpointId, epoch }: Candidate, me: string): Promise<void> {
    const { worker, db, sender, budget } = this.#parts;
    const { now, log } = this.#options;
    const sentAt = clock();
    if (this.isStopping || sentAt >= worker.deadline || me !== worker.id || this.#runs.has(endpointId)) return;
    const nextCall = new Date(now().getTime() + PROBE_PAUSE_MS);
    const [lease] = await db.query<EndpointLease>(sql.leaseEndpointSql, [endpointId, epoch, me, nextCall]);
    if (!lease || this.isAborted) return;
    let run: EndpointRun;
    try {
      const statements = runStatements(db, this.#options, lease);
      const validUntil = Math.min(sentAt + LEASE_MS, worker.deadline);
      run = new EndpointRun({ ...this.#options, lease, statements, sender, budget, clock }, validUntil);
    } catch (error) {
      // For example without the key of its secrets.
      log.error({ err: error, endpointId }, "a due endpoint could not be called");
      const { failures, failingSince } = lease;
      await db.query(sql.releaseEndpointSql, [endpointId, lease.epoch, nextCall, failures, failingSince]);
      return;
    }
    const ended = this.#run(run, me).catch((error: unknown) => {
      log.error({ err: error, endpointId }, "an endpoint could not be released; it will be leased again");
    });
    this.#runs.set(endpointId, { run, ended });
    if (this.isStopping) run.drain();
    run.start();
  }

  async #run(run: EndpointRun, me: string): Promise<void> {
    const { endpointId } = run.lease;
    try {
      const end = await run.ended;
      // A call that changed the endpoint waits for this. A killed process does not do it either.
      if (end === "lost" && !this.isAborted) await this.#parts.db.query(sql.clearWorkerSql, [endpointId, me]);
    } finally {
      // Last, because this worker could otherwise lease the endpoint again and then clear its own lease.
      this.#runs.delete(endpointId);
    }
    this.search();
  }

  wake(): void {
    for (const run of this.#all) run.wake();
  }

  tick(maxWaitMs: number, isBusy: boolean): void {
    for (const run of this.#all) run.tick(maxWaitMs, isBusy);
  }

  /** Runs end if their lease is lost. @param alive whether the worker's lease, which is renewed meanwhile, is still held */
  async renew(alive: Promise<boolean>): Promise<void> {
    const sentAt = clock();
    const runs = this.#all;
    const ids = runs.map(({ lease }) => lease.endpointId);
    const rows = ids.length
      ? this.#options.db.query<{ endpointId: string; epoch: number }>(sql.currentEpochsSql, [ids])
      : Promise.resolve([]);
    const [isAlive, current] = await Promise.all([alive, rows]);
    const epochs = new Map(current.map(({ endpointId, epoch }) => [endpointId, epoch]));
    for (const run of runs) {
      if (isAlive && epochs.get(run.lease.endpointId) === run.lease.epoch) run.renewed(sentAt + LEASE_MS);
      else run.lose();
    }
  }

  /** Starts no more runs. The running ones finish their calls. */
  async drain(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.#later);
    await this.#searching;
    for (const run of this.#all) run.drain();
  }

  lose(): void {
    this.isStopping = true;
    clearTimeout(this.#later);
    for (const run of this.#all) run.lose();
  }

  async ended(): Promise<void> {
    await this.#searching;
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended));
  }
}
