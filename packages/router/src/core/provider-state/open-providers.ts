import type { Sql } from "@highstreet/db";
import { createProviders, type Providers } from "@highstreet/providers";
import { createSharedBuckets } from "./quota-buckets.ts";
import { createSharedMemory } from "./sandbox-memory.ts";

/**
 * The providers that the environment names (docs/google.md), with the state that all processes on a database share: how far
 * quotas are used up, and what the sandbox's outside world remembers.
 * @param env HIGHSTREET_PROVIDERS and what belongs to it
 * @throws Error with one line that says which setting is wrong
 */
export function openProviders(env: Record<string, string | undefined>, sql: Sql, now: () => Date): Providers {
  return createProviders(env, { now, quota: createSharedBuckets(sql), memory: createSharedMemory(sql) });
}
