/**
 * `npm run bench -- compare --old=<folder>`: runs the same benchmarks in another checkout and in this one, by turns, and compares their
 * figures. Both checkouts need their packages (`npm ci`). Options: `--rounds=9`, `--only=rest` (or ingest, webhooks).
 */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { median, spread } from "./lib/statistics.ts";

const { values: given } = parseArgs({
  options: { old: { type: "string" }, rounds: { type: "string", default: "9" }, only: { type: "string" } },
});
if (!given.old) {
  console.error("Name the folder of the other checkout: npm run bench -- compare --old=../old");
  process.exit(1);
}

/** The arguments of one round. */
const benches: Record<string, string[]> = {
  rest: ["--rounds=1", "--no-medusa"],
  ingest: ["--rounds=1", "--foreign=200000"],
  webhooks: ["--rounds=1", "--only=loops", "--events=100000"],
};
/** A figure may be worse by this share, beyond the noise of the old one. */
const ALLOWED = 0.05;

interface Figure {
  goal: string;
  value: number;
}

/** The figures in the tables that a benchmark prints: the column with the median, by the name in the first column. */
function figuresIn(output: string): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  let column = -1;
  for (const line of output.split("\n").filter((one) => one.startsWith("|"))) {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const head = cells.findIndex((cell) => /median of/i.test(cell));
    if (head >= 0) column = head;
    const [name = "", goal = ""] = cells;
    const value = Number.parseFloat(cells[column] ?? "");
    if (head < 0 && /^[≥≤<>]/.test(goal) && Number.isFinite(value)) figures.set(name, { goal, value });
  }
  return figures;
}

async function runOnce(folder: string, name: string): Promise<Map<string, Figure>> {
  const args = ["run", "--silent", "bench", "--", name, ...(benches[name] ?? [])];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: folder, maxBuffer: 64 << 20 });
  return figuresIn(stdout);
}

/** Half of the distance between the quartiles, as a share of the median. */
function noiseOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return (at(0.75) - at(0.25)) / 2 / median(values);
}

const folders = { old: resolve(given.old), new: join(import.meta.dirname, "..") };
const sides = ["old", "new"] as const;
const names = Object.keys(benches).filter((name) => !given.only || name === given.only);
const rounds: Record<(typeof sides)[number], Map<string, Figure>[]> = { old: [], new: [] };
for (let round = 0; round < Number(given.rounds); round++) {
  for (const side of round % 2 ? sides.toReversed() : sides) {
    const figures = new Map<string, Figure>();
    for (const name of names) {
      for (const [figure, one] of await runOnce(folders[side], name)) figures.set(`${name}: ${figure}`, one);
    }
    rounds[side].push(figures);
  }
  console.log(`  round ${round + 1} of ${given.rounds}`);
}

console.log(
  "\n| | old: median (min–max) | new: median (min–max) | worse by | noise of old | |\n|---|---|---|---|---|---|",
);
for (const [name, { goal }] of rounds.new[0] ?? []) {
  const [old, now] = sides.map((side) => rounds[side].flatMap((round) => round.get(name)?.value ?? []));
  if (!old?.length || !now?.length) continue;
  const change = median(now) / median(old);
  const worse = (goal.startsWith("≥") ? 1 / change : change) - 1;
  const noise = noiseOf(old);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const verdict = worse <= ALLOWED + noise ? "held" : "worse";
  console.log(`| ${name} | ${spread(old)} | ${spread(now)} | ${percent(worse)} | ${percent(noise)} | ${verdict} |`);
}
