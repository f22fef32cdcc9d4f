import type { NotShownBecause } from "@highstreet/router/features/inventory/find-products.schema.ts";

export const channelNames = { search: "Google", local_ads: "Local ads", webhooks: "Webhooks" };

export const channelName = (channel: string): string => new Map(Object.entries(channelNames)).get(channel) ?? channel;

/** Why a channel does not show a product. */
export const notShownWords = {
  ChannelNotEnabled: "Not set up",
  ChannelPending: "Set-up not finished",
  Hidden: "Hidden",
  NotInChannels: "Left out of this channel",
  OutOfStock: "Out of stock",
  ListingPending: "Waits for Google",
  ListingRejected: "Rejected by Google",
  ListingDisapproved: "Not approved by Google",
} satisfies Record<NotShownBecause, string>;

export const reasonWords = { Shown: "Shown", ...notShownWords };
export type ReasonCode = keyof typeof reasonWords;
