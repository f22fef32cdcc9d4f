import { authorize } from "../../access/authorize.ts";
import { findRetailer, seesStore } from "../../access/find-retailer.ts";
import type { NumberedNotice } from "../../kernel/changes.schema.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import type { Meta } from "../../kernel/roles.schema.ts";
import type { FollowChanges } from "./events.schema.ts";

export const followMeta: Meta = { access: "retailers:read", stores: "own" };

/** The rights of the caller are read again at this interval. */
const CHECK_MS = 30_000;

const personOf = (actor: Actor | null): string =>
  actor?.kind === "staff" ? actor.userId : actor && "keyId" in actor ? actor.keyId : "";

/** @throws Unauthorized, InsufficientScope, RetailerNotFound if the caller may no longer see the retailer */
async function checkAgain(ctx: Context, retailerId: string): Promise<Actor | null> {
  if (!ctx.readActor) return ctx.actor;
  const actor = await ctx.readActor();
  authorize(actor, followMeta, { retailerId });
  await findRetailer({ ...ctx, actor }, retailerId);
  return actor;
}

/**
 * Notices name what changed in the stores that the caller may see, and have no data. The stream ends with the signal, with the caller's access and with the process.
 * @throws RetailerNotFound; the stream: RateLimited, Unavailable, and the errors of `checkAgain`
 */
export async function followChanges(
  ctx: Context,
  input: FollowChanges,
  signal: AbortSignal = new AbortController().signal,
): Promise<AsyncGenerator<NumberedNotice, void>> {
  const { changes } = ctx;
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  if (!changes) throw new Error("this process has no streams of changes");
  async function* stream(feed: NonNullable<typeof changes>): AsyncGenerator<NumberedNotice, void> {
    const refused = new AbortController();
    let { actor } = ctx;
    const check = async () => {
      actor = await checkAgain(ctx, retailerId);
    };
    const timer = setInterval(() => {
      check().catch((error) => refused.abort(error));
    }, CHECK_MS);
    const following = {
      retailerId,
      person: personOf(ctx.actor),
      after: input.lastEventId ?? undefined,
      signal: AbortSignal.any([signal, refused.signal]),
    };
    try {
      for await (const numbered of feed.follow(following)) {
        const { storeId, topics } = numbered.notice;
        if (topics.includes("team")) await check();
        if (storeId === null || seesStore(actor, retailerId, storeId)) yield numbered;
      }
    } finally {
      clearInterval(timer);
    }
    refused.signal.throwIfAborted();
  }
  return stream(changes);
}
