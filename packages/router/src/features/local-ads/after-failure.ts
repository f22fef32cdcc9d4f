import { NO_SUCH_CAMPAIGN, type ProviderError } from "@highstreet/providers";
import type { CampaignRow } from "./campaign-row.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is refused is refused again until somebody has done something about it. */
function pauseAfter({ kind }: ProviderError, failures: number): number {
  return kind === "refused" || kind === "setup" ? HOUR : Math.min(5 * SECOND * 2 ** (failures - 1), 10 * MINUTE);
}

/**
 * What is kept after a step that failed: why, and when it is tried again.
 * @param speed how many times faster than real life the outside is
 */
export function afterFailure(campaign: CampaignRow, error: ProviderError, now: Date, speed: number): CampaignRow {
  const failures = campaign.failures + 1;
  const pause = Math.max(SECOND, pauseAfter(error, failures) / speed, error.retryAfterMs ?? 0);
  return {
    ...campaign,
    // One that is not there any more is made anew; one that is only out of reach may run on.
    ...(error.reason === NO_SUCH_CAMPAIGN && { campaignId: null, sentBudget: 0, sentArea: null }),
    failures,
    problem: { kind: error.kind, message: error.message },
    dueAt: new Date(now.getTime() + pause),
  };
}
