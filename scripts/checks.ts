import { run } from "./run.ts";

const CHECKS: [label: string, program: string, args: string[]][] = [
  [
    "format, lint, import table",
    "biome",
    ["check", "--colors=off", "--max-diagnostics=50", "--error-on-warnings", "."],
  ],
  ["promises", "oxlint", ["--type-aware"]],
  ["types", "turbo", ["run", "typecheck", "--output-logs=errors-only", "--log-order=grouped"]],
  ["dead code", "knip", ["--no-progress"]],
  ["links in the docs", "node", ["scripts/check-links.ts"]],
  ["rooms, SQL in its files", "node", ["scripts/check-rooms.ts"]],
  ["lock file", "node", ["scripts/check-lock.ts"]],
];

/** Runs all checks, side by side, and prints a line for each with the output of those that fail. */
export async function check(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(
    CHECKS.map(async ([label, program, args]) => {
      const began = performance.now();
      const env = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" };
      const { ok, output } = await run(program, args, { env });
      console.log(`${ok ? "✓" : "✗"} ${label} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      if (!ok) console.log(output.trimEnd());
      return ok;
    }),
  );
  const passed = results.filter((ok) => ok).length;
  return { passed, failed: results.length - passed };
}
