import type { Lifetime } from "../../scripts/lifetime.ts";
import { isListening, start } from "../lib/children.ts";
import type { Counted, Order, Reached } from "./arrivals.ts";

export interface Receivers {
  pid: number;
  /** An endpoint with its own address. */
  urlOf(n: number): string;
  /**
   * Forgets earlier calls.
   * @returns the time when this many different ids have arrived, in ms since the epoch
   */
  expect(events: number, times?: boolean): Promise<number>;
  count(): Promise<Counted>;
}

const isReached = (message: unknown): message is Reached => "reached" in Object(message);
const isCounted = (message: unknown): message is Counted => "counted" in Object(message);

/** @param script the script of their process */
export async function startReceivers(life: Lifetime, script: "receiver.ts" | "nginx.ts"): Promise<Receivers> {
  const child = start({ args: [`bench/webhooks/${script}`] });
  life.onEnd(child.end);
  const { port } = await child.message(isListening);
  const say = (order: Order) => child.process.send(order);
  return {
    pid: child.pid,
    urlOf: (n) => `http://127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}:${port}/hooks/stock`,
    expect: async (expect, times = false) => {
      say({ reset: { expect, times } });
      return (await child.message(isReached)).reached;
    },
    count: () => {
      const answer = child.message(isCounted);
      say({ count: true });
      return answer;
    },
  };
}
