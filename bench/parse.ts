/**
 * `npm run bench -- parse`: compares Highstreet, csv-parse and papaparse by lines a second, and measures memory and event loop for
 * a feed of 1,000,000 lines and 200 MB. Options: `--rounds=9 --lines=300000`.
 */
import { parseArgs } from "node:util";
import { live } from "../scripts/lifetime.ts";
import { start } from "./lib/children.ts";
import { spread } from "./lib/statistics.ts";
import { feedOf, type Shape, shapes } from "./parse/feeds.ts";
import type { Growth } from "./parse/grow.ts";
import { parsers } from "./parse/parsers.ts";

const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, lines: { type: "string", default: "300000" } },
});
const [ours = "", ...others] = Object.keys(parsers);
const [rounds, lines] = [Number(given.rounds), Number(given.lines)];

/**
 * Runs the parsers by turns, every second round in reverse order.
 * @returns a line of Markdown
 */
async function measure(shape: Shape): Promise<string> {
  const feed = feedOf(shape, lines);
  const contenders = Object.entries(parsers).filter(([name]) => name === ours || shape.header !== "");
  const rates = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  const busyRates = new Map<string, number[]>(contenders.map(([name]) => [name, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, parse] of round % 2 ? contenders.toReversed() : contenders) {
      const read = await parse(feed);
      if (read.lines !== lines) throw new Error(`${name} finds ${read.lines} lines of ${lines}`);
      if (round === 0) continue;
      rates.get(name)?.push(lines / read.ms / 1_000);
      busyRates.get(name)?.push(lines / read.busyMs / 1_000);
    }
  }
  const ratio = (name: string): string => {
    const theirs = busyRates.get(name);
    return theirs
      ? spread(
          (busyRates.get(ours) ?? []).map((rate, n) => rate / (theirs[n] ?? Number.NaN)),
          1,
        )
      : "";
  };
  const cells = [rates.get(ours) ?? [], busyRates.get(ours) ?? []].map((values) => spread(values));
  return `| ${shape.name} | ${[...cells, ...others.map(ratio)].join(" | ")} |`;
}

await live(async () => {
  const rows: string[] = [];
  for (const shape of shapes) rows.push(await measure(shape));
  console.log(
    [
      `| Median of ${rounds} rounds (min–max) | Million lines a second | … of processor time | ${others.map((name) => `… ÷ ${name}`).join(" | ")} |`,
      `|---|---|---|${"---|".repeat(others.length)}`,
      ...rows,
    ].join("\n"),
  );
  const child = start({ args: ["bench/parse/grow.ts", "1000000"] });
  const growth = await child.message((message): message is Growth => "megabytes" in Object(message));
  await child.end();
  const { megabytes, p99, longest } = growth;
  const waits = `the event loop waits p99 ${p99.toFixed(1)} ms, at longest ${longest.toFixed(1)} ms`;
  console.log(
    `\n1,000,000 lines, 200 MB, received and read: the process grows by ${megabytes.toFixed(0)} MB; ${waits}`,
  );
});
