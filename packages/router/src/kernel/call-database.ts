import { type Database, untilAborted } from "@highstreet/db";
import type { Actor, Context } from "./context.ts";

/**
 * The partner for which a call counts; undefined for a caller without a partner.
 * @param retailerId the retailer of the call. A person can have roles at retailers of several partners
 */
export function partnerOf(actor: Actor | null, retailerId = ""): string | undefined {
  if (actor?.kind === "staff") return actor.partners?.get(retailerId.toLowerCase()) ?? actor.partnerId;
  return actor && "partnerId" in actor ? actor.partnerId : undefined;
}

/**
 * The database for the calls of an actor, with the partner's share of this process as limit (`Database.shareOf`). Use this
 * function where a context is created. The guard of the procedures calls it again for staff, because only the input names the retailer.
 */
export function databaseOf(db: Database, actor: Actor | null, retailerId?: string): Database {
  const partnerId = partnerOf(actor, retailerId);
  return partnerId === undefined ? db : db.shareOf(partnerId);
}

/** A context for a read. When the caller disconnects, the signal cancels the SQL of the read. */
export function untilGone(ctx: Context, signal: AbortSignal): Context {
  return { ...ctx, db: untilAborted(ctx.db, signal) };
}
