import type { Call as CallOut, CallResult, RunningCall } from "@highstreet/outbound";
import { canary } from "@highstreet/telemetry/testing";
import { LEASE_MS } from "../../src/constants.ts";
import { EndpointRun, PROBE_PAUSE_MS } from "../../src/follow/endpoint-run.ts";
import type { EndpointLease, RunStatements } from "../../src/follow/run-statements.ts";
import type { Lease } from "../../src/lease/leases.ts";
import { CallBudget } from "../../src/send/call-budget.ts";
import type { StreamStatements } from "../../src/send/stream-log.ts";
import { EndpointModel, type Follower, ITEMS, type LoggedEvent, type Planted, SameAttempt } from "./endpoint-model.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
const CHANNELS = "channel.update";

export interface Call {
  /** Endpoint and store. */
  key: string;
  subject: string;
  sequence: number;
  isSuccess?: boolean;
}

interface Change {
  endpoint: string;
  epoch: number;
  workerId: string | null;
  until: number;
}

interface Worker {
  id: string;
  isAlive: boolean;
  isDead: boolean;
  /** By the clock of the database. */
  leaseUntil: number;
  budget: CallBudget;
  runs: Map<string, EndpointRun>;
}

/** Of the endpoint `items`. */
const PER_SECOND = 4;
/** Of the endpoint `batch`. */
const BATCH_SIZE = 3;
const retriesOf = (endpoint: string | undefined) => (endpoint === "all" ? "days" : "short");

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The real runs and streams of endpoints with simulated database, receivers, clocks and workers. The test chooses each next step. A statement
 * and its answer are two steps, and a worker can die between any two steps.
 */
export class EndpointSimulation {
  readonly db: EndpointModel;
  readonly seen: Call[] = [];
  lost = 0;
  longestBatch = 0;
  /** The events of each batch, by its id. */
  readonly #batches = new Map<string, string>();
  /** Times at which calls to the endpoint with a limit got their place. */
  #limited: number[] = [];
  /** The clock of leases. */
  #ms = 0;
  /** Time that the clock of retries is ahead. */
  #aheadMs = 0;
  #happenings: { worker: Worker; run: () => void }[] = [];
  #unanswered: { calls: readonly Call[]; answer: (isSuccess: boolean) => void }[] = [];
  #workers: Worker[] = [];
  #changes: Change[] = [];
  /** Calls of older epochs must not start any more. */
  readonly #answered = new Map<string, number>();
  readonly #dead = new Set<string>();
  readonly #random: (below: number) => number;

  constructor(random: (below: number) => number, planted: Planted = "none") {
    this.#random = random;
    this.db = new EndpointModel(() => this.#now().getTime(), planted);
    this.db.follow("all", [ITEMS, CHANNELS]);
    this.db.follow("items", [ITEMS]);
    this.db.follow("batch", [ITEMS, CHANNELS]);
    this.db.follow("shoes", [ITEMS, CHANNELS], ["shoes"]);
  }

  readonly #now = (): Date => new Date(START + this.#ms + this.#aheadMs);

  get #living(): Worker[] {
    return this.#workers.filter(({ isAlive }) => isAlive);
  }

