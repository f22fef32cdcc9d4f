import type { SqlTx } from "@highstreet/db";
import { checkSoon } from "../../core/channels/index.ts";
import type { StoreRow } from "../../core/stores/index.ts";

/** What the search engine is told of a store, and finds its profile by (`introduceStore`). */
const told = ["name", "address", "postcode", "city", "country", "phone"] as const;

/** Has a store's search channel be looked at soon where what the search engine is told of the store has changed. */
export function introduceAgain(tx: SqlTx, before: StoreRow, after: StoreRow, now: Date): void {
  if (told.some((field) => before[field] !== after[field])) checkSoon(tx, after, now);
}
