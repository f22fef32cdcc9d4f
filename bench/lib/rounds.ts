import { type Child, start } from "./children.ts";
import type { Job, Measured } from "./load.ts";
import { median, spread } from "./statistics.ts";

export interface Contender {
  name: string;
  job: Omit<Job, "made" | "connections" | "warmUpMs" | "measureMs">;
  /**
   * Throws if the calls did not have their effects.
   * @param made number of calls of each kind since the first round
   */
  verify: (measured: Measured) => Promise<void>;
}

export interface Options {
  rounds: number;
  connections: number;
  warmUpMs: number;
  measureMs: number;
}

/** The results of each contender by round. */
export type Results = Map<string, Measured[]>;

/** Runs the contenders by turns, every second round in reverse order, and checks the effects after each. */
export async function interleave(contenders: Contender[], options: Options): Promise<Results> {
  const { rounds, ...load } = options;
  const results: Results = new Map(contenders.map(({ name }) => [name, []]));
  const made = new Map<string, number[]>();
  const worker: Child = start({ args: ["bench/lib/load.ts"] });
  await worker.message((message): message is object => typeof message === "object");
  try {
    for (let round = 0; round < rounds; round++) {
      for (const { name, job, verify } of round % 2 ? contenders.toReversed() : contenders) {
        worker.process.send({ ...job, ...load, made: made.get(name) ?? [] } satisfies Job);
        const measured = await worker.message((message): message is Measured => "measured" in Object(message));
        made.set(name, measured.made);
        await verify(measured);
        results.get(name)?.push(measured);
      }
      const rates = [...results].map(([name, list]) => `${name} ${Math.round(list.at(-1)?.perSecond ?? 0)}/s`);
      console.log(`  round ${round + 1}: ${rates.join(", ")}`);
    }
    return results;
  } finally {
    await worker.end();
  }
}

/** For each round: ours divided by theirs. */
export function ratios(
  results: Results,
  ours: string,
  theirs: string,
  of = (one: Measured) => one.perSecond,
): number[] {
  const other = results.get(theirs) ?? [];
  return (results.get(ours) ?? []).map((one, round) => of(one) / of(other[round] ?? one));
}

/** A line of Markdown for each contender. */
export function table(results: Results): string {
  const rows = [...results].map(([name, list]) => {
    const middle = (of: (one: Measured) => number, digits = 0) => median(list.map(of)).toFixed(digits);
    const times = `${middle((one) => one.p50, 1)} / ${middle((one) => one.p99, 1)}`;
    const cost = `${middle((one) => one.cost.server)} + ${middle((one) => one.cost.postgres)}`;
    return `| ${name} | ${spread(
      list.map((one) => one.perSecond),
      0,
    )} | ${times} | ${cost} |`;
  });
  return [
    "| | calls a second | p50 / p99, ms | CPU a call: server + PostgreSQL, µs |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
