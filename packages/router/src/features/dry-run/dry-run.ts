import { type OpenOptions, type PgTx, type TransactionScope, type Tx, within } from "@highstreet/db";
import type { Context, PlannedEffects } from "../../kernel/context.ts";
import type { Affected } from "./dry-run.schema.ts";
import { MOST } from "./effects.sql.ts";
import { assess } from "./internal/assess.ts";
import { type Effects, readChannels, readEffects, readItems, readLogs } from "./internal/read-effects.ts";

/** The retailer and store in the path of a call. */
export interface PathScope {
  retailerId?: string;
  storeId?: string;
}

/** The scope of the transaction around a call, from the path of the call. */
export function transactionScopeOf({ retailerId, storeId }: PathScope): TransactionScope {
  return retailerId === undefined ? "no shop" : { retailerId, storeId };
}

export interface DryRunResult<Response> {
  response: Response;
  affected: Affected;
}

const nothing: Affected = {
  ...{ stores: [], channels: [], events: [], truncated: false },
  counts: { stores: 0, channels: 0, events: 0 },
};

/** The effects that a verb has counted itself. It lists no events. */
function affectedBy({ stores, channels, events }: PlannedEffects): Affected {
  const counts = { stores: stores.length, channels: channels.length, events };
  const truncated = events > 0 || stores.length > MOST || channels.length > MOST;
  return { stores: stores.slice(0, MOST), channels: channels.slice(0, MOST), events: [], counts, truncated };
}

/** Rolls back the transaction of a dry run. */
const end = new Error("a dry run is never committed");

/**
 * Runs a call in a transaction and rolls it back. All checks of the call run, and its errors are thrown. Work that waits for the
 * commit does not run.
 * @param run makes the call with the given context. The `db` of the context is the transaction.
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
  // Reads the state before the call after the rollback, because the transaction no longer sees it.
  const before = {
    items: await readItems(ctx.db, effects.retailerId, effects.items.keys()),
    channels: await readChannels(ctx.db, effects.retailerId, effects.stores),
  };
  const onlyStore = ctx.actor?.kind === "upload" ? ctx.actor.storeId : undefined;
  return { response, affected: assess(effects, before, { onlyStore }) };
}
