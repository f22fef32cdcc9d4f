import type { Completion } from "../record/record-deliveries.ts";
import type { Recorder } from "../record/recorder.ts";
import { supersededUnsent } from "./delivery-call.ts";
import type { StreamLog } from "./stream-log.ts";
import type { Item } from "./stream-queue.ts";
import type { StreamState } from "./stream-state.ts";

interface Parts {
  log: StreamLog;
  state: StreamState;
  recorder: Recorder;
  now: () => Date;
  clock: () => number;
}

/** The reads and writes of a stream. Each function returns false if the lease was lost. */
export class StreamTasks {
  readonly #log: StreamLog;
  readonly #state: StreamState;
  readonly #recorder: Recorder;
  readonly #now: () => Date;
  readonly #clock: () => number;

  constructor({ log, state, recorder, now, clock }: Parts) {
    this.#log = log;
    this.#state = state;
    this.#recorder = recorder;
    this.#now = now;
    this.#clock = clock;
  }

  /** Records all completions and the cursor. */
  flush(): Promise<boolean> {
    const { failures, failingSince } = this.#state.health;
    return this.#recorder.flush({ cursor: this.#state.queue.cursor, failures, failingSince });
  }

  async settlePing(item: Item, completion: Completion): Promise<boolean> {
    const isHeld = await this.#log.settlePing(completion);
    if (isHeld) this.#state.pinged(item, completion.result === "delivered");
    return isHeld;
  }

  async changeWarning(): Promise<boolean> {
    const { isFailing } = this.#state.health;
    const isHeld = await this.#log.warnOfFailing(isFailing);
    if (isHeld) this.#state.warned(isFailing);
    return isHeld;
  }

  /** Stores the time of the next probe. */
  async postpone(): Promise<boolean> {
    const until = this.#state.nextProbeAt(this.#now());
    const isHeld = await this.#log.postpone(until);
    if (isHeld) this.#state.postponed(until);
    return isHeld;
  }

  async readRetries(): Promise<boolean> {
    const { limit } = this.#state.readingRetries(this.#clock());
    const inHand = [...this.#state.queue.retries, ...this.#recorder.retries];
    const { isVerified } = this.#state;
    const retries = await this.#log.readDueRetries({ now: this.#now(), inHand, isVerified, limit });
    this.#supersede(this.#state.retriesRead(retries, limit));
    return true;
  }

  async readLog(): Promise<boolean> {
    const range = this.#state.readingLog();
    const events = await this.#log.readLog(range);
    this.#supersede(this.#state.logRead(events, range.after));
    return true;
  }

  /** Takes the events that came with the lease. */
  takeFirst(): void {
    this.#supersede(this.#state.firstRead(this.#clock()));
  }

  /**
   * Ends the stream in one statement (`StreamState.finishAt`).
   * @returns whether the lease is released. If not, the state goes on without this short way
   */
  async finish(wakeVersion: number): Promise<boolean> {
    const end = await this.#recorder.finish(this.#state.queue.cursor, wakeVersion);
    if (end === "released") return true;
    this.#state.notFinished(end === "woken");
    return false;
  }

  /**
   * Releases the lease, or lets the state read again if work has arrived.
   * @param isOver whether the stream has ended during a read
   * @returns how the lease ended; undefined if it goes on
   */
  async release(isOver: () => boolean): Promise<"released" | "lost" | undefined> {
    const { cursor } = this.#state.queue;
    if (cursor !== this.#recorder.cursor && !(await this.flush())) return "lost";
    const { wakeVersion, ...work } = await this.#log.peekWork(cursor, this.#state.isVerified);
    if (isOver() || wakeVersion === undefined) return "lost";
    const release = this.#state.release({ wakeVersion, ...work }, this.#now());
    const end = release ? await this.#log.release(release) : "woken";
    if (end !== "woken") return end;
    this.#state.readAgain();
    return undefined;
  }

  #supersede(over: Item[]): void {
    for (const item of over) this.#recorder.add(supersededUnsent(item, this.#now()), this.#clock());
  }
}
