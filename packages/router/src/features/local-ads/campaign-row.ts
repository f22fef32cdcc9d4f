import type { Sql } from "@highstreet/db";
import type { AdsArea, CampaignState, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";

/** What the ads service was last told of a store (`ads_campaign`). */
export interface CampaignRow {
  /** null: none was made yet. */
  campaignId: string | null;
  /** Pence; 0: paused; null: it was told, and no answer came (yet). */
  sentBudget: number | null;
  /** null: none, or it was told, and no answer came (yet). */
  sentArea: AdsArea | null;
  /** As the service said last. */
  state: Pick<CampaignState, "status" | "reasons"> | null;
  /** Of `state`; null: what was told since is still to be looked at. */
  checkedAt: Date | null;
  /** When to look whether it is to be told anything; null: nothing changes until somebody says so. */
  dueAt: Date | null;
  /** Until then one worker alone tells the service. */
  claimedUntil: Date | null;
  /** Tries in a row that failed, and why the last one did. */
  failures: number;
  problem: { kind: ProviderErrorKind; message: string } | null;
}

/** Of `ads_campaign a`, which may be missing (LEFT JOIN). */
export const campaignColumns = `a.campaign_id AS "campaignId", a.sent_budget AS "sentBudget", a.sent_area AS "sentArea",
  a.state, a.checked_at AS "checkedAt", a.due_at AS "dueAt", a.claimed_until AS "claimedUntil",
  COALESCE(a.failures, 0) AS failures, a.problem`;

const wake = `
  INSERT INTO ads_campaign (retailer_id, store_id, due_at) VALUES ($1, $2, $3)
  ON CONFLICT (retailer_id, store_id) DO UPDATE SET due_at = LEAST(ads_campaign.due_at, excluded.due_at)`;

const nudge = `
  UPDATE ads_campaign SET due_at = LEAST(due_at, $3) WHERE retailer_id = $1 AND store_id = $2`;

const save = `
  UPDATE ads_campaign SET campaign_id = $3, sent_budget = $4, sent_area = $5, checked_at = $6, due_at = $7,
    claimed_until = $8, failures = $9, problem = $10
  WHERE retailer_id = $1 AND store_id = $2`;

/** Has the worker look at a store's campaign at a time, or sooner. The caller holds the store's lock. */
export async function wakeCampaign(tx: Sql, store: StoreIds, at: Date): Promise<void> {
  await tx.query(wake, [store.retailerId, store.storeId, at]);
}

/** Has the worker look at a store's campaign now, if there is one. The caller holds the store's lock. */
export async function nudgeCampaign(tx: Sql, store: StoreIds, now: Date): Promise<void> {
  await tx.query(nudge, [store.retailerId, store.storeId, now]);
}

/** Keeps what was told; the caller holds the store's lock, and has read the row under it. */
export async function saveCampaign(tx: Sql, store: StoreIds, row: CampaignRow): Promise<void> {
  const { campaignId, sentBudget, sentArea, checkedAt, dueAt, claimedUntil, failures, problem } = row;
  await tx.query(save, [
    ...[store.retailerId, store.storeId, campaignId, sentBudget, sentArea && JSON.stringify(sentArea), checkedAt],
    ...[dueAt, claimedUntil, failures, problem && JSON.stringify(problem)],
  ]);
}

/** Forgets the campaign of a store that is no more. */
export async function forgetCampaign(tx: Sql, store: StoreIds): Promise<void> {
  await tx.query(`DELETE FROM ads_campaign WHERE retailer_id = $1 AND store_id = $2`, [
    store.retailerId,
    store.storeId,
  ]);
}
