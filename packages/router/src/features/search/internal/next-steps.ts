import type { ChannelNextSteps, Warning } from "../../../core/channels/channel.schema.ts";
import type { ChannelRow } from "../../../core/channels/index.ts";
import { profileNotReady, storeNotMatched } from "./search-warnings.ts";

type StepId = ChannelNextSteps["id"];

/** The step of the shop for each warning. We or the search engine act on all others. */
const steps: Partial<Record<string, StepId>> = {
  AwaitingSearchBusinessAccess: "invite-account",
  LocationUnavailable: "check-location",
  BusinessProfileNotReady: "complete-profile",
  StoreCodeMismatch: "change-store-code",
  StoreCodeTaken: "change-store-code",
  StoreNotMatched: "correct-store",
  SearchSetupRefused: "correct-store",
  SwisWidgetNotSeenRecently: "show-widget",
};

/** Forms of these warnings that the shop cannot solve. */
const waiting = new Set([profileNotReady("in_review"), storeNotMatched("no_profiles")].map(({ message }) => message));

const stepOf = ({ id, message }: Warning): StepId => (waiting.has(message) ? undefined : steps[id]) ?? "wait";

/** The first warning that the shop can solve, otherwise the first one. Null for a channel without warnings. */
export function nextSteps({ warnings }: Pick<ChannelRow, "warnings">): ChannelNextSteps | null {
  const next = warnings.find((warning) => stepOf(warning) !== "wait") ?? warnings[0];
  return next ? { id: stepOf(next), label: next.message } : null;
}
