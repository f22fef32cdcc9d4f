import { openDatabase } from "@highstreet/db";
import { parsersInUse } from "@highstreet/feeds";
import { Sender } from "@highstreet/outbound";
import { databaseOf } from "../../kernel/call-database.ts";
import type { Actor, Context, Settings } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import type { Meter } from "../../kernel/meter.ts";
import { openClock } from "../../kernel/open-clock.ts";
import { createVault, type KeyRing } from "../../kernel/sealing/index.ts";
import type { Tracer } from "../../kernel/tracer.ts";
import { openProviders } from "./open-providers.ts";

export interface ContextOptions {
  /** How the database is opened; `url` is its connection string. */
  database: Parameters<typeof openDatabase>[0];
  /** `HIGHSTREET_SECRET_KEY` (`parseKeys`). */
  secretKey: string;
  settings: Settings;
  /** The settings of the providers and of the clock (`HIGHSTREET_PROVIDERS`, `HIGHSTREET_CLOCK_AHEAD`). */
  env: Record<string, string | undefined>;
  /** Default: nothing is counted. */
  meter?: Meter;
  /** Default: nothing is traced. */
  tracer?: Tracer | undefined;
}

/** An open context without a caller. */
export interface OpenContext {
  /** What all calls share. */
  shared: Omit<Context, "actor" | "requestId"> & { vault: KeyRing };
  /** The context of one call. @param actor null: no caller has signed in */
  contextOf(actor: Actor | null, requestId?: string): Context;
  /** Ends the connections. */
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
  const now = openClock(env);
  const vault = createVault(secretKey);
  const db = openDatabase({ ...database, tracer });
  const sender = new Sender(settings);
  meter?.watch({ pool: db.poolUse, parsers: parsersInUse });
  const providers = openProviders(env, db, now, meter);
  const shared = { db, now, vault, settings, sender, providers, ...(meter && { meter }), ...(tracer && { tracer }) };
  return {
    shared,
    contextOf: (actor, requestId = newId(now())) => ({ ...shared, db: databaseOf(db, actor), actor, requestId }),
    close: async () => {
      await sender.close();
      await db.close();
    },
  };
}
