import { type Database, untilAborted } from "@highstreet/db";
import type { Actor, Context } from "./context.ts";

/**
 * The database for the calls of an actor, with the partner's share of this process as limit (`Database.shareOf`). Use this
 * function where a context is created.
 */
export function databaseOf(db: Database, actor: Actor | null): Database {
  switch (actor?.kind) {
    case "key":
    case "upload":
      return db.shareOf(actor.partnerId);
    case "staff":
      // A user with roles at several partners counts for the first of them.
      return actor.partnerId === undefined ? db : db.shareOf(actor.partnerId);
    default:
      return db;
  }
}

/** A context for a read. When the caller disconnects, the signal cancels the SQL of the read. */
export function untilGone(ctx: Context, signal: AbortSignal): Context {
  return { ...ctx, db: untilAborted(ctx.db, signal) };
}
