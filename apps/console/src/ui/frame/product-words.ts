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

export const everywhereLabel = (hidden: boolean): string => (hidden ? "Hide in all stores" : "Show in all stores");

/** An edit for all stores, in words. */
export function everywhereWords({ hidden }: { hidden?: boolean | undefined }) {
  if (typeof hidden !== "boolean") return { label: "Add in all stores", doing: "Adding in all stores" };
  return { label: everywhereLabel(hidden), doing: `${hidden ? "Hiding" : "Showing"} in all stores` };
}

/** Number of stores with settings of their own that a question counts. */
export const MOST_COUNTED = 100;

/** Says how an edit for all stores changes the settings of single stores. @param own stores with a setting, at most MOST_COUNTED */
export function replacedSettings(own: number, name: string, edit: string): string {
  if (own === 1) return `1 store has a setting of its own for ${name}. ${edit} replaces this setting.`;
  const count = own >= MOST_COUNTED ? `At least ${MOST_COUNTED}` : own;
  return `${count} stores have settings of their own for ${name}. ${edit} replaces these settings.`;
}

export const reasonWords = { Shown: "Shown", ...notShownWords };
export type ReasonCode = keyof typeof reasonWords;
