import { runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { checkSearchChannel } from "./internal/check-search-channel.ts";
import { claimDueChecks } from "./internal/claim-checks.ts";

/**
 * Checks the due search channels until none is due, for about a minute at most. Runs may overlap, because each check is claimed by
 * one run. Late and interrupted runs are safe.
 * @returns the number of channels checked
 * @throws AggregateError with all errors on our side; these channels are due again when their claims end
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
