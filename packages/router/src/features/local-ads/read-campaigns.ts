import { isDeepStrictEqual } from "node:util";
import { type CampaignDay, type CampaignState, ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { forRetailer, providerMs } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/jobs.ts";
import { type CampaignRow, lastDays, readCampaign, saveCampaign, saveOutcome } from "./internal/campaign-row.ts";
import { type UncheckedCampaign, uncheckedCampaigns } from "./local-ads.sql.ts";

const HOUR = 3_600_000;
const MIN_PAUSE_MS = 2_000;
const CAMPAIGNS = 1_000;

/**
 * Once an hour. If someone has changed a campaign at the ads service, the next run of `activateDueBudgets` sets it back.
 * @returns the number of campaigns that differed
 * @throws AggregateError after the last campaign, with all errors on our side
 */
export async function readCampaigns(ctx: Context): Promise<{ drifted: number }> {
  const before = new Date(ctx.now().getTime() - providerMs(ctx.providers, HOUR, MIN_PAUSE_MS));
  const campaigns = await ctx.db.query<UncheckedCampaign>(uncheckedCampaigns, [before, CAMPAIGNS]);
  let drifted = 0;
  await forEachConcurrent(campaigns, async ({ campaignId, ...store }) => {
    const asked = await readCampaign(ctx.db, store);
    const found = await forRetailer(ctx, store.retailerId, () => readAtService(ctx, campaignId));
    if (found === undefined) return;
    if (await record(ctx, store, asked, found.state)) drifted++;
    if (found.days) await saveOutcome(ctx.db, store, { readAt: ctx.now().toISOString(), days: found.days });
  });
  return { drifted };
}

/** undefined: the service did not answer; the next run asks again. */
async function answered<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

async function readAtService(
  ctx: Context,
  campaignId: string,
): Promise<{ state: CampaignState | null; days: CampaignDay[] | undefined } | undefined> {
  const { ads } = ctx.providers;
  const state = await answered(ads.readCampaign(campaignId));
  if (state === undefined) return undefined;
  return { state, days: state ? await answered(ads.readOutcome(campaignId, lastDays(ctx.now()))) : undefined };
}

/** Unless a call has changed the campaign in the meantime. @returns whether the campaign differed */
function record(ctx: Context, store: StoreIds, asked: CampaignRow, found: CampaignState | null): Promise<boolean> {
  return ctx.db.transaction(store, async (tx) => {
    const now = ctx.now();
    await lockStores(tx, store.retailerId, [store.storeId]);
    const campaign = await readCampaign(tx, store);
    if (campaign.claimedUntil || !isDeepStrictEqual(sentOf(campaign), sentOf(asked))) return false;
    // After a call without an answer, the sent values are sent again in any case.
    const isKnown = campaign.sentBudget !== null && campaign.sentArea !== null;
    const seen = isKnown ? seenOf(campaign, found) : campaign;
    const isDrifted = !isDeepStrictEqual(sentOf(campaign), sentOf(seen));
    await saveCampaign(tx, store, {
      ...seen,
      state: found && { status: found.status, reasons: found.reasons },
      checkedAt: now,
      dueAt: isDrifted ? now : campaign.dueAt,
    });
    return isDrifted;
  });
}

const sentOf = ({ campaignId, sentBudget, sentArea }: CampaignRow) => ({ campaignId, sentBudget, sentArea });

function seenOf(campaign: CampaignRow, found: CampaignState | null): CampaignRow {
  if (!found || found.status === "removed") return { ...campaign, campaignId: null, sentBudget: 0, sentArea: null };
  return { ...campaign, sentBudget: found.status === "paused" ? 0 : found.dailyBudget, sentArea: found.area };
}
