import { authorize } from "../../kernel/authorize.ts";
import type { NumberedNotice } from "../../kernel/changes.schema.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { findRetailer } from "../../kernel/find-retailer.ts";
import type { FollowChanges } from "./changes.schema.ts";

/** The rights of the caller are read again at this interval, and after each change of the team. */
const CHECK_MS = 30_000;

const personOf = (actor: Actor | null): string =>
  actor?.kind === "staff" ? actor.userId : actor && "keyId" in actor ? actor.keyId : "";

/** @throws Unauthorized, InsufficientScope, RetailerNotFound if the caller may no longer see the retailer */
async function checkAgain(ctx: Context, retailerId: string): Promise<void> {
  if (!ctx.readActor) return;
  const actor = await ctx.readActor();
  authorize(actor, { access: "retailers:read" }, { retailerId });
  await findRetailer({ ...ctx, actor }, retailerId);
}

/**
 * Notices about the changes of a retailer and its stores. They name what changed, and have no data. The stream ends with the signal, with
 * the caller's access and with the process.
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
    const timer = setInterval(() => {
      checkAgain(ctx, retailerId).catch((error) => refused.abort(error));
    }, CHECK_MS);
    const following = {
      ...{ retailerId, person: personOf(ctx.actor), after: input.lastEventId ?? undefined },
      signal: AbortSignal.any([signal, refused.signal]),
    };
    try {
      for await (const numbered of feed.follow(following)) {
        if (numbered.notice.topics.includes("team")) await checkAgain(ctx, retailerId);
        yield numbered;
      }
    } finally {
      clearInterval(timer);
    }
    refused.signal.throwIfAborted();
  }
  return stream(changes);
}
