import { quantile } from "../lib/numbers.ts";
import { compareItems, countEnds } from "./checks.ts";
import type { Fleet } from "./fleet.ts";
import { type Growth, type Memory, POSTGRES } from "./growth.ts";
import type { Load } from "./load.ts";
import type { Receivers } from "./receivers.ts";
import { deadEndpoints, type Shops, type Streams } from "./shops.ts";

/** The last minute's p99 divided by the second minute's. */
const MAX_SLOWER = 1.2;
/** Memory of the last minute divided by that of the first minute after the warm-up. */
const MAX_MEMORY = 1.05;
/** Difference of the disk growth from the calculation. */
const MAX_DISK = 0.2;
/** Part of the run until the caches of the processes are full. */
const WARM_UP = 0.2;
/** A shorter run has no minutes to compare, and too few rows for its disk. */
const MIN_MINUTES = 3;

const MB = 2 ** 20;

/** The lines of the table. A line without a verdict only informs. */
export class Report {
  readonly #lines: { what: string; goal: string; seen: string; isMet?: boolean }[] = [];
  readonly #details: string[] = [];

  calls({ calls, failures }: Load, fleet: Fleet, streams: Streams): void {
    const { lost } = fleet;
    const errors = fleet.errors();
    const wrong = failures.filter(({ isCut }) => !isCut);
    this.#judge("failed calls that no SIGKILL cut", "0", wrong.length, wrong.length === 0);
    this.#inform("calls; cut by SIGKILL", `${calls}; ${failures.length - wrong.length}`);
    this.#judge("processes that ended by themselves", "0", lost.length, lost.length === 0);
    this.#judge("lines with an error in the logs", "0", errors.length, errors.length === 0);
    this.#judge("live pages that lost their stream", "0", streams.faults.length, streams.faults.length === 0);
    this.#inform("notices to live pages", String(streams.notices));
    this.#details.push(
      ...wrong.slice(0, 20).map((one) => `failed: ${JSON.stringify(one)}`),
      ...lost,
      ...streams.faults,
    );
  }

  times({ minutes: all }: Load, minutes: number): void {
    const kinds = [...new Set(all.flatMap((minute) => [...minute.keys()]))];
    const of = (minute: number, chosen: string[]) => chosen.flatMap((kind) => all[minute]?.get(kind) ?? []);
    const ms = (value: number) => value.toFixed(0);
    const [second, last] = [1, Math.ceil(minutes) - 1];
    if (minutes >= MIN_MINUTES) {
      const [then, now] = [quantile(of(second, kinds), 0.99), quantile(of(last, kinds), 0.99)];
      const seen = `${(now / then).toFixed(2)} (${ms(now)} ms against ${ms(then)})`;
      this.#judge("p99 of the last minute ÷ the second", `≤ ${MAX_SLOWER}`, seen, now <= then * MAX_SLOWER);
    }
    for (const kind of kinds) {
      const times = all.flatMap((minute) => minute.get(kind) ?? []);
      this.#inform(
        `${kind}: calls, p50 / p99 in ms`,
        `${times.length}, ${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`,
      );
    }
    this.#inform("p99 by minute in ms", all.map((_, minute) => ms(quantile(of(minute, kinds), 0.99))).join(", "));
  }

  memory(memory: Memory, minutes: number): void {
    const [first, last] = [Math.max(1, Math.round(minutes * WARM_UP)), Math.ceil(minutes) - 1];
    const [then, now] = [memory.minute(first), memory.minute(last)];
    for (const [name, size] of now) {
      const before = then.get(name) ?? Number.NaN;
      const what = `memory of ${name}, last minute ÷ minute ${first + 1}`;
      const seen = `${(size / before).toFixed(3)} (${size.toFixed(0)} MB against ${before.toFixed(0)})`;
      // Restarts change the number of connections, so PostgreSQL has no long-lived set of processes.
      if (minutes < MIN_MINUTES) this.#inform(`memory of ${name}`, `${size.toFixed(0)} MB`);
      else if (Number.isNaN(size) || name === POSTGRES) this.#inform(what, seen);
      else this.#judge(what, `≤ ${MAX_MEMORY}`, seen, size <= before * MAX_MEMORY);
    }
    const minutesOf = (name: string) =>
      Array.from({ length: last + 1 }, (_, n) => memory.minute(n).get(name)?.toFixed(0));
    this.#details.push(
      ...[...now.keys()].map((name) => `memory of ${name} by minute, MB: ${minutesOf(name).join(", ")}`),
    );
  }

  disk(growth: Growth[], minutes: number): void {
    const sum = (of: (one: Growth) => number) => growth.reduce((total, one) => total + of(one), 0);
    const [expected, actual] = [sum((one) => one.expected), sum((one) => one.actual)];
    const seen = `${(actual / expected).toFixed(2)} (${(actual / MB).toFixed(1)} MB; ${sum(({ rows }) => rows)} rows)`;
    const isMet = Math.abs(actual / expected - 1) <= MAX_DISK;
    const what = "growth of the tables ÷ calculated from their rows";
    if (minutes < MIN_MINUTES) this.#inform(what, seen);
    else this.#judge(what, `1 ± ${MAX_DISK}`, seen, isMet);
    for (const { table, rows, ...one } of growth.filter(
      ({ actual, expected }) => Math.max(actual, expected) > MB / 4,
    )) {
      this.#details.push(
        `${table}: ${rows} rows, ${(one.actual / MB).toFixed(1)} MB, calculated ${(one.expected / MB).toFixed(1)}`,
      );
    }
  }

  async deliveries(shops: Shops, receivers: Receivers, origin: string, perSecond: number): Promise<void> {
    const { faults, repeated, older } = receivers;
    const { lost, notReceived, ...ends } = await countEnds(shops, receivers);
    const counts = Object.entries(ends).map(([end, count]) => `${count} ${end}`);
    this.#judge(
      "events without a delivery or a reason",
      "0",
      `${lost + notReceived} (${counts.join(", ")})`,
      lost + notReceived === 0,
    );
    this.#inform("deliveries a second; made twice", `${perSecond.toFixed(0)}; ${repeated}`);
    this.#judge("older states of an item that came after a newer one", "0", older, older === 0);
    this.#judge("calls to receivers with a wrong signature, header or body", "0", faults.length, !faults.length);
    const { items, differing } = await compareItems(shops, receivers, origin);
    this.#judge("items that their receiver knows otherwise", "0", `${differing.length} of ${items}`, !differing.length);
    this.#inform("dead endpoints during the load", String(deadEndpoints(shops).length));
    this.#details.push(...faults.slice(0, 5), ...differing.slice(0, 10).map((one) => JSON.stringify(one)));
  }

  /** Prints the table. @returns whether all goals are met */
  print(): boolean {
    console.log("\n| | Goal | Seen | |\n|---|---|---|---|");
    for (const { what, goal, seen, isMet } of this.#lines) {
      console.log(`| ${what} | ${goal} | ${seen} | ${isMet === undefined ? "" : isMet ? "met" : "**missed**"} |`);
    }
    console.log(`\n${this.#details.join("\n")}`);
    return this.#lines.every(({ isMet }) => isMet !== false);
  }

  #judge(what: string, goal: string, seen: string | number, isMet: boolean): void {
    this.#lines.push({ what, goal, seen: String(seen), isMet });
  }

  #inform(what: string, seen: string): void {
    this.#lines.push({ what, goal: "", seen });
  }
}
