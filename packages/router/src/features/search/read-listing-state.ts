import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import type { Check } from "./check-search-channel.ts";

const allSent = `
  SELECT NOT EXISTS (SELECT FROM listing_change WHERE retailer_id = $1 AND store_id = $2)
     AND NOT EXISTS (SELECT FROM listing WHERE retailer_id = $1 AND store_id = $2 AND state = 'waiting') AS "isSent"`;

async function isAllSent(sql: Sql, { retailerId, storeId }: StoreIds): Promise<boolean> {
  const [row] = await sql.query<{ isSent: boolean }>(allSent, [retailerId, storeId]);
  return row?.isSent ?? false;
}

/** Asks how the store's listings stand. @returns the storefront's address; null: there is none (yet) */
export async function readListingState(check: Check): Promise<string | null> {
  const { ctx, setup } = check;
  if (!setup.told) return null;
  const state = await ctx.providers.search.readState(setup.told);
  const now = ctx.now();
  const sentAt = setup.sentAt ?? ((await isAllSent(ctx.db, setup)) ? now : null);
  check.setup = {
    ...setup,
    sentAt,
    matching: state.matching ?? setup.matching,
    items: state.items,
    liveAt: state.isLive ? (setup.liveAt ?? now) : null,
  };
  return state.storefrontUrl;
}
