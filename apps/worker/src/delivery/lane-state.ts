import type { DueEvent, DueRetry, Lease, Parking, View } from "@highstreet/router/features/webhooks/index.ts";
import { EndpointHealth } from "./endpoint-health.ts";
import { EndpointWindow } from "./endpoint-window.ts";
import { type Item, LaneQueue } from "./lane-queue.ts";

/** Events read at once, and how few may be left in hand before the next are read. */
const BATCH = 256;
const LOW_WATER = 256;
/** How often a lane that is busy looks for due retries; and at most, where it is told that something may have come. */
const RETRIES_EACH_MS = 1_000;
const RETRIES_AT_MOST_EACH_MS = 100;
/** contract §6, Failing endpoint. */
const PROBE_EACH_MS = 30_000;

/**
 * What one store's lane knows, and what follows from it: which call may start, what to read, when to give the store back.
 * It does nothing itself (lane.ts does), and the time is given to it, in ms.
 */
export class LaneState {
  readonly queue: LaneQueue;
  readonly health: EndpointHealth;
  readonly #window = new EndpointWindow();
  #isVerified: boolean;
  #isTold: boolean;
  #isDraining = false;
  /** The lane starts no call any more, and gives the store back when the calls in flight have ended. */
  #isStandingBack = false;
  /** The lane makes one call as a probe. If the call fails, the lane ends. */
  #isProbe: boolean;
  #inFlight = 0;
  #started = 0;
  /** An earlier worker may have sent what lies between the cursor and this. */
  #doubtTo: number;
  #isLogRead = false;
  #areRetriesRead = false;
  #areRetriesComing = false;
  #retriesReadAt = Number.NEGATIVE_INFINITY;
  /** A failing endpoint is called once a lease, after this is written. */
  #holdUntil: Date | null = null;
  #hasProbed = false;

