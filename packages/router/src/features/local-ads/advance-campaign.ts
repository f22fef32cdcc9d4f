import type { Tx } from "@highstreet/db";
import { ProviderError } from "@highstreet/providers";
import { deleteChannel, type StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { claimEnd, forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type AdsState, budgetToday, readAdsState } from "./ads-state.ts";
import { afterFailure } from "./after-failure.ts";
import { dueChange, noteMade } from "./budget-changes.ts";
import { type CampaignRow, forgetCampaign, saveCampaign } from "./campaign-row.ts";
import { type AdsStep, afterStep, beginning, nextStep } from "./next-step.ts";
import { performStep } from "./perform-step.ts";
import { refreshAds, saveAds } from "./save-ads.ts";

/** A step that this worker alone does, until then; then another asks again for what this one asked. */
interface Claim {
  step: AdsStep;
  until: Date;
}

/** What came of one: the campaign's id, or why not. */
type Done = Claim & { outcome: string | ProviderError };

/**
 * Brings the ads service to what is wanted of a store, a call at a time and outside of any transaction, and makes the
 * change of budget that is due once the service has it. Before each call it is kept what may have been told, after it what
 * was: killed in between, the next run asks again for the same.
 * @returns whether a change of budget was made
 */
export function advanceCampaign(ctx: Context, store: StoreIds): Promise<boolean> {
  return forRetailer(ctx, store.retailerId, () => takeSteps(ctx, store));
}

async function takeSteps(ctx: Context, store: StoreIds): Promise<boolean> {
  let turn = await takeTurn(ctx, store, undefined);
  while (turn.claim) turn = await takeTurn(ctx, store, await perform(ctx, turn.claim));
  return turn.isMade;
}

async function perform(ctx: Context, claim: Claim): Promise<Done> {
  try {
    return { ...claim, outcome: await performStep(ctx.providers.ads, claim.step) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { ...claim, outcome: error };
  }
}

/** Keeps what came of the last step, and claims the next one. */
function takeTurn(ctx: Context, store: StoreIds, done: Done | undefined): Promise<{ isMade: boolean; claim?: Claim }> {
  return ctx.db.transaction(store, async (tx) => {
    const now = ctx.now();
    await lockStores(tx, store.retailerId, [store.storeId]);
    const state = await readAdsState(tx, store);
    if (!isOurs(state.campaign, done, now)) return { isMade: false };
    if (done?.outcome instanceof ProviderError) {
      const failed = afterFailure(state.campaign, done.outcome, now, ctx.providers.speed);
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
    const until = claimEnd(now, ctx.providers.speed);
    await saveCampaign(tx, store, { ...beginning(campaign, step), dueAt: until, claimedUntil: until });
    return { isMade: false, claim: { step, until } };
  });
}

/** Whether the last step is still this worker's, or the first one is due and nobody else's. */
function isOurs({ claimedUntil, dueAt }: CampaignRow, done: Done | undefined, now: Date): boolean {
  if (done) return claimedUntil?.getTime() === done.until.getTime();
  return dueAt !== null && dueAt <= now && (claimedUntil === null || claimedUntil <= now);
}

const nextAt = ({ toCome }: AdsState, now: Date): Date | null =>
  toCome.find(({ activatesAt }) => activatesAt > now)?.activatesAt ?? null;

/** A claim is due when it ends: anything earlier was said during the call. */
const wokenAt = ({ dueAt }: CampaignRow, { until }: Claim): Date | null => (dueAt && dueAt < until ? dueAt : null);

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** The ads service does what is wanted: a change that is due is made. @returns whether there was one */
async function settle(tx: Tx, store: StoreIds, state: AdsState, now: Date): Promise<boolean> {
  if (state.country === null) {
    await forgetCampaign(tx, store);
    return false;
  }
  const next = nextAt(state, now);
  await saveCampaign(tx, store, { ...state.campaign, dueAt: next, claimedUntil: null, failures: 0, problem: null });
  const due = dueChange(state.toCome, now);
  if (!due) {
    await refreshAds(tx, store, now);
    return false;
  }
  await noteMade(tx, store, due, now);
  if (due.budget === 0 && !next) await deleteChannel(tx, store, "local_ads");
  else await saveAds(tx, store, { dailyBudget: due.budget }, now);
  return true;
}
