import { createHash } from "node:crypto";
import type { RunningCall, Sender } from "@highstreet/outbound";
import type { DeliveryHost } from "../engine/engine-options.ts";
import { isLastTry } from "../record/retry-schedule.ts";
import { type Caller, type Places, RunningCalls } from "../send/call-budget.ts";
import { bodyOf, type EventResult, type Outgoing } from "../send/delivery-call.ts";
import { eventId, eventInBatch, type SigningSecret, signDelivery, validSecrets } from "../send/sign-delivery.ts";
import type { BatchSender } from "../send/store-stream.ts";
import { EndpointGate } from "./endpoint-gate.ts";
import type { EndpointLease } from "./run-statements.ts";

/** Of a body with several events. One event can be larger. */
const MAX_BYTES = 512 * 1_024;
/** Each event has a comma more, but the first. */
const EMPTY_BYTES = `{"events":[]}`.length - 1;

interface BatcherOptions {
  lease: Pick<EndpointLease, "endpointId" | "partnerId" | "url" | "deadlineMs" | "batchSize" | "retries" | "failures">;
  headers: Record<string, string>;
  secrets: readonly SigningSecret[];
  host: Pick<DeliveryHost, "eventBody">;
  sender: Pick<Sender, "send">;
  /** The places of calls. */
  gate: Places;
  now: () => Date;
  random: () => number;
  clock: () => number;
}

interface Entry {
  event: Outgoing;
  id: string;
  text: string;
  isAborted: boolean;
  /** Set while the call runs. */
  call: { entries: readonly Entry[]; abort: RunningCall["abort"] } | undefined;
  resolve: (result: EventResult) => void;
}

/** In the order of each log. So the same events have the same body, too. */
const byPlace = ({ event: a }: Entry, { event: b }: Entry): number =>
  a.lease.storeId === b.lease.storeId ? a.item.sequence - b.item.sequence : a.lease.storeId < b.lease.storeId ? -1 : 1;

const batchId = (entries: readonly Entry[]): string => {
  const ids = entries.map(({ id }) => id).join(" ");
  return `batch_${createHash("sha256").update(ids).digest("hex").slice(0, 32)}`;
};

/** The places of events cost nothing: the calls with them take the places of the worker. */
const free: Places = { take: () => true, give: () => undefined, move: () => undefined, leave: () => undefined };

/**
 * Sends the events of an endpoint's streams together: many events in, one call out, one result for all. A call leaves when the turn of the
 * event loop has ended and a place is free. A stream has one event of a subject under way, and so has a call. After a refusal, and for their
 * last try, events go alone. So an event that the receiver refuses fails alone.
 */
export class Batcher implements BatchSender, Caller {
  readonly receiver: string;
  /** The places of events: those of the running calls, and of one that gathers. */
  readonly places: EndpointGate;
  readonly #options: BatcherOptions;
  readonly #calls: RunningCalls;
  readonly #gathered: Entry[] = [];
  readonly #alone: Entry[] = [];
  #isTurnAwaited = false;

  constructor(options: BatcherOptions) {
    const { lease, gate, clock } = options;
    this.#options = options;
    this.receiver = `${lease.partnerId} ${new URL(lease.url).origin}`;
    const calls = new RunningCalls(gate, this, { clock, failures: lease.failures });
    this.#calls = calls;
    const window = {
      get size() {
        return lease.batchSize * (calls.size + 1);
      },
    };
    this.places = new EndpointGate(free, window, null, clock);
  }

  send(event: Outgoing): ReturnType<BatchSender["send"]> {
    const { lease, host } = this.#options;
    const { sequence, retry } = event.item;
    const id = eventId(event.lease.storeId, sequence);
    const text = eventInBatch(event.lease.storeId, sequence, bodyOf(event, host.eventBody));
    const { promise, resolve } = Promise.withResolvers<EventResult>();
    const entry: Entry = { event, id, text, isAborted: false, call: undefined, resolve };
    const isAlone = retry?.wasRefused === true || isLastTry(retry?.tries ?? 0, lease.retries);
    const waiting = isAlone ? this.#alone : this.#gathered;
    waiting.push(entry);
    if (!this.#isTurnAwaited) {
      this.#isTurnAwaited = true;
      setImmediate(() => {
        this.#isTurnAwaited = false;
        this.offer();
      });
    }
    return { result: promise, abort: () => this.#abort(entry, waiting) };
  }

  /** Starts the calls that have a place. */
  offer(): void {
    while ((this.#alone.length || this.#gathered.length) && this.#calls.takePlace()) this.#call(this.#next());
  }

  /** @param failures failed calls in a row of the endpoint */
  tick(failures: number): void {
    this.#calls.updateHealth(failures);
    this.offer();
    this.places.share();
  }

  #next(): Entry[] {
    if (this.#alone.length) return this.#alone.splice(0, 1);
    const { batchSize } = this.#options.lease;
    let bytes = EMPTY_BYTES;
    let length = 0;
    for (const { text } of this.#gathered) {
      bytes += Buffer.byteLength(text) + 1;
      if (length === batchSize || (length && bytes > MAX_BYTES)) break;
      length++;
    }
    return this.#gathered.splice(0, length).sort(byPlace);
  }

  #call(entries: readonly Entry[]): void {
    const { lease, headers, secrets, sender, now, random } = this.#options;
    const { endpointId, url, deadlineMs } = lease;
    const at = now();
    const body = `{"events":[${entries.map(({ text }) => text).join()}]}`;
    const delivery = { id: batchId(entries), events: entries.length, endpointId, body, at };
    const signed = signDelivery(delivery, validSecrets(secrets, at));
    const traceparent = entries[0]?.event.traceparent;
    const call = sender.send({
      url,
      headers: { ...headers, ...signed, ...(traceparent !== undefined && { traceparent }) },
      body,
      deadlineMs,
      // If the right to send one of them is lost, the others go without it.
      mayStart: () => entries.every(({ event }) => event.mayStart()),
    });
    const underway = this.#calls.add(call);
    for (const entry of entries) entry.call = { entries, abort: call.abort };
    this.places.share();
    void call.result.then((result) => {
      this.#calls.end(underway);
      const common = { events: entries.length, at, endedAt: now(), random: random() };
      const waiting = entries.filter(({ isAborted }) => !isAborted);
      for (const [n, { resolve }] of waiting.entries()) resolve({ ...result, batch: { ...common, isFirst: n === 0 } });
    });
  }

  /** A call ends early only when nothing waits for it any more. */
  #abort(entry: Entry, waiting: Entry[]): void {
    entry.isAborted = true;
    if (entry.call?.entries.every(({ isAborted }) => isAborted)) entry.call.abort();
    if (entry.call) return;
    waiting.splice(waiting.indexOf(entry), 1);
    if (!this.#alone.length && !this.#gathered.length) this.#options.gate.leave(this);
  }
}
