import { globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { interleave } from "../lib/rounds.ts";
import type { Arena } from "./arena.ts";
import { patches, reads } from "./contenders.ts";

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const load = { rounds: 1, connections: 16, warmUpMs: 3_000, measureMs: 10_000 };

/**
 * `--profile`: the time of Highstreet under load, in JavaScript and in PostgreSQL.
 * @param folder for the profiles
 */
export async function profile(arena: Arena, folder: string): Promise<void> {
  for (const name of ["read", "hide/show"] as const) {
    console.log(`\n${name}`);
    const into = join(folder, `profile-${name.replace("/", "-")}`);
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { recursive: true });
    const ours = await arena.startOurs(["--cpu-prof", `--cpu-prof-dir=${into}`]);
    const pair = { ours, bare: ours };
    const contenders = name === "read" ? reads(arena, pair) : await patches(arena, pair);
    await arena.ours.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    await arena.ours.query("SELECT pg_stat_statements_reset()");
    const results = await interleave(contenders.slice(0, 1), load);
    const [measured] = results.get("Highstreet") ?? [];
    await ours.end();
    await printStatements(arena, measured?.calls ?? 0);
    for (const file of globSync(join(into, "*.cpuprofile"))) printProfile(JSON.parse(readFileSync(file, "utf8")));
  }
}

async function printStatements(arena: Arena, calls: number): Promise<void> {
  const { rows } = await arena.ours.query(`
    SELECT s.calls, total_exec_time AS ms, shared_blks_hit AS blocks, query
    FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    WHERE datname = 'highstreet' AND s.calls > ${Math.floor(calls / 10)} ORDER BY total_exec_time DESC`);
  console.log(`statements of ${calls} calls:`);
  for (const { calls: count, ms, blocks, query } of rows) {
    const text = query.replace(/\s+/g, " ").trim().slice(0, 100);
    const each = `${((ms / count) * 1e3).toFixed(0)} µs, ${(blocks / count).toFixed(0)} blocks`;
    console.log(`  ${(count / calls).toFixed(2)} a call, ${each}: ${text}`);
  }
}

/** The package of a path, or our file. */
function placeOf(url: string): string {
  if (url.startsWith("node:")) return url.split("/", 2).join("/");
  const inner = url.slice(url.lastIndexOf("/node_modules/") + "/node_modules/".length);
  if (url.includes("/node_modules/")) return inner.split("/", inner.startsWith("@") ? 2 : 1).join("/");
  return url.slice(url.search(/\/(apps|packages)\//) + 1) || "(engine)";
}

function printProfile({ nodes, samples, timeDeltas }: Profile): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<string, number>();
  const functions = new Map<string, number>();
  let total = 0;
  for (const [n, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[n] ?? 0;
    if (!frame || frame.functionName === "(idle)" || frame.functionName === "(root)") continue;
    total += time;
    const place = frame.url ? placeOf(frame.url) : frame.functionName;
    places.set(place, (places.get(place) ?? 0) + time);
    const label = `${frame.functionName || "(anonymous)"} ${frame.url ? placeOf(frame.url) : ""}:${frame.lineNumber + 1}`;
    functions.set(label, (functions.get(label) ?? 0) + time);
  }
  const print = (title: string, times: Map<string, number>, most: number) => {
    console.log(title);
    for (const [label, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, most)) {
      console.log(`  ${((time / total) * 100).toFixed(1)} % ${label}`);
    }
  };
  print("by package or file, of the time that is not idle:", places, 30);
  print("by function:", functions, 40);
}
