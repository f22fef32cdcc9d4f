import { isDeepStrictEqual } from "node:util";
import type { AdsArea, NewCampaign } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import type { AdsState } from "./ads-state.ts";
import { runningBudget } from "./ads-warnings.ts";
import type { CampaignRow } from "./campaign-row.ts";

/** One call to the ads service. Each sets what is to be, so that it can be repeated. */
export type AdsStep =
  | { kind: "create"; campaign: Omit<NewCampaign, "merchantId"> & { merchantId: string | null } }
  | { kind: "area"; campaignId: string; area: AdsArea }
  | { kind: "budget"; campaignId: string; pence: number }
  | { kind: "pause"; campaignId: string };

/**
 * What the ads service is to be told next, so that it does what is wanted of a store; null: it does.
 * @param budget pence a day; none runs while the ads pause
 */
export function nextStep(store: StoreIds, state: AdsState, budget: number): AdsStep | null {
  const { campaign, area, country, merchantId } = state;
  const { campaignId, sentBudget, sentArea } = campaign;
  const pence = runningBudget(state, budget);
  if (!pence || !area || !country) {
    return campaignId !== null && sentBudget !== 0 ? { kind: "pause", campaignId } : null;
  }
  if (campaignId === null) {
    return { kind: "create", campaign: { storeId: store.storeId, merchantId, country, dailyBudget: pence, area } };
  }
  // Before it costs anything, it is shown where it should be.
  if (!isDeepStrictEqual(sentArea, area)) return { kind: "area", campaignId, area };
  return sentBudget === pence ? null : { kind: "budget", campaignId, pence };
}

/** What is kept before a step: whether it was done is not known if nobody comes back from it. */
export function beginning(campaign: CampaignRow, step: AdsStep): CampaignRow {
  switch (step.kind) {
    case "create":
      return campaign;
    case "area":
      return { ...campaign, sentArea: null };
    default:
      return { ...campaign, sentBudget: null };
  }
}

/** What is kept after a step that was done. @param campaignId that `create` gave */
export function afterStep(campaign: CampaignRow, step: AdsStep, campaignId: string): CampaignRow {
  const told = { ...campaign, checkedAt: null };
  switch (step.kind) {
    case "create":
      // One that was there before may show anything, anywhere.
      return { ...told, campaignId, sentBudget: null, sentArea: null };
    case "area":
      return { ...told, sentArea: step.area };
    case "budget":
      return { ...told, sentBudget: step.pence };
    case "pause":
      return { ...told, sentBudget: 0 };
  }
}
