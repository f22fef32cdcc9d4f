import type { ChannelRow, Warning } from "../channels/index.ts";

const paused: Warning = {
  id: "SearchChannelNotConnected",
  message: "The ads pause until the store's search channel is connected.",
};

/** Pending until a budget is active, and while search is not connected (contract §5, local-ads). */
export function withStatus(row: ChannelRow, isSearchConnected: boolean): ChannelRow {
  if (!isSearchConnected) return { ...row, status: "pending", warnings: [paused] };
  return { ...row, status: Number(row.dailyBudget) > 0 ? "connected" : "pending", warnings: [] };
}

/** The channel with a change that is due made; undefined: the change was its end. */
export function settled(row: ChannelRow, now: Date): ChannelRow | undefined {
  if (!row.upcomingActivates || row.upcomingActivates > now) return row;
  if (!Number(row.upcomingBudget)) return undefined;
  return { ...row, dailyBudget: row.upcomingBudget, upcomingBudget: null, upcomingActivates: null };
}
