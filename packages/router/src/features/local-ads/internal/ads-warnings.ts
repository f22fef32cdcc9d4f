import type { Warning } from "../../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../../core/channels/index.ts";
import { isLasting } from "../../../core/provider-state/index.ts";
import type { AdsState } from "./ads-state.ts";
import { dueChange } from "./budget-changes.ts";
import { isConnected, searchSentence } from "./search-status.ts";

const searchNotConnected = (search: string): Warning => ({
  id: "SearchChannelNotConnected",
  message: `The ads pause until the store's search channel is connected. ${search}`,
});

const locationUnknown: Warning = {
  id: "StoreLocationUnknown",
  message: "The ads pause because the location of the store is unknown. Give the store a latitude and a longitude.",
};

const serviceUnavailable: Warning = {
  id: "AdsServiceUnavailable",
  message: "The ads service cannot be reached. Changes are sent as soon as it answers.",
};

/** The message about a failure for tenants. Refusals include the reason; failures of our own account do not. */
export function messageOf({ kind, message }: NonNullable<AdsState["campaign"]["problem"]>): string {
  if (kind === "refused") return message;
  return kind === "setup"
    ? "There is a problem with our own account at the ads service. We are working on it."
    : serviceUnavailable.message;
}

/** The reasons why the ads pause with any budget. */
function pauses({ search, timezone, area }: AdsState): Warning[] {
  if (!isConnected(search)) return [searchNotConnected(searchSentence(search, timezone))];
  return area ? [] : [locationUnknown];
}

/** Warnings about the last failed call. They contain no times, so that a repeated failure is no change. */
function callWarnings({ campaign: { failures, problem }, openChanges }: AdsState, now: Date): Warning[] {
  if (!failures || !problem) return [];
  const isRefused = problem.kind === "refused" || problem.kind === "setup";
  const due = dueChange(openChanges, now);
  const delayed = due && {
    id: "BudgetChangeDelayed",
    message: `The budget for ${due.localDate} is not active yet, because the ads service has not accepted it. We send it again until the service accepts it.`,
  };
  const refused = isRefused && {
    id: "AdsSetupRefused",
    message: `The ads service refuses the ads. ${messageOf(problem)}`,
  };
  const unavailable = !isRefused && !due && isLasting(failures) && serviceUnavailable;
  return [delayed, refused, unavailable].filter((warning) => !!warning);
}

/** The daily budget in pence to send to the ads service: 0 while the ads pause. */
export const runningBudget = (state: AdsState, budget: number): number => (pauses(state).length ? 0 : budget);

/** Adds status and warnings to local ads. They are pending until a budget is active, and while they pause. */
export function withStatus(row: ChannelRow, state: AdsState, now: Date): ChannelRow {
  const pausing = pauses(state);
  const last = state.openChanges.at(-1);
  return {
    ...row,
    status: row.dailyBudget && !pausing.length ? "connected" : "pending",
    warnings: [...pausing, ...callWarnings(state, now)],
    upcomingBudget: last?.budget ?? null,
    upcomingActivates: last?.activatesAt ?? null,
  };
}
