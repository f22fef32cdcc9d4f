import type { Database } from "@highstreet/db";
import type { Actor } from "./context.ts";

/**
 * The database for the calls of an actor: what its partner may hold of this process is limited (`Database.shareOf`). To be used
 * where a context is made.
 */
export function databaseOf(db: Database, actor: Actor | null): Database {
  switch (actor?.kind) {
    case "key":
    case "upload":
      return db.shareOf(actor.partnerId);
    case "staff":
      // Somebody who works for several partners counts for the one of these that comes first.
      return actor.partnerId === undefined ? db : db.shareOf(actor.partnerId);
    default:
      return db;
  }
}
