import { FIRST_EVENTS } from "../lease/leases.sql.ts";
import type { FirstRead, Lease, Release, WorkState } from "../lease/leases.ts";
import type { DueEvent, DueRetry } from "../read.ts";
import { type EndedCall, EndpointHealth, EndpointWindow } from "./endpoint-health.ts";
import { type Item, StreamQueue } from "./stream-queue.ts";

/** Events per read. The next read starts when fewer than `LOW_WATER` events wait. */
const BATCH = 256;
const LOW_WATER = 256;
/** Time between reads of due retries, and the minimum time after a wake-up. */
const RETRY_READ_MS = 1_000;
const MIN_RETRY_READ_MS = 100;
const PROBE_PAUSE_MS = 30_000;

export type StreamHealth = Pick<
  EndpointHealth,
  "failures" | "failingSince" | "isFailing" | "restMs" | "record" | "recordProbe"
>;

interface StateOptions {
  longestRestMs: number;
  isProbe: boolean;
  health?: StreamHealth;
  window?: EndpointWindow;
}

/**
 * Decides which call can start, what to read, and when to release the store. Has no side effects: `StoreStream` acts and passes the time
 * in ms.
 */
export class StreamState {
  readonly queue: StreamQueue;
  readonly health: StreamHealth;
  readonly window: EndpointWindow;
  #isVerified: boolean;
  #hasWarning: boolean;
  #isDraining = false;
  #areCallsStopped = false;
  /** The stream makes one call as a probe. If the call fails, the stream ends. */
  #isProbe: boolean;
  #inFlight = 0;
  #started = 0;
  /** An earlier worker may have sent events up to this sequence. */
  #doubtTo: number;
  #isLogRead = false;
  #areRetriesRead = false;
  #areRetriesComing = false;
  #retriesReadAt = Number.NEGATIVE_INFINITY;
  /** The stored time of the next probe. A failing endpoint is called once per lease, after this time is stored. */
  #holdUntil: Date | null = null;
  #hasProbed = false;
  /** The wake version of the snapshot that came with the lease, while the stream may end with it. */
  #firstWake: number | null = null;
  #first: FirstRead | null;
  readonly #batchSize: number;

