import type { Database } from "@highstreet/db";
import { createProviders, type Providers } from "@highstreet/providers";
import type { Meter } from "../../kernel/meter.ts";
import { readSetting } from "../../kernel/settings/index.ts";
import { createSharedBuckets } from "./quota-buckets.ts";
import { createSharedMemory } from "./sandbox-memory.ts";

/**
 * Opens the providers that the environment names (docs/google.md). All processes on a database share the use of quotas and the state
 * of the sandbox's outside world.
 * @param env HIGHSTREET_PROVIDERS and the settings of the provider
 * @throws Error with one line that names the wrong setting
 */
export function openProviders(
  env: Record<string, string | undefined>,
  db: Database,
  now: () => Date,
  meter?: Meter,
): Providers {
  const quota = createSharedBuckets(db, undefined, meter);
  return createProviders(env, { now, quota, memory: createSharedMemory(db) });
}

/**
 * The warning for a sandbox outside of a demo; undefined otherwise.
 * @param env HIGHSTREET_PROVIDERS, and HIGHSTREET_DEMO=1 for a demo
 */
export function sandboxWarning(env: Record<string, string | undefined>): string | undefined {
  if ((env.HIGHSTREET_PROVIDERS || "sandbox") !== "sandbox" || readSetting(env, "isDemo")) return undefined;
  return "Sandbox: no listing or ad is shown to the public.";
}
