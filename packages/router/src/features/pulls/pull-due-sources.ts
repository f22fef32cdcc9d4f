import type { Context } from "../../kernel/context.ts";
import type { FetchFeed } from "./fetch-feed.ts";
import { claimPull, endClaim } from "./internal/claim-pull.ts";
import { pullSource } from "./internal/pull-source.ts";

/**
 * Fetches the files of due sources one after the other until no source is due. Many of these calls can run at once, in several
 * workers: each source is fetched by one call, and partners take turns. A call can be late or be killed without harm.
 * @returns the number of sources fetched
 * @throws AggregateError with all errors on our side, after the last source
 */
export async function pullDueSources(ctx: Context, fetchFeed: FetchFeed): Promise<number> {
  let pulled = 0;
  const errors: unknown[] = [];
  for (let claim = await claimPull(ctx.db, ctx.now()); claim; claim = await claimPull(ctx.db, ctx.now())) {
    try {
      try {
        await pullSource({ ...ctx, db: ctx.db.shareOf(claim.partnerId) }, claim, fetchFeed);
      } finally {
        await endClaim(ctx, claim);
      }
      pulled++;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} files of sources could not be taken in`);
  return pulled;
}
