import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, ownerOf, spool } from "../../core/feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type DryRunResult, dryRun, type PathScope } from "./dry-run.ts";

/** A partner has one dry run of a feed at a time, because the dry run keeps all changes of the feed in memory. */
const QUEUE = "dry runs of feeds";

/**
 * A dry run of a call with a feed. The feed is received before the transaction begins, so a slow upload holds no lock.
 * @throws PayloadTooLarge, MalformedRequest, and the errors of the call
 */
export async function dryRunFeed<Response>(
  ctx: Context,
  scope: PathScope,
  feed: AsyncIterable<Uint8Array>,
  run: (ctx: Context, feed: AsyncIterable<Uint8Array>) => Promise<Response>,
): Promise<DryRunResult<Response>> {
  const bytes = await spool(feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, scope.retailerId) });
  try {
    const attempt = (inside: Context) => run(inside, bytes);
    return await ctx.db.inQueue(QUEUE, () => dryRun(ctx, scope, attempt, { bulk: feedSize(bytes.size) }));
  } finally {
    await bytes.close();
  }
}
