import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type AdsArea, type NewCampaign, NO_SUCH_CAMPAIGN, type ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { backoffMs, type Paced, providerMs } from "../../../core/provider-state/index.ts";
import type { AdsState } from "./ads-state.ts";
import { runningBudget } from "./ads-status.ts";
import type { CampaignRow } from "./campaign-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Each call sets a state, so it can be repeated. */
export type AdsStep =
  | { kind: "create"; campaign: Omit<NewCampaign, "merchantId"> & { merchantId: string | null } }
  | { kind: "area"; campaignId: string; area: AdsArea }
  | { kind: "products"; campaignId: string; leftOut: string[] }
  | { kind: "budget"; campaignId: string; pence: number }
  | { kind: "pause"; campaignId: string };

const digestOf = (keys: string[]): string =>
  keys.length ? createHash("sha256").update(keys.join("\0")).digest("base64url") : "";

/**
 * null if the ads service has the wanted state.
 * @param budget pence per day, used if the ads do not pause
 */
export function nextStep(store: StoreIds, state: AdsState, budget: number): AdsStep | null {
  const { campaign, area, country, merchantId, leftOut } = state;
  const { campaignId, sentBudget, sentArea, sentLeftOut } = campaign;
  const pence = runningBudget(state, budget);
  if (!pence || !area || !country) {
    return campaignId !== null && sentBudget !== 0 ? { kind: "pause", campaignId } : null;
  }
  if (campaignId === null) {
    return { kind: "create", campaign: { storeId: store.storeId, merchantId, country, dailyBudget: pence, area } };
  }
  // Before the budget, so that no money is spent on wrong ones.
  if (!isDeepStrictEqual(sentArea, area)) return { kind: "area", campaignId, area };
  if (sentLeftOut !== digestOf(leftOut)) return { kind: "products", campaignId, leftOut };
  return sentBudget === pence ? null : { kind: "budget", campaignId, pence };
}

/** The sent value is unknown (null) until the call has an answer. */
export function beforeStep(campaign: CampaignRow, step: AdsStep): CampaignRow {
  switch (step.kind) {
    case "create":
      return campaign;
    case "area":
      return { ...campaign, sentArea: null };
    case "products":
      return { ...campaign, sentLeftOut: null };
    default:
      return { ...campaign, sentBudget: null };
  }
}

/** @param campaignId the result of `create` */
export function afterStep(campaign: CampaignRow, step: AdsStep, campaignId: string): CampaignRow {
  const changed = { ...campaign, checkedAt: null };
  switch (step.kind) {
    case "create":
      // `create` may return an existing campaign, with any values.
      return { ...changed, campaignId, sentBudget: null, sentArea: null, sentLeftOut: null };
    case "area":
      return { ...changed, sentArea: step.area };
    case "products":
      return { ...changed, sentLeftOut: digestOf(step.leftOut) };
    case "budget":
      return { ...changed, sentBudget: step.pence };
    case "pause":
      return { ...changed, sentBudget: 0 };
  }
}

/** The service refuses the same call until a person has solved the problem. */
const pauseAfter = ({ kind }: ProviderError, failures: number): number =>
  kind === "refused" || kind === "setup" ? HOUR : backoffMs(failures, 5 * SECOND, 10 * MINUTE);

/** With the error and the time of the next attempt. */
export function afterFailure(campaign: CampaignRow, error: ProviderError, now: Date, providers: Paced): CampaignRow {
  const failures = campaign.failures + 1;
  const pause = Math.max(providerMs(providers, pauseAfter(error, failures), SECOND), error.retryAfterMs ?? 0);
  return {
    ...campaign,
    // A campaign that is only unreachable may still run.
    ...(error.reason === NO_SUCH_CAMPAIGN && { campaignId: null, sentBudget: 0, sentArea: null }),
    failures,
    problem: { kind: error.kind, message: error.message },
    dueAt: new Date(now.getTime() + pause),
  };
}
