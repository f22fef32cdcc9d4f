import type { Sql } from "@highstreet/db";
import { readChannel, type StoreIds, saveChannel } from "../channels/index.ts";
import { withStatus } from "./ads-state.ts";

/** Pauses or resumes a store's ads as its search channel goes or comes. The caller holds the store's lock. */
export async function followSearch(tx: Sql, store: StoreIds, isSearchConnected: boolean, now: Date): Promise<void> {
  const before = await readChannel(tx, store, "local_ads");
  if (!before) return;
  const after = withStatus(before, isSearchConnected);
  const isSame = before.status === after.status && before.warnings.length === after.warnings.length;
  if (!isSame) await saveChannel(tx, before, after, now);
}
