import { run } from "./run.ts";

const tasks = [
  "typecheck",
  "lint",
  ...["lint:promises", "lint:unused", "lint:links", "lint:rooms", "lint:lock", "lint:canaries"].map(
    (name) => `//#${name}`,
  ),
];

/** Settings of every run of turbo: no telemetry, and the whole environment for the tasks. */
export const turboArgs = ["--env-mode=loose", "--no-update-notifier"];
export const turboEnv = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };

/** Runs all checks of the sources. Turbo keeps the results of unchanged packages. */
export async function check(): Promise<{ ok: boolean }> {
  const args = ["run", ...tasks, "--output-logs=errors-only", "--log-order=grouped", "--continue", ...turboArgs];
  return run("turbo", args, { env: turboEnv, print: true });
}