  constructor(lease: Lease, { longestRestMs, isProbe, health, window }: StateOptions) {
    this.#isProbe = isProbe;
    this.#first = lease.first;
    this.#batchSize = lease.batchSize ?? 1;
    this.queue = new StreamQueue(lease.cursor);
    this.#doubtTo = lease.inFlightHighWater;
    this.#isVerified = lease.isVerified;
    this.#hasWarning = lease.isFailing;
    // A store with failed last calls begins with one call, because it may be silent.
    this.window = window ?? new EndpointWindow(lease.failures > 0);
    this.health = health ?? new EndpointHealth(lease, { isFailing: this.#hasWarning, longestRestMs });
  }

  /**
   * Takes what the lease has read, once. Without it, the stream reads the log and the retries itself.
   * @returns the items that end without a call
   */
  firstRead(now: number): Item[] {
    const first = this.#first;
    this.#first = null;
    if (!first) return [];
    const isWhole = first.events.length < FIRST_EVENTS;
    this.#isLogRead = isWhole;
    if (!first.hasRetries) {
      this.#areRetriesRead = true;
      this.#retriesReadAt = now;
    }
    const over = this.queue.addEvents(first.events);
    // The record of an event that ends without a call can make a retry.
    if (isWhole && !first.hasRetries && !over.length) this.#firstWake = first.wakeVersion;
    return over;
  }

  /**
   * The wake version at which the store can be released together with the record of the calls: every event of the lease's snapshot is
   * sent with a good answer, and no retry waits. null: the stream must look for work before its release.
   */
  get finishAt(): number | null {
    if (this.#isDraining || this.#areCallsStopped || this.health.failures || this.#isFailing) return null;
    return this.isIdle ? this.#firstWake : null;
  }

  /** The store could not be released at the first wake version. @param isWoken whether an event has arrived */
  notFinished(isWoken: boolean): void {
    this.#firstWake = null;
    if (isWoken) this.readAgain();
  }

  /** If false, only the ping is sent. */
  get isVerified(): boolean {
    return this.#isVerified;
  }

  get started(): number {
    return this.#started;
  }

  /** Whether the probe has no answer yet. */
  get isProbe(): boolean {
    return this.#isProbe;
  }

  get #isFailing(): boolean {
    return this.#isVerified && this.health.isFailing;
  }

  get canCall(): boolean {
    return this.#inFlight < this.#places && this.queue.has(this.#upTo(), !this.#isDraining);
  }

  nextCall(): Item | undefined {
    const item = this.#inFlight < this.#places ? this.queue.next(this.#upTo(), !this.#isDraining) : undefined;
    if (!item) return undefined;
    this.#inFlight++;
    this.#started++;
    if (this.health.isFailing) this.#hasProbed = true;
    return item;
  }

  get #places(): number {
    if (this.#areCallsStopped || (this.#isProbe && this.#started)) return 0;
    if (!this.#isVerified || this.#isProbe) return this.#isFailing && !this.#holdUntil ? 0 : 1;
    if (!this.health.isFailing) return this.window.size * this.#batchSize;
    return this.#holdUntil && !this.#hasProbed ? 1 : 0;
  }

  /** While draining, only events before the last started one are sent, so that no event stays in doubt. */
  #upTo(): number {
    return this.#isDraining ? this.queue.startedTo : Number.POSITIVE_INFINITY;
  }

  ended(item: Item, { isSuccess, isSilent, ms, isRepeat, ofReceiver }: EndedCall, at: Date): void {
    this.#inFlight--;
    // The record decides whether a retry waits.
    if (!isSuccess) this.#firstWake = null;
    const wasFailing = this.health.isFailing;
    if (ofReceiver) this.health.recordProbe(at, ofReceiver.mustWarn);
    else if (!isRepeat) this.health.record(isSuccess, at);
    this.#probed(isSuccess);
    if (!isSuccess && this.health.restMs) this.#areCallsStopped = true;
    if (!isRepeat) this.window.record(isSuccess, ms, isSilent);
    // The first probe comes after the first wait.
    if (!wasFailing && this.health.isFailing) this.#hasProbed = true;
    this.queue.finish(item);
  }

  pinged(item: Item, isSuccess: boolean): void {
    this.#inFlight--;
    this.queue.finish(item);
    this.#areRetriesRead = false;
    this.#isVerified = isSuccess;
    this.#probed(isSuccess);
  }

  #probed(isSuccess: boolean): void {
    if (this.#isProbe && !isSuccess) this.#areCallsStopped = true;
    this.#isProbe = false;
  }

  /** Stops calls because the receiver is down, except if this stream is its probe. */
  stopCalls(): void {
    if (!this.#isProbe) this.#areCallsStopped = true;
  }

  drain(): void {
    this.#isDraining = true;
  }

  readAgain(): void {
    this.#isLogRead = false;
    this.#areRetriesRead = false;
  }

  /** Reads again, because an event of any store arrived. This happens up to a hundred times per second. */
  wake(now: number): void {
    this.#isLogRead = false;
    if (now - this.#retriesReadAt >= MIN_RETRY_READ_MS) this.#areRetriesRead = false;
  }

  get needsWarningChange(): boolean {
    return this.#isVerified && this.#hasWarning !== this.health.isFailing;
  }

  warned(isFailing: boolean): void {
    this.#hasWarning = isFailing;
  }

  /** Whether to store the next probe's time before the probe, so that crashes cause no more than one probe per 30 s. */
  get needsPostponing(): boolean {
    if (this.#isDraining || this.#areCallsStopped) return false;
    return this.#isFailing && !this.#hasProbed && !this.#holdUntil;
  }

  nextProbeAt(now: Date): Date {
    return new Date(now.getTime() + PROBE_PAUSE_MS);
  }

  postponed(until: Date): void {
    this.#holdUntil = until;
  }

  get #mayRead(): boolean {
    if (this.#isDraining || this.#areCallsStopped) return false;
    return !this.#isFailing || (this.#holdUntil !== null && !this.#hasProbed);
  }

  wantsRetries(now: number): boolean {
    if (!this.#mayRead || this.queue.unstarted >= LOW_WATER) return false;
    return !this.#areRetriesRead || now - this.#retriesReadAt >= RETRY_READ_MS;
  }

  readingRetries(now: number): { limit: number } {
    this.#retriesReadAt = now;
    this.queue.watchNewer();
    // A wake-up during the read sets this to false again.
    this.#areRetriesRead = true;
    this.#areRetriesComing = true;
    return { limit: this.#isFailing ? 1 : BATCH };
  }

  /** @returns the items that end without a call */
  retriesRead(retries: readonly DueRetry[], limit: number): Item[] {
    this.#areRetriesComing = false;
    const over = this.queue.addRetries(retries);
    if (retries.length === limit && over.length === limit) this.#areRetriesRead = false;
    return over;
  }

  get wantsLog(): boolean {
    if (!this.#mayRead || !this.#isVerified || this.#isLogRead || this.queue.unstarted >= LOW_WATER) return false;
    // A probe is the oldest due retry, or an event of the log if no retry is due.
    return !this.#isFailing || (this.#areRetriesRead && !this.#areRetriesComing && this.queue.unstarted === 0);
  }

  readingLog(): { after: number; doubtTo: number; limit: number } {
    this.#isLogRead = true;
    return { after: this.queue.loadedTo, doubtTo: this.#doubtTo, limit: BATCH };
  }

  /** @returns the items that end without a call */
  logRead(events: readonly DueEvent[], after: number): Item[] {
    const isInDoubt = after < this.#doubtTo;
    if (isInDoubt && !events.length) this.#doubtTo = after;
    if (isInDoubt || events.length === BATCH) this.#isLogRead = false;
    return this.queue.addEvents(events);
  }

  get isIdle(): boolean {
    if (this.#inFlight) return false;
    if (this.#isDraining) return true;
    if (this.#areCallsStopped) return !this.needsWarningChange;
    if (!this.#isVerified) return this.#areRetriesRead && this.queue.unstarted === 0;
    if (this.needsWarningChange) return false;
    if (this.#isFailing && this.#hasProbed) return true;
    return this.#areRetriesRead && this.#isLogRead && this.queue.unstarted === 0;
  }

  /** How to release the lease, or undefined if more work is due. */
  release(work: WorkState & { wakeVersion: number }, now: Date): Release | undefined {
    const isRetryDue = work.retryAt !== null && work.retryAt <= now;
    const isMore = isRetryDue || (this.#isVerified && work.more);
    if (!this.#isDraining && !this.#areCallsStopped && !this.#isFailing && isMore) return undefined;
    const inFlightHighWater = Math.max(this.queue.startedTo, this.queue.cursor, this.#doubtTo);
    return { wakeVersion: work.wakeVersion, inFlightHighWater, ...this.#due(work.retryAt, isMore, now) };
  }

  #due(retryAt: Date | null, isMore: boolean, now: Date): Pick<Release, "dueAt" | "holdUntil"> {
    if (!this.#isVerified) return { dueAt: retryAt, holdUntil: retryAt };
    if (this.health.isFailing && this.#hasProbed) {
      const until = this.#holdUntil ?? this.nextProbeAt(now);
      return { dueAt: until, holdUntil: until };
    }
    if (this.#isDraining) return { dueAt: now, holdUntil: null };
    const { restMs } = this.health;
    if (this.#areCallsStopped && isMore && restMs) {
      const until = new Date(now.getTime() + restMs);
      return { dueAt: until, holdUntil: until };
    }
    return { dueAt: isMore ? now : retryAt, holdUntil: null };
  }
}
