import type { Tx } from "@highstreet/db";
import { type AdsProvider, ProviderError } from "@highstreet/providers";
import { deleteChannel, type StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { claimEnd, forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/jobs.ts";
import { type AdsState, budgetToday, readAdsState } from "./internal/ads-state.ts";
import { refreshAds, saveAds } from "./internal/ads-status.ts";
import { dueChange, recordMade, upcomingChange } from "./internal/budget-changes.ts";
import { type CampaignRow, forgetCampaign, saveCampaign } from "./internal/campaign-row.ts";
import { type AdsStep, afterFailure, afterStep, beforeStep, nextStep } from "./internal/next-step.ts";
import { dueCampaigns } from "./local-ads.sql.ts";

const STORES = 2_000;

/**
 * Sends everything that is due to the ads service. Each budget change is made exactly once, also after a downtime, and without checking the
 * preconditions again. Runs may overlap.
 * @returns the number of budget changes made
 * @throws AggregateError after the last store, with all errors on our side
 */
export async function activateDueBudgets(ctx: Context): Promise<number> {
  const stores = await ctx.db.query<StoreIds>(dueCampaigns, [ctx.now(), STORES]);
  let made = 0;
  await forEachConcurrent(stores, async (store) => {
    if (await advanceCampaign(ctx, store)) made++;
  });
  return made;
}

/** Another worker repeats the step when the claim ends. */
interface Claim {
  step: AdsStep;
  until: Date;
}

type Done = Claim & { outcome: string | ProviderError };

/**
 * Makes the ads service match the wanted state of a store, one call at a time and outside of transactions. The database records each call
 * before and after it, so the next run repeats an interrupted call.
 * @returns whether a budget change was recorded as made
 */
function advanceCampaign(ctx: Context, store: StoreIds): Promise<boolean> {
  return forRetailer(ctx, store.retailerId, async () => {
    let turn = await takeTurn(ctx, store, undefined);
    while (turn.claim) turn = await takeTurn(ctx, store, await perform(ctx, turn.claim));
    return turn.isMade;
  });
}

async function perform(ctx: Context, claim: Claim): Promise<Done> {
  try {
    return { ...claim, outcome: await call(ctx.providers.ads, claim.step) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { ...claim, outcome: error };
  }
}

/** @returns the campaign's id @throws ProviderError */
async function call(ads: AdsProvider, step: AdsStep): Promise<string> {
  if (step.kind === "create") {
    const { merchantId, ...campaign } = step.campaign;
    if (!merchantId) throw new ProviderError("unavailable", "The retailer's Google account is not known yet.");
    return ads.createCampaign({ ...campaign, merchantId });
  }
  const { campaignId } = step;
  if (step.kind === "area") await ads.setRadius(campaignId, step.area);
  else if (step.kind === "products") await ads.leaveOut(campaignId, step.leftOut);
  else if (step.kind === "budget") await ads.setBudget(campaignId, step.pence);
  else await ads.pause(campaignId);
  return campaignId;
}

/** Records the result of the last step, and claims the next one. */
function takeTurn(ctx: Context, store: StoreIds, done: Done | undefined): Promise<{ isMade: boolean; claim?: Claim }> {
  return ctx.db.transaction(store, async (tx) => {
    const now = ctx.now();
    await lockStores(tx, store.retailerId, [store.storeId]);
    const state = await readAdsState(tx, store);
    if (!isOurs(state.campaign, done, now)) return { isMade: false };
    if (done?.outcome instanceof ProviderError) {
      const failed = afterFailure(state.campaign, done.outcome, now, ctx.providers);
      await saveCampaign(tx, store, {
        ...failed,
        dueAt: earlier(earlier(failed.dueAt, nextAt(state, now)), wokenAt(state.campaign, done)),
        claimedUntil: null,
      });
      await refreshAds(tx, store, now);
      return { isMade: false };
    }
    const campaign = done ? afterStep(state.campaign, done.step, done.outcome) : state.campaign;
    const step = nextStep(store, { ...state, campaign }, budgetToday(state, now));
    if (!step) return { isMade: await settle(tx, store, { ...state, campaign }, now) };
    const until = claimEnd(now, ctx.providers);
    await saveCampaign(tx, store, { ...beforeStep(campaign, step), dueAt: until, claimedUntil: until });
    return { isMade: false, claim: { step, until } };
  });
}

/** This worker still has the claim of the last step or, for a first step, the step is due and unclaimed. */
function isOurs({ claimedUntil, dueAt }: CampaignRow, done: Done | undefined, now: Date): boolean {
  if (done) return claimedUntil?.getTime() === done.until.getTime();
  return dueAt !== null && dueAt <= now && (claimedUntil === null || claimedUntil <= now);
}

const nextAt = ({ openChanges }: AdsState, now: Date): Date | null =>
  upcomingChange(openChanges, now)?.startsAt ?? null;

/** A claimed campaign is due at the end of the claim. An earlier time was set during the call. */
const wokenAt = ({ dueAt }: CampaignRow, { until }: Claim): Date | null => (dueAt && dueAt < until ? dueAt : null);

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** The ads service has the wanted state now. @returns whether a change was due */
async function settle(tx: Tx, store: StoreIds, state: AdsState, now: Date): Promise<boolean> {
  if (state.country === null) {
    await forgetCampaign(tx, store);
    return false;
  }
  const next = nextAt(state, now);
  await saveCampaign(tx, store, { ...state.campaign, dueAt: next, claimedUntil: null, failures: 0, problem: null });
  const due = dueChange(state.openChanges, now);
  if (!due) {
    await refreshAds(tx, store, now);
    return false;
  }
  await recordMade(tx, store, due, now);
  if (due.budget === 0 && !next) await deleteChannel(tx, store, "local_ads", now);
  else await saveAds(tx, store, { dailyBudget: due.budget }, "worker", now);
  return true;
}
