import { type OpenOptions, type PgTx, type TransactionScope, type Tx, within } from "@highstreet/db";
import { MAX_FEED_BYTES } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, ownerOf, spool } from "../../core/feeds/index.ts";
import type { Context, PlannedEffects } from "../../kernel/context.ts";
import type { Affected } from "./dry-run.schema.ts";
import { MAX_LISTED } from "./effects.sql.ts";
import { assess, type Effects, readChannels, readEffects, readItems, readLogs } from "./internal/effects.ts";

export interface PathScope {
  retailerId?: string;
  storeId?: string;
}

export function transactionScopeOf({ retailerId, storeId }: PathScope): TransactionScope {
  return retailerId === undefined ? "no shop" : { retailerId, storeId };
}

export interface DryRunResult<Response> {
  response: Response;
  affected: Affected;
}

const nothing: Affected = {
  stores: [],
  channels: [],
  events: [],
  truncated: false,
  counts: { stores: 0, channels: 0, events: 0 },
};

/** A verb that counts its effects itself lists no events. */
function affectedBy({ stores, channels, events }: PlannedEffects): Affected {
  const counts = { stores: stores.length, channels: channels.length, events };
  const truncated = events > 0 || stores.length > MAX_LISTED || channels.length > MAX_LISTED;
  return {
    stores: stores.slice(0, MAX_LISTED),
    channels: channels.slice(0, MAX_LISTED),
    events: [],
    counts,
    truncated,
  };
}

/** Rolls back the transaction of a dry run. */
const end = new Error("a dry run is never committed");

/**
 * Runs a call in a transaction and rolls it back. Work that waits for the commit does not run.
 * @param run makes the call. The `db` of its context is the transaction
 */
export async function dryRun<Response>(
  ctx: Context,
  scope: PathScope,
  run: (ctx: Context) => Promise<Response>,
  options: OpenOptions = {},
): Promise<DryRunResult<Response>> {
  const { retailerId } = scope;
  const started = ctx.now();
  let planned: PlannedEffects | undefined;
  let done: { response: Response; effects: Effects | undefined } | undefined;
  try {
    const attempt = async (tx: Tx | PgTx): Promise<void> => {
      planned = undefined;
      const reportEffects = (effects: PlannedEffects): void => {
        planned = effects;
      };
      const inside: Context = { ...ctx, db: within(ctx.db, tx), isDryRun: true, reportEffects };
      const logs = retailerId === undefined ? undefined : await readLogs(tx, retailerId);
      const response = await run(inside);
      const effects = logs && (await readEffects(tx, { ...scope, retailerId: logs.retailerId }, logs, started));
      done = { response, effects };
      throw end;
    };
    const { bulk, ...others } = options;
    const whole = transactionScopeOf(scope);
    await (bulk ? ctx.db.bulkTransaction(whole, bulk, attempt, others) : ctx.db.transaction(whole, attempt, others));
  } catch (error) {
    if (error !== end) throw error;
  }
  if (!done) throw new Error("a dry run ended without a result");
  const { response, effects } = done;
  if (planned) return { response, affected: affectedBy(planned) };
  if (!effects) return { response, affected: nothing };
  // After the rollback, because the transaction no longer sees the state before the call.
  const before = {
    items: await readItems(ctx.db, effects.retailerId, effects.items.keys()),
    channels: await readChannels(ctx.db, effects.retailerId, effects.stores),
  };
  const onlyStore = ctx.actor?.kind === "upload" ? (ctx.actor.storeId ?? undefined) : undefined;
  return { response, affected: assess(effects, before, { onlyStore }) };
}

/** One at a time for a partner, because it keeps all changes of the feed in memory. */
const QUEUE = "dry runs of feeds";

/**
 * The feed is received before the transaction begins, so a slow upload holds no lock.
 * @throws PayloadTooLarge, MalformedRequest, and the errors of the call
 */
export async function dryRunFeed<Response>(
  ctx: Context,
  scope: PathScope,
  feed: AsyncIterable<Uint8Array>,
  run: (ctx: Context, feed: AsyncIterable<Uint8Array>) => Promise<Response>,
): Promise<DryRunResult<Response>> {
  const bytes = await spool(feed, { limit: MAX_FEED_BYTES, owner: ownerOf(ctx.actor, scope.retailerId) });
  try {
    const attempt = (inside: Context) => run(inside, bytes);
    return await ctx.db.inQueue(QUEUE, () => dryRun(ctx, scope, attempt, { bulk: feedSize(bytes.size) }));
  } finally {
    await bytes.close();
  }
}
