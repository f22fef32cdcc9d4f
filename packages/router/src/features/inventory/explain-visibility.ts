import { type ChannelId, channelIds } from "../../core/channels/channel.schema.ts";
import type { ChannelStatuses } from "../../core/channels/index.ts";
import type { Visibility, VisibilityReason } from "./inventory.schema.ts";

/** What decides whether an item of a store is shown. null: the level says nothing. */
export interface VisibilityFacts {
  retailerId: string;
  storeId: string;
  barcode: string;
  hiddenHere: boolean | null;
  hiddenEverywhere: boolean | null;
  channelsHere: string[] | null;
  channelsEverywhere: string[] | null;
}

type Fix = NonNullable<VisibilityReason["fix"]>;

/**
 * Why each channel shows an item or does not (contract §3, `visibility`): the rules in order, of which every one that
 * stands in the way is named, with the call that would change it.
 * @param enabled the store's channels and their status
 */
export function explainVisibility(facts: VisibilityFacts, enabled: ChannelStatuses): Visibility[] {
  return channelIds.map((channel) => {
    const reasons = [channelRule(facts, channel, enabled), hiddenRule(facts), selectionRule(facts, channel)].filter(
      (reason) => reason !== undefined,
    );
    if (reasons.length) return { channel, visible: false, reasons };
    return { channel, visible: true, reasons: [{ code: "Shown", message: whyShown(facts), fix: null }] };
  });
}

const storePath = (facts: VisibilityFacts): string => `/v1/retailers/${facts.retailerId}/stores/${facts.storeId}`;

/** The edit that would change a rule at the level that decides it. */
function edit(facts: VisibilityFacts, here: boolean, body: Fix["body"]): Fix {
  const base = here ? storePath(facts) : `/v1/retailers/${facts.retailerId}`;
  return { method: "PATCH", path: `${base}/inventory/${encodeURIComponent(facts.barcode)}`, body };
}

const level = (here: boolean): string => (here ? "in this store" : "for all stores");

function channelRule(
  facts: VisibilityFacts,
  channel: ChannelId,
  enabled: ChannelStatuses,
): VisibilityReason | undefined {
  const status = enabled.get(channel);
  if (status === "connected") return undefined;
  const path = `${storePath(facts)}/channels`;
  if (status === undefined) {
    const fix = { method: "POST", path, body: { type: channel } };
    return { code: "ChannelNotEnabled", message: "The channel is not enabled for this store.", fix };
  }
  const message = "The channel is not active yet; its warnings say what it waits for.";
  return { code: "ChannelPending", message, fix: { method: "GET", path, body: null } };
}

function hiddenRule(facts: VisibilityFacts): VisibilityReason | undefined {
  if (!(facts.hiddenHere ?? facts.hiddenEverywhere ?? false)) return undefined;
  const here = facts.hiddenHere !== null;
  return {
    code: "Hidden",
    message: `The product is hidden ${level(here)}.`,
    fix: edit(facts, here, { hidden: false }),
  };
}

function selectionRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  const channels = facts.channelsHere ?? facts.channelsEverywhere;
  if (channels === null || channels.includes(channel)) return undefined;
  const here = facts.channelsHere !== null;
  const message = `The product's channels, chosen ${level(here)}, leave this one out.`;
  return { code: "NotInChannels", message, fix: edit(facts, here, { channels: [...channels, channel] }) };
}

function whyShown(facts: VisibilityFacts): string {
  if (facts.hiddenHere === false && facts.hiddenEverywhere) return "Hidden for all stores, but shown in this one.";
  return "Nothing stands in the way.";
}