  async step(): Promise<void> {
    const random = this.#random;
    const underway = this.#happenings.length + this.#unanswered.length;
    if (random(10) < 6 && underway) {
      const n = random(underway);
      if (n < this.#happenings.length) this.#happen(n);
      else this.#answer(n - this.#happenings.length, random(2) === 0);
    } else this.#somethingNew();
    await settle();
    this.#answerChanges();
  }

  #somethingNew(): void {
    const random = this.#random;
    const { db } = this;
    const endpoint = [...db.followers.keys()][random(db.followers.size)] ?? "all";
    const follower = db.followers.get(endpoint);
    const store = `store-${random(5)}`;
    const worker = this.#living[random(Math.max(1, this.#living.length))];
    const run = worker?.runs.get(endpoint);
    const append = () =>
      db.append(
        store,
        Array.from({ length: 1 + random(3) }, () => ({
          subject: `subject-${random(3)}`,
          action: random(4) ? ITEMS : CHANNELS,
          category: random(2) ? "shoes" : "hats",
        })),
      );
    const news: (() => unknown)[] = [
      append,
      append,
      () => this.#lease(endpoint),
      () => this.#lease(endpoint),
      () => this.#lease(endpoint),
      () => run?.wake(),
      () => this.#tick(),
      () => this.#renew(worker),
      () => (this.#ms += [1, 20, 400, random(4) ? 100 : 1_600][random(4)] ?? 1),
      () => (this.#aheadMs += ([31, 301, 1_801, 160_000][random(4)] ?? 31) * 1_000),
      () => db.redeliver(endpoint, store, 1 + random(9)),
      () => this.#change(endpoint),
      () => random(3) || this.#refilter([[], ["shoes"], ["hats"]][random(3)] ?? []),
      () => follower && Object.assign(follower, { isOn: !follower.isOn }),
      () => (this.#dead.has(endpoint) ? this.#dead.delete(endpoint) : random(3) || this.#dead.add(endpoint)),
      () => random(8) || this.#kill(worker),
      () => random(5) || run?.drain(),
      () => random(3) || db.followers.has("late") || db.follow("late", [ITEMS]),
      () => random(10) || (db.logs.has(store) && db.gone.size < 2 && db.remove(store)),
    ];
    news[random(news.length)]?.();
  }

  /** From now on no worker dies and every call succeeds. Runs until no step is left. @throws if that never happens */
  async finish(): Promise<void> {
    const { db } = this;
    this.#dead.clear();
    for (const follower of db.followers.values()) follower.isOn = true;
    for (let round = 0; ; round++) {
      if (round > 6_000) throw new Error(`it does not end: ${JSON.stringify([...db.positions])}`);
      const isBusy = this.#happenings.length || this.#unanswered.length || db.positions.size;
      if (!isBusy && !this.#living.some(({ runs }) => runs.size)) return;
      for (let n = this.#happenings.length; n > 0; n--) {
        this.#happen(0);
        await settle();
      }
      while (this.#unanswered.length) {
        this.#answer(0, true);
        await settle();
      }
      this.#tick();
      if (round % 10 === 9) for (const worker of this.#living) this.#renew(worker);
      if (!this.#living.some(({ runs }) => runs.size)) {
        this.#aheadMs += 600_000;
        this.#ms += 2_000;
        for (const endpoint of db.followers.keys()) this.#lease(endpoint);
      } else if (round % 50 === 49) this.#ms += 2_000;
      await settle();
      this.#answerChanges();
    }
  }

  #happen(n: number): void {
    const [next] = this.#happenings.splice(n, 1);
    next?.run();
  }

  #answer(n: number, isSuccess: boolean): void {
    const [one] = this.#unanswered.splice(n, 1);
    if (!one) return;
    const isGood = isSuccess && !this.#dead.has(one.calls[0]?.key.split("|")[0] ?? "");
    for (const call of one.calls) call.isSuccess = isGood;
    one.answer(isGood);
  }

  /** A statement runs at a later step, and its answer comes at another later step if the worker still lives. */
  #say<T>(worker: Worker, run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const answers = (answer: () => void) => worker.isAlive && this.#happenings.push({ worker, run: answer });
      this.#happenings.push({
        worker,
        run: () => {
          try {
            const answer = run();
            answers(() => resolve(answer));
          } catch (error) {
            answers(() => reject(error));
          }
        },
      });
    });
  }

  #lease(endpoint: string): void {
    const follower = this.db.followers.get(endpoint);
    const now = this.#now();
    if (!follower?.isOn || follower.holdUntil > now.getTime() || !this.db.due(endpoint).length) return;
    const owner = this.#workers.find(({ id }) => id === follower.workerId);
    if (owner && owner.leaseUntil >= this.#ms && !owner.isDead) return;
    if (owner) {
      owner.isDead = true;
      this.lost++;
    }
    let worker = this.#living[this.#random(Math.max(1, this.#living.length))];
    if (!worker || worker.isDead || worker.runs.has(endpoint)) {
      const id = `worker-${this.#workers.length}`;
      worker = { id, isAlive: true, isDead: false, leaseUntil: 0, budget: new CallBudget(), runs: new Map() };
      this.#workers.push(worker);
    }
    const sentAt = this.#ms;
    worker.leaseUntil = Math.max(worker.leaseUntil, this.#ms + LEASE_MS);
    follower.epoch++;
    follower.workerId = worker.id;
    follower.holdUntil = follower.isFailing ? now.getTime() + PROBE_PAUSE_MS : 0;
    const { epoch, isFailing, failures, failingSince } = follower;
    this.#start(worker, { endpointId: endpoint, epoch, isFailing, failures, failingSince }, sentAt + LEASE_MS);
    // Sometimes the worker gets no processor time until much of its lease is over.
    if (this.#random(7) === 6) this.#ms += 700;
  }

  #start(
    worker: Worker,
    state: Pick<EndpointLease, "endpointId" | "epoch" | "isFailing" | "failures" | "failingSince">,
    validUntil: number,
  ): void {
    const { endpointId, epoch } = state;
    const lease: EndpointLease = {
      ...state,
      partnerId: "partner",
      retailerId: null,
      url: "https://shop.example/",
      endpoint: 1,
      enhancedProductData: false,
      retries: retriesOf(endpointId),
      deadlineMs: 10_000,
      callsPerSecond: endpointId === "items" ? PER_SECOND : null,
      batchSize: endpointId === "batch" ? BATCH_SIZE : 1,
      secret: new Uint8Array(),
      isVerified: true,
      pingTries: 0,
    };
    const run = new EndpointRun(
      {
        now: this.#now,
        host: {
          eventBody: ({ data }) => JSON.stringify({ data }),
          openSecrets: () => [{ secret: canary("simulation"), until: null }],
          openHeaders: () => ({}),
          endpointPing: () => "",
          settlePing: async () => true,
          warnOfFailing: async () => true,
          settleEndpointPing: async () => true,
          warnOfFailingEndpoint: async () => true,
        },
        lease,
        statements: this.#statements(worker, lease),
        sender: { send: (call) => this.#send(worker, epoch, call) },
        budget: worker.budget,
        clock: () => this.#ms,
        random: () => 0.5,
        longestRestMs: 1_000,
        onCall: () => undefined,
        log: {
          error: ({ err }: { err?: unknown }) => err instanceof SameAttempt || this.db.faults.push(String(err)),
        },
      },
      validUntil,
    );
    worker.runs.set(endpointId, run);
    void run.ended.then((end) => {
      worker.runs.delete(endpointId);
      const follower = this.db.followers.get(endpointId);
      if (end === "lost") this.lost++;
      if (end === "lost" && worker.isAlive && follower?.workerId === worker.id) follower.workerId = null;
    });
    run.start();
  }

  #statements(worker: Worker, { endpointId, epoch }: EndpointLease): RunStatements {
    const { db } = this;
    const say = <T>(run: () => T) => this.#say(worker, run);
    const held = <T>(run: (follower: Follower) => T) =>
      say(() => {
        const follower = db.followers.get(endpointId);
        return follower?.epoch === epoch ? run(follower) : undefined;
      });
    return {
      findDue: (inHand, limit) => say(() => db.findDue(endpointId, inHand, limit)),
      take: (stores) => say(() => db.take(endpointId, epoch, stores)),
      ofStore: (lease) => this.#ofStore(worker, lease),
      postpone: ({ storeId }, until) => say(() => db.postpone(`${endpointId}|${storeId}`, epoch, until)),
      settlePing: async () => true,
      warnOfFailing: async (isFailing) =>
        (await held((follower) => {
          follower.isFailing = isFailing;
          return true;
        })) ?? false,
      release: ({ holdUntil, failures, failingSince }) =>
        held((follower) => {
          Object.assign(follower, { workerId: null, holdUntil: holdUntil?.getTime() ?? 0, failures, failingSince });
        }),
    };
  }

  #ofStore(worker: Worker, { endpointId, storeId, epoch }: Lease): StreamStatements {
    const { db } = this;
    const key = `${endpointId}|${storeId}`;
    const say = <T>(run: () => T) => this.#say(worker, run);
    return {
      readLog: (range) => say(() => db.readLog(endpointId ?? "", storeId, epoch, range)),
      readDueRetries: (which) => say(() => db.readDueRetries(key, which)),
      record: ({ cursor }, done) => say(() => db.record(key, epoch, cursor, done)),
      // A locked row skips the store.
      finish: (end) => (end.cursor % 5 === 4 ? Promise.resolve("skipped") : say(() => db.finish(key, epoch, end))),
      settlePing: async () => true,
      warnOfFailing: async () => true,
      postpone: (until) => say(() => db.postpone(key, epoch, until)),
      peekWork: async (cursor) => {
        const wakeVersion = await say(() => db.positions.get(key)?.wakeVersion);
        return { wakeVersion, ...(await say(() => db.look(key, cursor))) };
      },
      release: (release) => say(() => db.release(key, epoch, release)),
    };
  }

  /** The receiver sees each written call at once. */
  #send(
    worker: Worker,
    epoch: number,
    { headers, body, mayStart }: Pick<CallOut, "headers" | "body" | "mayStart">,
  ): RunningCall {
    const { promise, resolve } = Promise.withResolvers<CallResult>();
    const result = (status: number | null, isRefused = false) =>
      resolve({ isRefused, isUnreachable: status === null, status, ms: 1, answer: "", retryAfter: undefined });
    const endpoint = headers["x-webhook-endpoint"] ?? "";
    const { events = [{ id: headers["webhook-id"] ?? "", sequence: Number(headers["x-webhook-sequence"]) }] } =
      JSON.parse(body) as { events?: { id: string; sequence: number }[] };
    if (endpoint === "items") this.#limited.push(this.#ms);
    this.#happenings.push({
      worker,
      run: () => {
        if (!worker.isAlive) return;
        if (!mayStart()) return result(null, true);
        const calls = events.map(({ id, sequence }) => this.#see(endpoint, epoch, id.split("_")[1] ?? "", sequence));
        if (endpoint === "batch") this.#checkBatch(headers, calls);
        // A dead receiver sometimes does not answer at all.
        const bad = [500, 422, null][this.#random(3)] ?? null;
        this.#unanswered.push({ calls, answer: (isSuccess) => worker.isAlive && result(isSuccess ? 204 : bad) });
      },
    });
    return { result: promise, abort: () => result(null) };
  }

  /** An event that the receiver sees. */
  #see(endpoint: string, epoch: number, store: string, sequence: number): Call {
    const { db } = this;
    const key = `${endpoint}|${store}`;
    const { subject = "", action = "" } = db.logs.get(store)?.[sequence - 1] ?? {};
    const isClaimed =
      sequence <= (db.positions.get(key)?.inFlightHighWater ?? -1) || db.retries.get(key)?.has(sequence);
    if (!db.gone.has(store) && !isClaimed) db.faults.push(`${key} ${sequence} is not claimed`);
    if (epoch < (this.#answered.get(endpoint) ?? 0))
      db.faults.push(`${key} ${sequence} starts after the answer to a change`);
    const call: Call = { key, subject: `${action} ${subject}`, sequence };
    this.seen.push(call);
    return call;
  }

  #checkBatch(headers: CallOut["headers"], calls: readonly Call[]): void {
    const { faults, retries } = this.db;
    const shown = JSON.stringify(calls);
    this.longestBatch = Math.max(this.longestBatch, calls.length);
    if (calls.length > BATCH_SIZE || String(calls.length) !== headers["x-webhook-events"])
      faults.push(`a batch of a wrong size: ${shown}`);
    if (new Set(calls.map(({ key, subject }) => `${key} ${subject}`)).size < calls.length)
      faults.push(`two events of an item in a batch: ${shown}`);
    const retryOf = ({ key, sequence }: Call) => retries.get(key)?.get(sequence);
    if (calls.length > 1 && calls.some((call) => retryOf(call)?.tries === 3 || retryOf(call)?.wasRefused))
      faults.push(`a last try, or one after a refused batch, is not alone: ${shown}`);
    const id = headers["webhook-id"] ?? "";
    if ((this.#batches.get(id) ?? shown) !== shown) faults.push(`two batches with one id: ${shown}`);
    if ([...this.#batches].some(([other, events]) => events === shown && other !== id))
      faults.push(`one batch with two ids: ${shown}`);
    this.#batches.set(id, shown);
  }

  #tick(): void {
    for (const { runs } of this.#living) for (const run of [...runs.values()]) run.tick(20);
  }

  #renew(worker: Worker | undefined): void {
    if (!worker) return;
    const sentAt = this.#ms;
    const runs = [...worker.runs.values()];
    void this.#say(worker, () => {
      if (worker.isDead) return [];
      worker.leaseUntil = this.#ms + LEASE_MS;
      return runs.filter(({ lease }) => this.db.followers.get(lease.endpointId)?.epoch === lease.epoch);
    }).then((held) => {
      if (worker.isDead) worker.isAlive = false;
      for (const run of runs) held.includes(run) ? run.renewed(sentAt + LEASE_MS) : run.lose();
    });
  }

  /** A PATCH or a rotation: raises the epoch, and waits as `awaitFollower` does. */
  #change(endpoint: string): void {
    const follower = this.db.followers.get(endpoint);
    if (!follower) return;
    follower.epoch++;
    this.#changes.push({ endpoint, epoch: follower.epoch, workerId: follower.workerId, until: this.#ms + LEASE_MS });
    // Sometimes the run gets no processor time until its lease has ended.
    if (this.#random(3) === 0) this.#ms += 1_600;
  }

  #refilter(categories: readonly string[]): void {
    this.#change("shoes");
    this.db.filter("shoes", categories);
  }

  #answerChanges(): void {
    const isOver = ({ endpoint, workerId, until }: Change) =>
      workerId === null || this.db.followers.get(endpoint)?.workerId !== workerId || this.#ms >= until;
    for (const { endpoint, epoch } of this.#changes.filter(isOver))
      this.#answered.set(endpoint, Math.max(this.#answered.get(endpoint) ?? 0, epoch));
    this.#changes = this.#changes.filter((change) => !isOver(change));
  }

  /** Kills a worker. Its sent statements still run, and its calls still reach the receiver. */
  #kill(worker: Worker | undefined): void {
    if (!worker) return;
    worker.isAlive = false;
    this.lost += worker.runs.size;
    for (const run of worker.runs.values()) run.renewed(Number.NEGATIVE_INFINITY);
  }

  /** The violations of the rules, after `finish`. */
  check(): string[] {
    const { db, seen } = this;
    const faults = [...db.faults];
    const living = ({ key }: { key: string }) => !db.gone.has(key.split("|")[1] ?? "");
    const newest = new Map<string, number>();
    for (const { key, subject, sequence } of seen.filter(living)) {
      const before = newest.get(`${key} ${subject}`) ?? 0;
      if (sequence < before) faults.push(`${key} ${sequence}: an older state after ${before}`);
      newest.set(`${key} ${subject}`, Math.max(before, sequence));
    }
    // A late tick takes no call from the endpoint, so a pause can be shorter by 20 ms.
    const pause = 1_000 / PER_SECOND - 20;
    if (this.#limited.some((at, n) => at - (this.#limited[n - 1] ?? 0) < pause)) faults.push("too many calls a second");
    for (const [key, { size }] of db.retries) if (size) faults.push(`${key}: a retry is left without a position`);
    for (const [key, events] of db.wanted) {
      const made = db.attempts.get(key) ?? [];
      const log = db.logs.get(key.split("|")[1] ?? "") ?? [];
      for (const event of events) {
        const { sequence } = event;
        const mine = made.filter((attempt) => attempt.sequence === sequence);
        const outcomes = mine.map(({ outcome }) => outcome);
        const cycles = outcomes.join(" ").match(/(retrying )*(delivered|failed|superseded)/g) ?? [];
        if (!cycles.length || cycles.join(" ") !== outcomes.join(" "))
          faults.push(`${key} ${sequence}: ends ${outcomes}`);
        if (mine.some((attempt, n) => attempt.try !== n + 1))
          faults.push(`${key} ${sequence}: wrong numbers of attempts`);
        const most = retriesOf(key.split("|")[0]) === "days" ? 8 : 4;
        if (mine.some(({ tries }) => tries > most)) faults.push(`${key} ${sequence}: more than ${most} tries`);
        if (mine.some(({ outcome, tries }) => outcome === "failed" && tries !== most))
          faults.push(`${key} ${sequence}: given up early`);
        const isSame = ({ subject, action }: LoggedEvent) => subject === event.subject && action === event.action;
        if (events.findLast(isSame) !== event || outcomes.at(-1) === "failed") continue;
        // The newest event takes the place of a superseded one, also if the endpoint does not want it.
        const isNoOlder = (one: { sequence: number }) =>
          one.sequence >= sequence && isSame(log[one.sequence - 1] ?? event);
        const isAccepted = seen.some((call) => call.key === key && call.isSuccess && isNoOlder(call));
        const isGivenUp = made.some((attempt) => attempt.outcome === "failed" && isNoOlder(attempt));
        if (!isAccepted && !isGivenUp) faults.push(`${key} ${sequence}: the newest state is lost`);
      }
    }
    return faults;
  }
}
