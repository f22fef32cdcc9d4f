import type { ChannelRow } from "../../../core/channels/index.ts";
import { minuteIn } from "../../../core/stores/index.ts";

/** The search channel of a store; undefined: not enabled. */
export type SearchStatus = Pick<ChannelRow, "status" | "statusSince"> | undefined;

export const isConnected = (search: SearchStatus): boolean => search?.status === "connected";

/** Says why search is not connected and, in the store's local time, since when. */
export const searchSentence = (search: SearchStatus, timezone: string): string =>
  search
    ? `The channel has been pending since ${minuteIn(timezone, search.statusSince)}, and its warnings say why.`
    : "The store has none: enable it first.";
