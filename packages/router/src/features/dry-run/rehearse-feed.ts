import { LARGEST_FEED } from "../../core/feeds/feed-size.schema.ts";
import { feedSize, ownerOf, spool } from "../../core/feeds/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type PathScope, type Rehearsed, rehearse } from "./rehearse.ts";

/** A partner has one dry run of a feed at a time, because the dry run keeps all changes of the feed in memory. */
const QUEUE = "dry runs of feeds";

/**
 * `rehearse` of a call that takes a feed in. The feed is received whole before the transaction begins: a slow one holds nothing.
 * @throws PayloadTooLarge, MalformedRequest; what the call throws
 */
export async function rehearseFeed<Response>(
  ctx: Context,
  scope: PathScope,
  feed: AsyncIterable<Uint8Array>,
  run: (ctx: Context, feed: AsyncIterable<Uint8Array>) => Promise<Response>,
): Promise<Rehearsed<Response>> {
  const bytes = await spool(feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, scope.retailerId) });
  try {
    const attempt = (inside: Context) => run(inside, bytes);
    return await ctx.db.inQueue(QUEUE, () => rehearse(ctx, scope, attempt, { bulk: feedSize(bytes.size) }));
  } finally {
    await bytes.close();
  }
}
