import type { ChannelAbout, ChannelId } from "./channel.schema.ts";

interface Entry {
  label: string;
  description: string;
}

const entries: Record<ChannelId, Entry> = {
  search: {
    label: "Search local listings",
    description: "Shows what is on the shelf in the search engine's free local listings.",
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

/** What the catalogue says of a channel. */
export function aboutChannel(id: ChannelId): ChannelAbout {
  const { label, description } = entries[id];
  return { id, label, description };
}
