import type { StoreIds } from "../../src/append/append-events.ts";
import type { TakenPosition } from "../../src/follow/run-statements.ts";
import type { Release, WorkState } from "../../src/lease/leases.ts";
import type { DueEvent, DueRetry } from "../../src/read.ts";
import type { Completion, Finished } from "../../src/record/record-deliveries.ts";

export interface LoggedEvent {
  sequence: number;
  subject: string;
  action: string;
  category: string;
}

interface Position {
  cursor: number;
  inFlightHighWater: number;
  epoch: number;
  dueAt: number;
  wakeVersion: number;
}

interface Retry {
  tries: number;
  attempts: number;
  dueAt: number;
  wasRefused: boolean;
}

export interface Attempt {
  sequence: number;
  try: number;
  tries: number;
  outcome: "delivered" | "retrying" | "failed" | "superseded";
}

export interface Follower {
  /** The actions that the endpoint wants. */
  actions: readonly string[];
  /** Empty: all. */
  categories: readonly string[];
  isFiltered: boolean;
  isOn: boolean;
  isFailing: boolean;
  epoch: number;
  workerId: string | null;
  holdUntil: number;
  failures: number;
  failingSince: Date | null;
}

/** A fault that a test plants, to see that its checks find it. */
export type Planted =
  | "none"
  | "append wakes no worker"
  | "release ignores the wake version"
  | "no fencing"
  | "no claim"
  | "nothing in place of a superseded event"
  | "the old state, although there is a newer one";

export const ITEMS = "inventory.update";

/** A first read of a test is small, so that histories have later reads. */
const FIRST = 4;
/** So is a later one. The stream reads the rest before it releases the position. */
const MAX_READ = 3;

/** The unique key of attempts. */
export class SameAttempt extends Error {}

const NOTHING: Pick<Follower, "actions" | "categories"> = { actions: [], categories: [] };

/** The tables of endpoints, with maps instead of SQL. Each method is one statement of the engine and is atomic. */
export class EndpointModel {
  readonly logs = new Map<string, LoggedEvent[]>();
  readonly followers = new Map<string, Follower>();
  readonly positions = new Map<string, Position>();
  readonly retries = new Map<string, Map<number, Retry>>();
  readonly attempts = new Map<string, Attempt[]>();
  /** The events that each endpoint must get in each store. */
  readonly wanted = new Map<string, LoggedEvent[]>();
  readonly gone = new Set<string>();
  readonly faults: string[] = [];
  readonly #now: () => number;
  readonly #planted: Planted;

  constructor(now: () => number, planted: Planted) {
    this.#now = now;
    this.#planted = planted;
  }

