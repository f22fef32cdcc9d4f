import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../../packages/db/src/start-error.ts";
import type { Fleet } from "./fleet.ts";
import type { CallKind, Mix, Request } from "./mix.ts";
import { type Shops, untilSent } from "./shops.ts";

/** A call without a good answer. */
export interface Failure {
  kind: string;
  path: string;
  /** The process that answered; `none` if no process was ready. */
  origin: string;
  /** Undefined: the connection broke. */
  status: number | undefined;
  /** Whether SIGKILL of the answering process explains it. */
  isCut: boolean;
}

const TICK_MS = 5;

/** The soak ends if as many calls wait as are due in this time. */
const MAX_WAITING_SECONDS = 20;

/** Sends the calls of a mix and keeps their times. */
export class Load {
  readonly #fleet: Fleet;
  readonly #mix: Mix;
  readonly #underway = new Set<Promise<unknown>>();
  /** The times of good calls in ms by minute and kind. */
  readonly minutes: Map<string, number[]>[] = [];
  readonly failures: Failure[] = [];
  calls = 0;

  constructor(fleet: Fleet, mix: Mix) {
    this.#fleet = fleet;
    this.#mix = mix;
  }

  /** @returns the milliseconds of the call since `since` */
  async send(kind: string, request: Request, since = performance.now()): Promise<number> {
    this.calls++;
    const { to, ...call } = request;
    const { origin, status } = await this.#fleet.balancers[to].call(call);
    if (status === undefined || status >= 300) {
      const isCut = status === undefined && this.#fleet.wasKilled(origin);
      this.failures.push({ kind, path: `${call.method} ${call.path}`, origin, status, isCut });
    }
    return performance.now() - since;
  }

  /** Sends calls with `callers` at once. @returns the number of calls */
  async full(callers: number, seconds: number): Promise<number> {
    const until = performance.now() + seconds * 1_000;
    const before = this.calls;
    const loop = async () => {
      while (performance.now() < until) await this.send(...this.#next());
    };
    await Promise.all(Array.from({ length: callers }, loop));
    return this.calls - before;
  }

  /**
   * Sends calls at a steady rate, however long the answers take. The time of a call begins when the call is due.
   * @throws StartError if the processes do not keep up, because their times then only show the length of the queue
   */
  async steady(perSecond: number, minutes: number, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const total = Math.round(perSecond * minutes * 60);
    for (let sent = 0; sent < total && !signal.aborted; ) {
      const due = Math.min(total, Math.floor(((performance.now() - began) * perSecond) / 1_000) + 1);
      for (; sent < due; sent++) this.#launch(began, (sent * 1_000) / perSecond);
      if (this.#underway.size > perSecond * MAX_WAITING_SECONDS) {
        throw new StartError(
          `${this.#underway.size} calls wait for an answer: the processes do not keep up. Stop other programs, and run the soak again.`,
        );
      }
      await delay(TICK_MS);
    }
    await Promise.all(this.#underway);
  }

  #launch(began: number, after: number): void {
    const [kind, request] = this.#next();
    const minute = Math.floor(after / 60_000);
    const call = this.send(kind, request, began + after).then((ms) => {
      this.minutes[minute] ??= new Map();
      const times = this.minutes[minute].get(kind) ?? [];
      this.minutes[minute].set(kind, times);
      times.push(ms);
      this.#underway.delete(call);
    });
    this.#underway.add(call);
  }

  #next(): [CallKind, Request] {
    let left = Math.random();
    for (const [kind, { share, make }] of Object.entries(this.#mix.kinds)) {
      left -= share;
      if (left < 0) return [kind as CallKind, make()];
    }
    return ["reads", this.#mix.kinds.reads.make()];
  }
}

const CALLERS = [4, 8, 16, 32];

/**
 * Measures the calls a second of the mix, with more callers at once from step to step. The time of a step includes the deliveries
 * of all its events, so the limit is one that the workers can follow.
 * @returns the highest rate
 */
export async function measureLimit(load: Load, shops: Shops, minutes: number): Promise<number> {
  const seconds = Math.max(3, Math.min(10, minutes * 4));
  // Until the code is compiled and the caches are full.
  await load.full(8, seconds);
  await untilSent(shops);
  const rates: number[] = [];
  for (const callers of CALLERS) {
    const began = performance.now();
    const calls = await load.full(callers, seconds);
    await untilSent(shops);
    const rate = (calls * 1_000) / (performance.now() - began);
    console.log(`  ${callers} callers: ${rate.toFixed(0)} calls a second, deliveries included`);
    rates.push(rate);
  }
  return Math.max(...rates);
}
