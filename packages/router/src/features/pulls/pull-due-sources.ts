import type { Context } from "../../kernel/context.ts";
import { claimPull, endClaim } from "./internal/claim-pull.ts";
import type { FetchFeed } from "./internal/pull-source.ts";
import { pullFile, pullSource } from "./internal/pull-source.ts";

/**
 * Many of these calls can run at once, in several workers: each source is fetched by one call, and partners take turns. A call can be late
 * or be killed without harm.
 * @returns the number of sources fetched
 * @throws AggregateError with all errors on our side, after the last source
 */
export async function pullDueSources(ctx: Context, fetchFeed: FetchFeed): Promise<number> {
  let pulled = 0;
  const errors: unknown[] = [];
  for (let claim = await claimPull(ctx.db, ctx.now()); claim; claim = await claimPull(ctx.db, ctx.now())) {
    try {
      try {
        const inside = { ...ctx, db: ctx.db.shareOf(claim.partnerId) };
        const { storeId } = claim;
        if (storeId === null) await pullFile(inside, claim, fetchFeed);
        else await pullSource(inside, { ...claim, storeId }, fetchFeed);
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