  constructor(lease: Lease, { longestRestMs, isProbe }: { longestRestMs: number; isProbe: boolean }) {
    this.#isProbe = isProbe;
    this.queue = new LaneQueue(lease.cursor);
    this.#doubtTo = lease.claimedTo;
    this.#isVerified = lease.isVerified;
    this.#isTold = lease.warnings.some((warning) => warning.id === "WebhookEndpointFailing");
    this.health = new EndpointHealth(lease, { isFailing: this.#isTold, longestRestMs });
  }

  /** Unverified: nothing is sent but the ping. */
  get isVerified(): boolean {
    return this.#isVerified;
  }

  /** Calls made. */
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

  /** Whether a call could start now, if there is a place for it. */
  get canCall(): boolean {
    return this.#inFlight < this.#places && this.queue.has(this.#upTo(), !this.#isDraining);
  }

  /** The next to be called; it is on its way with that. */
  nextCall(): Item | undefined {
    const item = this.#inFlight < this.#places ? this.queue.next(this.#upTo(), !this.#isDraining) : undefined;
    if (!item) return undefined;
    this.#inFlight++;
    this.#started++;
    if (this.health.isFailing) this.#hasProbed = true;
    return item;
  }

  get #places(): number {
    if (this.#isStandingBack || (this.#isProbe && this.#started)) return 0;
    if (!this.#isVerified || this.#isProbe) return this.#isFailing && !this.#holdUntil ? 0 : 1;
    if (!this.health.isFailing) return this.#window.size;
    return this.#holdUntil && !this.#hasProbed ? 1 : 0;
  }

  /** While draining, only what fills the gaps before the last one started, so that none is left in doubt. */
  #upTo(): number {
    return this.#isDraining ? this.queue.startedTo : Number.POSITIVE_INFINITY;
  }

  /** Records the end of a call. */
  ended(item: Item, isGood: boolean, at: Date): void {
    this.#inFlight--;
    const wasFailing = this.health.isFailing;
    this.health.note(isGood, at);
    this.#probed(isGood);
    if (!isGood && this.health.restMs) this.#isStandingBack = true;
    this.#window.note(isGood);
    // The first probe comes after the first wait.
    if (!wasFailing && this.health.isFailing) this.#hasProbed = true;
    this.queue.finish(item);
  }

  /** The ping's call ended, and that is recorded. */
  pinged(item: Item, isGood: boolean): void {
    this.#inFlight--;
    this.queue.finish(item);
    this.#areRetriesRead = false;
    this.#isVerified = isGood;
    this.#probed(isGood);
  }

  #probed(isGood: boolean): void {
    if (this.#isProbe && !isGood) this.#isStandingBack = true;
    this.#isProbe = false;
  }

  /** The receiver is down: gives the store back, unless this lane is its probe. */
  standBack(): void {
    if (!this.#isProbe) this.#isStandingBack = true;
  }

  /** Finishes what was started, and then gives the store back. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Something has come. */
  lookAgain(): void {
    this.#isLogRead = false;
    this.#areRetriesRead = false;
  }

  /** Something may have come, perhaps of another store: that is said a hundred times a second. */
  hear(now: number): void {
    this.#isLogRead = false;
    if (now - this.#retriesReadAt >= RETRIES_AT_MOST_EACH_MS) this.#areRetriesRead = false;
  }

  /** The channel is to be told that its endpoint fails, or fails no more. */
  get wantsTelling(): boolean {
    return this.#isVerified && this.#isTold !== this.health.isFailing;
  }

  told(isFailing: boolean): void {
    this.#isTold = isFailing;
  }

  /** A probe is to be written down, before it is made, so that no crash makes it more than one each 30 s. */
  get wantsHold(): boolean {
    if (this.#isDraining || this.#isStandingBack) return false;
    return this.#isFailing && !this.#hasProbed && !this.#holdUntil;
  }

  holdUntil(now: Date): Date {
    return new Date(now.getTime() + PROBE_EACH_MS);
  }

  held(until: Date): void {
    this.#holdUntil = until;
  }

  get #mayRead(): boolean {
    if (this.#isDraining || this.#isStandingBack) return false;
    return !this.#isFailing || (this.#holdUntil !== null && !this.#hasProbed);
  }

  wantsRetries(now: number): boolean {
    if (!this.#mayRead || this.queue.unstarted >= LOW_WATER) return false;
    return !this.#areRetriesRead || now - this.#retriesReadAt >= RETRIES_EACH_MS;
  }

  /** @returns how many to read */
  readingRetries(now: number): { limit: number } {
    this.#retriesReadAt = now;
    this.queue.watchNewer();
    // What is told to look again meanwhile, does.
    this.#areRetriesRead = true;
    this.#areRetriesComing = true;
    return { limit: this.#isFailing ? 1 : BATCH };
  }

  /** @returns those that are over without a call */
  retriesRead(retries: readonly DueRetry[], limit: number): Item[] {
    this.#areRetriesComing = false;
    const over = this.queue.addRetries(retries);
    if (retries.length === limit && over.length === limit) this.#areRetriesRead = false;
    return over;
  }

  get wantsLog(): boolean {
    if (!this.#mayRead || !this.#isVerified || this.#isLogRead || this.queue.unstarted >= LOW_WATER) return false;
    // A probe is the oldest due retry; an event of the log only if none is due.
    return !this.#isFailing || (this.#areRetriesRead && !this.#areRetriesComing && this.queue.unstarted === 0);
  }

  readingLog(): { after: number; doubtTo: number; limit: number } {
    this.#isLogRead = true;
    return { after: this.queue.loadedTo, doubtTo: this.#doubtTo, limit: BATCH };
  }

  /** @returns those that are over without a call */
  logRead(events: readonly DueEvent[], after: number): Item[] {
    const isInDoubt = after < this.#doubtTo;
    if (isInDoubt && !events.length) this.#doubtTo = after;
    if (isInDoubt || events.length === BATCH) this.#isLogRead = false;
    return this.queue.addEvents(events);
  }

  /** Nothing is on its way, and nothing is left to start or to read. */
  get isIdle(): boolean {
    if (this.#inFlight) return false;
    if (this.#isDraining) return true;
    if (this.#isStandingBack) return !this.wantsTelling;
    if (!this.#isVerified) return this.#areRetriesRead && this.queue.unstarted === 0;
    if (this.wantsTelling) return false;
    if (this.#isFailing && this.#hasProbed) return true;
    return this.#areRetriesRead && this.#isLogRead && this.queue.unstarted === 0;
  }

  /** How to give the store back, after a look around; undefined: there is more to do. */
  parking(view: View & { wake: number }, now: Date): Parking | undefined {
    const isRetryDue = view.retryAt !== null && view.retryAt <= now;
    const isMore = isRetryDue || (this.#isVerified && view.more);
    if (!this.#isDraining && !this.#isStandingBack && !this.#isFailing && isMore) return undefined;
    const claimedTo = Math.max(this.queue.startedTo, this.queue.cursor, this.#doubtTo);
    return { wake: view.wake, claimedTo, ...this.#due(view.retryAt, isMore, now) };
  }

  #due(retryAt: Date | null, isMore: boolean, now: Date): Pick<Parking, "dueAt" | "holdUntil"> {
    if (!this.#isVerified) return { dueAt: retryAt, holdUntil: retryAt };
    if (this.health.isFailing && this.#hasProbed) {
      const until = this.#holdUntil ?? this.holdUntil(now);
      return { dueAt: until, holdUntil: until };
    }
    if (this.#isDraining) return { dueAt: now, holdUntil: null };
    const { restMs } = this.health;
    if (this.#isStandingBack && isMore && restMs) {
      const until = new Date(now.getTime() + restMs);
      return { dueAt: until, holdUntil: until };
    }
    return { dueAt: isMore ? now : retryAt, holdUntil: null };
  }
}
