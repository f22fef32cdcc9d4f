import type { Lifetime } from "../../scripts/lifetime.ts";
import { has, isListening, start } from "../lib/children.ts";

/** The calls to the receivers since `expect`. */
interface Counted {
  counted: true;
  calls: number;
  /** Time of arrival in ms since the epoch, by store and sequence (`<storeId>_<sequence>`). */
  times: [string, number][];
}

export interface Receivers {
  pid: number;
  /** An endpoint with its own address. */
  urlOf(n: number): string;
  /** The origin of all endpoints of one address. Their paths say how they answer. */
  origin: string;
  /** Forgets earlier calls. @returns the time when this many different ids have arrived, in ms since the epoch */
  expect(events: number): Promise<number>;
  count(): Promise<Counted>;
}

/** Starts the receivers in a process of their own. */
export async function startReceivers(life: Lifetime): Promise<Receivers> {
  const child = start({ args: ["bench/webhooks/receiver.ts"] });
  life.onEnd(child.end);
  const { port } = await child.message(isListening);
  return {
    pid: child.pid,
    urlOf: (n) => `http://127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}:${port}/204/hooks`,
    origin: `http://127.0.0.1:${port}`,
    expect: async (events) => {
      child.process.send({ expect: events });
      return (await child.message(has<{ reached: number }>("reached"))).reached;
    },
    count: () => {
      const answer = child.message(has<Counted>("counted"));
      child.process.send({ count: true });
      return answer;
    },
  };
}
