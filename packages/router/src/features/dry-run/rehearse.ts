import { type OpenOptions, type TransactionScope, type Tx, within } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { assess } from "./assess.ts";
import type { Affected } from "./dry-run.schema.ts";
import { type Effects, readChannels, readEffects, readItems, readLogs } from "./read-effects.ts";

/** What a call is about, as its path says. */
export interface PathScope {
  retailerId?: string;
  storeId?: string;
}

/** The scope of the transaction around a call, from the path of the call. */
export function transactionScopeOf({ retailerId, storeId }: PathScope): TransactionScope {
  return retailerId === undefined ? "no shop" : { retailerId, storeId };
}

export interface Rehearsed<Response> {
  response: Response;
  affected: Affected;
}

const nothing: Affected = {
  ...{ stores: [], channels: [], events: [], truncated: false },
  counts: { stores: 0, channels: 0, events: 0 },
};

/** Ends the transaction of a rehearsal. */
const end = new Error("a rehearsal is never committed");

/**
 * Makes a call as it would be made, and takes all of it back (contract §1, Dry run): what it checks is checked, what it
 * throws is thrown, nothing is written, and what waits for a commit does not run.
 * @param run makes the call with the given context, whose `db` is the transaction
 */
export async function rehearse<Response>(
  ctx: Context,
  scope: PathScope,
  run: (ctx: Context) => Promise<Response>,
  options: OpenOptions = {},
): Promise<Rehearsed<Response>> {
  const { retailerId } = scope;
  const started = ctx.now();
  let done: { response: Response; effects: Effects | undefined } | undefined;
  try {
    const attempt = async (tx: Tx): Promise<void> => {
      const inside: Context = { ...ctx, db: within(ctx.db, tx), isDryRun: true };
      const logs = retailerId === undefined ? undefined : await readLogs(tx, retailerId);
      const response = await run(inside);
      const effects = logs && (await readEffects(tx, { ...scope, retailerId: logs.retailerId }, logs, started));
      done = { response, effects };
      throw end;
    };
    await ctx.db.transaction(transactionScopeOf(scope), attempt, options);
  } catch (error) {
    if (error !== end) throw error;
  }
  if (!done) throw new Error("a rehearsal ended without a result");
  const { response, effects } = done;
  if (!effects) return { response, affected: nothing };
  // What it was before is read when all is taken back: within, it was gone already.
  const before = {
    items: await readItems(ctx.db, effects.retailerId, effects.items.keys()),
    channels: await readChannels(ctx.db, effects.retailerId, effects.stores),
  };
  const onlyStore = ctx.actor?.kind === "upload" ? ctx.actor.storeId : undefined;
  return { response, affected: assess(effects, before, { onlyStore }) };
}
