import type { Context } from "../../kernel/context.ts";
import { claimPull, endClaim } from "./claim-pull.ts";
import type { FetchFeed } from "./fetch-feed.ts";
import { pullSource } from "./pull-source.ts";

/**
 * Fetches the files of sources that are due (contract §3, http-pull), one after the other, until none is. Any number of
 * these may run, here and in other workers: each source is fetched by one, and partners take turns (`claimPull`). Safe to
 * run late, and to be killed.
 * @returns the number of sources fetched
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function pullDueSources(ctx: Context, fetchFeed: FetchFeed): Promise<number> {
  let pulled = 0;
  const errors: unknown[] = [];
  for (let claim = await claimPull(ctx.db, ctx.now()); claim; claim = await claimPull(ctx.db, ctx.now())) {
    try {
      try {
        await pullSource({ ...ctx, db: ctx.db.shareOf(claim.partnerId) }, claim, fetchFeed);
      } finally {
        await endClaim(ctx.db, claim);
      }
      pulled++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} files of sources could not be taken in`);
  return pulled;
}
