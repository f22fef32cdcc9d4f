import { DomainError } from "../../kernel/errors.ts";
import { type ChannelAbout, type ChannelId, channelIds, channelNamed } from "./channel.schema.ts";

const catalogue: Record<ChannelId, Omit<ChannelAbout, "id">> = {
  search: {
    label: "Search local listings",
    description: "Shows what is on the shelf in Google's free local listings.",
  },
  local_ads: {
    label: "Local ads",
    description: "Runs local inventory ads around the store, within a daily budget.",
  },
  webhooks: {
    label: "Stock webhooks",
    description: "Calls an HTTPS endpoint whenever a stock status or a price changes.",
  },
};

/** The catalogue's entry of a channel. */
export function aboutChannel(id: ChannelId): ChannelAbout {
  return { id, ...catalogue[id] };
}

/**
 * The channel that a request names, in any accepted spelling.
 * @throws UnknownChannel
 */
export function resolveChannel(name: string): ChannelId {
  const id = channelNamed(name);
  if (id) return id;
  throw new DomainError(
    "UnknownChannel",
    `There is no channel ${JSON.stringify(name.slice(0, 80))}: ${channelIds.join(", ")} are known.`,
  );
}

/** The error for a channel that the store has not enabled. */
export function channelNotEnabled(channel: ChannelId): DomainError {
  return new DomainError("ChannelNotEnabled", `${aboutChannel(channel).label} is not enabled for this store.`);
}
