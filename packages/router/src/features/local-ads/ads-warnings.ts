import type { Warning } from "../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../core/channels/index.ts";
import { isLasting } from "../../core/provider-state/index.ts";
import type { AdsState } from "./ads-state.ts";
import { dueChange } from "./budget-changes.ts";

const searchNotConnected: Warning = {
  id: "SearchChannelNotConnected",
  message: "The ads pause until the store's search channel is connected.",
};

const locationUnknown: Warning = {
  id: "StoreLocationUnknown",
  message: "The ads pause until it is known where the store is: give it a latitude and a longitude.",
};

const serviceUnavailable: Warning = {
  id: "AdsServiceUnavailable",
  message: "The ads service cannot be reached: what has changed reaches it as soon as it can.",
};

/** What tenants are told of a failure: of what is refused them why, of what is wrong on our side nothing more. */
export function wordsFor({ kind, message }: NonNullable<AdsState["campaign"]["problem"]>): string {
  if (kind === "refused") return message;
  return kind === "setup" ? "Our own account there is not in order; we see to it." : serviceUnavailable.message;
}

/** Why the ads pause, whatever their budget is. */
function pauses({ isSearchConnected, area }: AdsState): Warning[] {
  if (!isSearchConnected) return [searchNotConnected];
  return area ? [] : [locationUnknown];
}

/** What went wrong when the ads service was last told something; no times, so that the same again is no change. */
function troubles({ campaign: { failures, problem }, toCome }: AdsState, now: Date): Warning[] {
  if (!failures || !problem) return [];
  const isRefused = problem.kind === "refused" || problem.kind === "setup";
  const due = dueChange(toCome, now);
  const delayed = due && {
    id: "BudgetChangeDelayed",
    message: `The budget due on ${due.localDate} is not in force yet: the ads service did not take it. It is told again until it does.`,
  };
  const refused = isRefused && {
    id: "AdsSetupRefused",
    message: `The ads service refuses what it was told. ${wordsFor(problem)}`,
  };
  const unavailable = !isRefused && !due && isLasting(failures) && serviceUnavailable;
  return [delayed, refused, unavailable].filter((warning) => !!warning);
}

/** Pence a day that the ads service is to have of a budget: none while the ads pause. */
export const runningBudget = (state: AdsState, budget: number): number => (pauses(state).length ? 0 : budget);

/** Local ads with their status and warnings: pending until a budget is active, and while they pause (contract §5). */
export function withStatus(row: ChannelRow, state: AdsState, now: Date): ChannelRow {
  const pausing = pauses(state);
  const last = state.toCome.at(-1);
  return {
    ...row,
    status: row.dailyBudget && !pausing.length ? "connected" : "pending",
    warnings: [...pausing, ...troubles(state, now)],
    upcomingBudget: last?.budget ?? null,
    upcomingActivates: last?.activatesAt ?? null,
  };
}
