import type { Database } from "@highstreet/db";
import type { Actor } from "./context.ts";

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
