import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { readToCome } from "./budget-changes.ts";
import { wakeCampaign } from "./campaign-row.ts";

/** Has the worker look at a store's campaign when its next change is due; where there is none, now. */
export async function wakeForNext(tx: Sql, store: StoreIds, now: Date): Promise<void> {
  const [next] = (await readToCome(tx, store)).filter(({ activatesAt }) => activatesAt > now);
  await wakeCampaign(tx, store, next?.activatesAt ?? now);
}
