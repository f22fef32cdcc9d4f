import { type Database, openDatabase, type Tracer } from "@highstreet/db";
import { parsersInUse } from "@highstreet/feeds";
import { Sender } from "@highstreet/outbound";
import { createProviders, openBucket, type Providers } from "@highstreet/providers";
import { databaseOf } from "../access/call-context.ts";
import { createVault, type KeyRing } from "../access/vault.ts";
import { createSharedBuckets, createSharedMemory } from "../core/provider-state/shared-state.ts";
import type { Actor, Context, Meter, Settings } from "../kernel/context.ts";
import { newId } from "../kernel/ids.ts";
import { readSetting } from "./settings.ts";

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

export interface ContextOptions {
  database: Parameters<typeof openDatabase>[0];
  secretKey: string;
  settings: Settings;
  env: Record<string, string | undefined>;
  meter?: Meter;
  tracer?: Tracer | undefined;
}

export interface OpenContext {
  shared: Omit<Context, "actor" | "requestId"> & { vault: KeyRing };
  /** The context of one call. @param actor null: no caller has signed in */
  contextOf(actor: Actor | null, requestId?: string): Context;
  close(): Promise<void>;
}

/**
 * Opens what procedures need: the database, the clock, the providers, the vault and the sender. Every process uses it.
 * ```ts
 * const opened = openContext({ database: { url }, secretKey, settings: { allowLocalWebhooks: false }, env: process.env });
 * const retailers = await createCaller(opened.contextOf(actor)).retailers.list({ page: {} });
 * await opened.close();
 * ```
 * @throws Error with one line that names the wrong setting
 */
export function openContext({ database, secretKey, settings, env, meter, tracer }: ContextOptions): OpenContext {
  const now = () => new Date();
  const vault = createVault(secretKey);
  const db = openDatabase({ ...database, tracer });
  const sender = new Sender(settings);
  meter?.watch({ pool: db.poolUse, parsers: parsersInUse });
  const providers = openProviders(env, db, now, meter);
  const address = readSetting(env, "pictureBucket");
  const shared = {
    db,
    now,
    vault,
    settings,
    sender,
    providers,
    ...(address !== undefined && { bucket: openBucket(address, now) }),
    ...(meter && { meter }),
    ...(tracer && { tracer }),
  };
  return {
    shared,
    contextOf: (actor, requestId = newId(now())) => ({ ...shared, db: databaseOf(db, actor), actor, requestId }),
    close: async () => {
      await sender.close();
      await db.close();
    },
  };
}