  #of<T>(map: Map<string, T>, key: string, first: T): T {
    const value = map.get(key) ?? first;
    map.set(key, value);
    return value;
  }

  follow(endpoint: string, actions: readonly string[], categories: readonly string[] = []): void {
    const state = {
      isFiltered: categories.length > 0,
      isOn: true,
      isFailing: false,
      epoch: 0,
      workerId: null,
      holdUntil: 0,
      failures: 0,
      failingSince: null,
    };
    this.followers.set(endpoint, { actions, categories, ...state });
  }

  /** What waits is wanted or not by the new filter, so the endpoint may or may not get it. */
  filter(endpoint: string, categories: readonly string[]): void {
    const follower = this.followers.get(endpoint);
    if (follower) Object.assign(follower, { categories, isFiltered: follower.isFiltered || categories.length > 0 });
    for (const key of this.wanted.keys()) if (key.startsWith(`${endpoint}|`)) this.wanted.set(key, []);
  }

  #wants(endpoint: string, { action, category }: Pick<LoggedEvent, "action" | "category">): boolean {
    const { actions, categories } = this.followers.get(endpoint) ?? NOTHING;
    if (!actions.includes(action)) return false;
    return !categories.length || action !== ITEMS || categories.includes(category);
  }

  newestOf(store: string, { subject, action }: Pick<LoggedEvent, "subject" | "action">): number {
    const log = this.logs.get(store) ?? [];
    return log.findLast((event) => event.subject === subject && event.action === action)?.sequence ?? 0;
  }

  append(store: string, items: Omit<LoggedEvent, "sequence">[]): void {
    if (this.gone.has(store)) return;
    const log = this.#of(this.logs, store, []);
    const first = log.length + 1;
    for (const item of items) log.push({ ...item, sequence: log.length + 1 });
    for (const [endpoint, { actions }] of this.followers) {
      const news = log.slice(first - 1).filter(({ action }) => actions.includes(action));
      if (!news.length) continue;
      const key = `${endpoint}|${store}`;
      this.#of(this.wanted, key, []).push(...news.filter((event) => this.#wants(endpoint, event)));
      if (this.#planted !== "append wakes no worker" || !this.positions.has(key)) this.#wake(key, first - 1);
    }
  }

  #wake(key: string, cursor: number): void {
    const position = this.positions.get(key);
    if (position) {
      position.wakeVersion++;
      position.dueAt = Math.min(position.dueAt, this.#now());
    } else {
      this.positions.set(key, { cursor, inFlightHighWater: cursor, epoch: 0, dueAt: this.#now(), wakeVersion: 1 });
    }
  }

  /** Sends the newest event of a subject again, also if the endpoint never got it. */
  redeliver(endpoint: string, store: string, sequence: number): void {
    const key = `${endpoint}|${store}`;
    const log = this.logs.get(store) ?? [];
    const event = log[sequence - 1];
    if (!event || !this.#wants(endpoint, event) || this.gone.has(store)) return;
    if (this.newestOf(store, event) !== sequence) return;
    const made = (this.attempts.get(key) ?? []).filter((attempt) => attempt.sequence === sequence);
    const mine = this.#of(this.retries, key, new Map());
    const waiting = mine.get(sequence);
    const cursor = this.positions.get(key)?.cursor ?? log.length;
    if (waiting) waiting.dueAt = Math.min(waiting.dueAt, this.#now());
    else if (made.length || sequence <= cursor)
      mine.set(sequence, { tries: 0, attempts: made.length, dueAt: this.#now(), wasRefused: false });
    else return;
    const wanted = this.#of(this.wanted, key, []);
    if (!wanted.includes(event)) wanted.push(event);
    this.#wake(key, log.length);
  }

  /** A store is deleted with all of its rows. Its id never comes back. */
  remove(store: string): void {
    this.gone.add(store);
    for (const map of [this.positions, this.retries, this.wanted] as Map<string, unknown>[])
      for (const key of [...map.keys()]) if (key.endsWith(`|${store}`)) map.delete(key);
  }

  due(endpoint: string): string[] {
    const now = this.#now();
    return [...this.positions].flatMap(([key, { dueAt }]) => {
      const [of, store = ""] = key.split("|");
      return of === endpoint && dueAt <= now ? [store] : [];
    });
  }

  findDue(endpoint: string, inHand: readonly string[], limit: number): StoreIds[] {
    const stores = this.due(endpoint).filter((store) => !inHand.includes(store));
    return stores.slice(0, limit).map((storeId) => ({ retailerId: "r", storeId }));
  }

  take(endpoint: string, epoch: number, stores: readonly StoreIds[]): TakenPosition[] {
    return stores.flatMap(({ retailerId, storeId }) => {
      const key = `${endpoint}|${storeId}`;
      const position = this.positions.get(key);
      if (!position || position.epoch > epoch || position.dueAt > this.#now()) return [];
      position.epoch = epoch;
      const { cursor, inFlightHighWater, wakeVersion } = position;
      const taken = { retailerId, storeId, cursor, inFlightHighWater };
      if (inFlightHighWater > cursor) return [{ ...taken, first: null }];
      const next = this.#next(storeId, cursor, FIRST);
      this.#claim(position, next);
      const events = next.map((event) => this.#fresh(key, event));
      const hasRetries = (this.retries.get(key)?.size ?? 0) > 0;
      // The real limit of a first read is 32. A full one has no wake version, as in `StreamState.firstRead`.
      return [{ ...taken, first: next.length < FIRST ? { events, wakeVersion, hasRetries } : null }];
    });
  }

  #next(store: string, after: number, limit: number): LoggedEvent[] {
    return (this.logs.get(store) ?? []).slice(after, after + limit);
  }

  #claim(position: Position, events: readonly LoggedEvent[]): void {
    if (this.#planted === "no claim") return;
    position.inFlightHighWater = Math.max(position.inFlightHighWater, events.at(-1)?.sequence ?? 0);
  }

  #present({ sequence, subject, action }: LoggedEvent, fate: DueEvent["fate"]): DueEvent {
    return { sequence, action, subject, data: subject, product: null, traceparent: null, fate };
  }

  #isSettled(key: string, { sequence }: LoggedEvent): boolean {
    const isTried = this.attempts.get(key)?.some((attempt) => attempt.sequence === sequence) ?? false;
    return isTried || (this.retries.get(key)?.has(sequence) ?? false);
  }

  #fresh(key: string, event: LoggedEvent): DueEvent {
    const [endpoint = "", store = ""] = key.split("|");
    const { isFiltered = false } = this.followers.get(endpoint) ?? {};
    if (!this.#wants(endpoint, event)) return this.#present(event, "skip");
    const isNewest = this.newestOf(store, event) === event.sequence;
    const maySendOld = this.#planted === "the old state, although there is a newer one";
    return this.#present(event, !isFiltered || isNewest || maySendOld ? "send" : "superseded");
  }

  #held(key: string, epoch: number): Position | undefined {
    const position = this.positions.get(key);
    return position?.epoch === epoch || this.#planted === "no fencing" ? position : undefined;
  }

  readLog(
    endpoint: string,
    store: string,
    epoch: number,
    { after, doubtTo, limit }: { after: number; doubtTo: number; limit: number },
  ): DueEvent[] {
    const key = `${endpoint}|${store}`;
    if (after < doubtTo) {
      const events = this.#next(store, after, Math.min(limit, doubtTo - after));
      return events.map((event) => {
        const fresh = this.#fresh(key, event);
        if (this.#isSettled(key, event) || fresh.fate === "skip") return { ...fresh, fate: "skip" };
        return this.newestOf(store, event) > event.sequence ? { ...fresh, fate: "superseded" } : fresh;
      });
    }
    const position = this.#held(key, epoch);
    if (!position) return [];
    const next = this.#next(store, after, Math.min(limit, MAX_READ));
    this.#claim(position, next);
    return next.map((event) => this.#fresh(key, event));
  }

  readDueRetries(key: string, { now, inHand, limit }: { now: Date; inHand: number[]; limit: number }): DueRetry[] {
    const store = key.split("|")[1] ?? "";
    const due = [...(this.retries.get(key) ?? [])].filter(
      ([sequence, { dueAt }]) => dueAt <= now.getTime() && !inHand.includes(sequence),
    );
    return due
      .sort(([a], [b]) => a - b)
      .slice(0, limit)
      .flatMap(([sequence, { tries, attempts, wasRefused }]) => {
        const event = this.logs.get(store)?.[sequence - 1];
        if (!event) return [];
        const fate = this.newestOf(store, event) > sequence ? "superseded" : "send";
        const made = (this.attempts.get(key) ?? []).filter((attempt) => attempt.sequence === sequence);
        const soFar = tries ? attempts : Math.max(0, ...made.map((attempt) => attempt.try));
        return [{ ...this.#present(event, fate), tries, attempts: soFar, enhanced: false, wasRefused }];
      });
  }

  record(key: string, epoch: number, cursor: number, done: readonly Completion[]): boolean {
    const position = this.#held(key, epoch);
    if (!position) return false;
    const made = new Set(this.attempts.get(key)?.map((attempt) => `${attempt.sequence} ${attempt.try}`));
    // A worker with the filter of before can meet attempts of the filter of now. The next lease knows them.
    if (done.some((one) => made.has(`${one.sequence} ${one.try}`))) throw new SameAttempt();
    position.cursor = Math.max(position.cursor, cursor);
    const mine = this.#of(this.retries, key, new Map());
    const [endpoint = "", store = ""] = key.split("|");
    for (const { sequence, subject, action, result, tries, dueAt, isRetry, ...call } of done) {
      const hasNewer = this.newestOf(store, { subject, action }) > sequence;
      const outcome = result !== "bad" ? result : hasNewer ? "superseded" : dueAt ? "retrying" : "failed";
      this.#of(this.attempts, key, []).push({ sequence, try: call.try, tries, outcome });
      const wasRefused = (call.batch ?? 1) > 1 && [400, 413, 422].includes(call.status ?? 0);
      const retry = { tries, attempts: call.try, dueAt: dueAt?.getTime() ?? 0, wasRefused };
      if (outcome === "retrying") mine.set(sequence, retry);
      else if (isRetry) mine.delete(sequence);
    }
    if (this.#planted !== "nothing in place of a superseded event")
      for (const { sequence } of done) this.#handOver(endpoint, store, sequence, done);
    return true;
  }

  /** A superseded event whose newest one is not wanted: this one is sent in its place, once. */
  #handOver(endpoint: string, store: string, sequence: number, done: readonly Completion[]): void {
    const key = `${endpoint}|${store}`;
    const log = this.logs.get(store) ?? [];
    const event = log[sequence - 1];
    const newest = event && log[this.newestOf(store, event) - 1];
    const isSuperseded =
      this.attempts.get(key)?.findLast((made) => made.sequence === sequence)?.outcome === "superseded";
    if (!newest || !isSuperseded || !this.followers.get(endpoint)?.categories.length) return;
    if (this.#wants(endpoint, newest) || done.some((one) => one.sequence === newest.sequence)) return;
    if (this.#isSettled(key, newest)) return;
    const retry = { tries: 0, attempts: 0, dueAt: this.#now(), wasRefused: false };
    this.#of(this.retries, key, new Map()).set(newest.sequence, retry);
  }

  finish(
    key: string,
    epoch: number,
    { cursor, wakeVersion, done }: { cursor: number; wakeVersion: number; done: readonly Completion[] },
  ): Finished {
    if (!this.record(key, epoch, cursor, done)) return "skipped";
    const position = this.positions.get(key);
    if (position) position.inFlightHighWater = cursor;
    if (!this.#isAsleep(position, wakeVersion)) return "woken";
    this.positions.delete(key);
    return "released";
  }

  #isAsleep(position: Position | undefined, wakeVersion: number): boolean {
    return position?.wakeVersion === wakeVersion || this.#planted === "release ignores the wake version";
  }

  release(key: string, epoch: number, release: Release): "released" | "woken" | "lost" {
    const position = this.#held(key, epoch);
    if (!position) return "lost";
    position.inFlightHighWater = release.inFlightHighWater;
    if (!this.#isAsleep(position, release.wakeVersion)) return "woken";
    if (release.dueAt) position.dueAt = release.dueAt.getTime();
    else {
      if (position.inFlightHighWater > position.cursor) this.faults.push(`${key}: a position with doubt is deleted`);
      this.positions.delete(key);
    }
    return "released";
  }

  look(key: string, cursor: number): Omit<WorkState, "wakeVersion"> {
    const dueAt = Math.min(...[...(this.retries.get(key)?.values() ?? [])].map((retry) => retry.dueAt));
    const more = (this.logs.get(key.split("|")[1] ?? "")?.length ?? 0) > cursor;
    return { more, retryAt: Number.isFinite(dueAt) ? new Date(dueAt) : null };
  }

  postpone(key: string, epoch: number, until: Date): boolean {
    const position = this.#held(key, epoch);
    if (position) position.dueAt = until.getTime();
    return position !== undefined;
  }
}
