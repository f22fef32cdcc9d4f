import { runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { checkSearchChannel } from "./check-search-channel.ts";
import { claimDueChecks } from "./claim-checks.ts";

/**
 * Looks how the search channels that are due stand, until none is, for about a minute at most. Any number of these may run,
 * here and in other workers: each channel is checked by one. Safe to run late, and to be killed.
 * @returns the number of channels checked
 * @throws AggregateError of what went wrong on our side; those channels are due again when their claim has run out
 */
export async function checkSearchChannels(ctx: Context): Promise<number> {
  const end = runEnd(ctx.now());
  let checked = 0;
  const claim = () => claimDueChecks(ctx.db, ctx.now(), ctx.providers);
  for (let claims = await claim(); claims.length; claims = await claim()) {
    await forEachConcurrent(claims, (one) => checkSearchChannel(ctx, one));
    checked += claims.length;
    if (ctx.now() >= end) break;
  }
  return checked;
}
