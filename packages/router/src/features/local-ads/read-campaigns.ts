import { isDeepStrictEqual } from "node:util";
import { type CampaignState, ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { readAdsState } from "./ads-state.ts";
import { type CampaignRow, saveCampaign } from "./campaign-row.ts";

const HOUR = 3_600_000;
/** Campaigns looked at in one run. */
const CAMPAIGNS = 1_000;

/** One without a channel is looked at once more after it was last told something. */
const due = `
  SELECT a.retailer_id AS "retailerId", a.store_id AS "storeId", a.campaign_id AS "campaignId" FROM ads_campaign a
  LEFT JOIN channel c ON c.retailer_id = a.retailer_id AND c.store_id = a.store_id AND c.channel = 'local_ads'
  WHERE a.campaign_id IS NOT NULL AND a.claimed_until IS NULL
    AND COALESCE(a.checked_at, TIMESTAMPTZ '-infinity') <= $1 AND (a.checked_at IS NULL OR c.channel IS NOT NULL)
  ORDER BY COALESCE(a.checked_at, TIMESTAMPTZ '-infinity') LIMIT ${CAMPAIGNS}`;

const keepState = `UPDATE ads_campaign SET state = $3 WHERE retailer_id = $1 AND store_id = $2`;

/**
 * Asks the ads service, once an hour, how each campaign stands. What somebody else has changed there, or what came late,
 * is set back: the store's channel says what is to be.
 * @returns how many campaigns were found to be another than they were told
 * @throws AggregateError after the last one, of all that went wrong on our side
 */
export async function readCampaigns(ctx: Context): Promise<{ drifted: number }> {
  const hour = Math.max(2_000, HOUR / ctx.providers.speed);
  const campaigns = await ctx.db.query<StoreIds & { campaignId: string }>(due, [new Date(ctx.now().getTime() - hour)]);
  let drifted = 0;
  await forEachConcurrent(campaigns, async ({ campaignId, ...store }) => {
    const { campaign: asked } = await readAdsState(ctx.db, store);
    const found = await forRetailer(ctx, store.retailerId, () => read(ctx, campaignId));
    if (found !== undefined && (await note(ctx, store, asked, found))) drifted++;
  });
  return { drifted };
}

/** undefined: not to be had now; the next run asks again. */
async function read(ctx: Context, campaignId: string): Promise<CampaignState | null | undefined> {
  try {
    return await ctx.providers.ads.readCampaign(campaignId);
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

/** Keeps what the service said, unless it was told something meanwhile. @returns whether it was another than told */
function note(ctx: Context, store: StoreIds, asked: CampaignRow, found: CampaignState | null): Promise<boolean> {
  return ctx.db.transaction(store, async (tx) => {
    const now = ctx.now();
    await lockStores(tx, store.retailerId, [store.storeId]);
    const { campaign } = await readAdsState(tx, store);
    if (campaign.claimedUntil || !isDeepStrictEqual(told(campaign), told(asked))) return false;
    // Where it is not known what the service was told, it is told again in any case.
    const isKnown = campaign.sentBudget !== null && campaign.sentArea !== null;
    const seen = isKnown ? seenOf(campaign, found) : campaign;
    const isDrifted = !isDeepStrictEqual(told(campaign), told(seen));
    await saveCampaign(tx, store, { ...seen, checkedAt: now, dueAt: isDrifted ? now : campaign.dueAt });
    await tx.query(keepState, [
      ...[store.retailerId, store.storeId],
      found && JSON.stringify({ status: found.status, reasons: found.reasons }),
    ]);
    return isDrifted;
  });
}

const told = ({ campaignId, sentBudget, sentArea }: CampaignRow) => ({ campaignId, sentBudget, sentArea });

function seenOf(campaign: CampaignRow, found: CampaignState | null): CampaignRow {
  if (!found || found.status === "removed") return { ...campaign, campaignId: null, sentBudget: 0, sentArea: null };
  return { ...campaign, sentBudget: found.status === "paused" ? 0 : found.dailyBudget, sentArea: found.area };
}
