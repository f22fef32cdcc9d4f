import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@highstreet/db";
import type { Warning } from "../../../core/channels/channel.schema.ts";
import { type ChannelRow, newChannel, type StoreIds, saveChannel } from "../../../core/channels/index.ts";
import { isLasting } from "../../../core/provider-state/index.ts";
import { type AdsState, isConnected, readAdsState, searchSentence } from "./ads-state.ts";
import { dueChange } from "./budget-changes.ts";

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

/** For tenants. Refusals include the reason; failures of our own account do not. */
function messageOf({ kind, message }: NonNullable<AdsState["campaign"]["problem"]>): string {
  if (kind === "refused") return message;
  return kind === "setup"
    ? "There is a problem with our own account at the ads service. We are working on it."
    : serviceUnavailable.message;
}

/** The problem of a call to the ads service. */
export function problemWarning(problem: NonNullable<AdsState["campaign"]["problem"]>): Warning {
  if (problem.kind !== "refused" && problem.kind !== "setup") return serviceUnavailable;
  return {
    id: "AdsSetupRefused",
    message: `The ads service refuses the ads. ${messageOf(problem)}`,
    parameters: problem.kind === "setup" ? { reason: "account" } : { answer: problem.message },
  };
}

/** The reasons why the ads pause with any budget. */
function pauses({ search, timezone, area }: AdsState): Warning[] {
  if (!isConnected(search)) return [searchNotConnected(searchSentence(search, timezone))];
  return area ? [] : [locationUnknown];
}

/** No times, so that a repeated failure is no change. */
function callWarnings({ campaign: { failures, problem }, openChanges }: AdsState, now: Date): Warning[] {
  if (!failures || !problem) return [];
  const isRefused = problem.kind === "refused" || problem.kind === "setup";
  const due = dueChange(openChanges, now);
  const delayed: Warning | undefined = due && {
    id: "BudgetChangeDelayed",
    message: `The budget for ${due.localDate} is not active yet, because the ads service has not accepted it. We send it again until the service accepts it.`,
    parameters: { date: due.localDate },
  };
  const refused = isRefused && problemWarning(problem);
  const unavailable = !isRefused && !due && isLasting(failures) && serviceUnavailable;
  return [delayed, refused, unavailable].filter((warning) => !!warning);
}

/** 0 while the ads pause. */
export const runningBudget = (state: AdsState, budget: number): number => (pauses(state).length ? 0 : budget);

/** Pending until a budget is active, and while the ads pause. */
function withStatus(row: ChannelRow, state: AdsState, now: Date): ChannelRow {
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

/** Call it last, under the store's lock. */
export async function saveAds(
  tx: Tx,
  store: StoreIds,
  fields: Partial<Pick<ChannelRow, "dailyBudget" | "parameters">>,
  by: "call" | "worker",
  now: Date,
): Promise<ChannelRow> {
  const state = await readAdsState(tx, store);
  const current = state.channel ?? { ...newChannel(store, "local_ads", now), dailyBudget: 0 };
  return saveChannel(tx, state.channel, withStatus({ ...current, ...fields }, state, now), by, now);
}

export async function refreshAds(tx: Tx, store: StoreIds, now: Date): Promise<void> {
  const state = await readAdsState(tx, store);
  if (!state.channel) return;
  const after = withStatus(state.channel, state, now);
  if (!isDeepStrictEqual(after, state.channel)) await saveChannel(tx, state.channel, after, "worker", now);
}
