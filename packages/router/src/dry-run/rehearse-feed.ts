import type { Context } from "../context.ts";
import { LARGEST_FEED, ownerOf, spool } from "../feeds/index.ts";
import { type Rehearsed, rehearse, type Scope } from "./rehearse.ts";

/** All that is tried at once is one feed a process: its transaction is as long as the feed. */
const LANE = "rehearsed feeds";

/**
 * `rehearse` of a call that takes a feed in. The feed is received whole before the transaction begins: a slow one holds nothing.
 * @throws PayloadTooLarge, MalformedRequest; what the call throws
 */
export async function rehearseFeed<Response>(
  ctx: Context,
  scope: Scope,
  feed: AsyncIterable<Uint8Array>,
  run: (ctx: Context, feed: AsyncIterable<Uint8Array>) => Promise<Response>,
): Promise<Rehearsed<Response>> {
  const bytes = await spool(feed, { limit: LARGEST_FEED, owner: ownerOf(ctx.actor, scope.retailerId) });
  try {
    return await ctx.db.inLane(LANE, () => rehearse(ctx, scope, (inside) => run(inside, bytes)));
  } finally {
    await bytes.close();
  }
}
