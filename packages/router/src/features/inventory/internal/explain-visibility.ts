import { type ChannelId, channelIds } from "../../../core/channels/channel.schema.ts";
import type { ChannelStatuses } from "../../../core/channels/index.ts";
import { isSelected } from "../../../core/items/index.ts";
import { requiredParameters } from "../../channels/channels.schema.ts";
import type { Visibility, VisibilityReason } from "../inventory.schema.ts";
import type { ItemRow, ListingFacts } from "../items.sql.ts";
import { fixPaths } from "../visibility.schema.ts";

/** The facts that decide whether a channel shows an item of a store. The values are the effective ones. */
type VisibilityFacts = Pick<
  ItemRow,
  | "retailerId"
  | "storeId"
  | "barcode"
  | "status"
  | "hidden"
  | "channels"
  | "hiddenHere"
  | "hiddenEverywhere"
  | "channelsHere"
  | "listing"
>;

type Fix = NonNullable<VisibilityReason["fix"]>;

/** A rule returns the reason why the channel does not show the item; undefined: the rule does not apply. */
type Rule = (facts: VisibilityFacts, channel: ChannelId, enabled: ChannelStatuses) => VisibilityReason | undefined;

/**
 * Explains for each channel why it shows an item or does not. Lists each rule that hides the item, in the order of the rules, with
 * the call that would change it. The search engine's result counts once our own rules show the item.
 * @param enabled the channels of the store and their status
 */
export function explainVisibility(facts: VisibilityFacts, enabled: ChannelStatuses): Visibility[] {
  return channelIds.map((channel) => {
    const apply = (rules: Rule[]) =>
      rules.map((rule) => rule(facts, channel, enabled)).filter((reason) => reason !== undefined);
    const ours = apply([channelRule, hiddenRule, selectionRule]);
    const reasons = ours.length || channel === "webhooks" ? ours : apply([stockRule, listingRule]).slice(0, 1);
    if (reasons.length) return { channel, visible: false, reasons };
    return { channel, visible: true, reasons: [{ code: "Shown", message: whyShown(facts), fix: null }] };
  });
}

/** The edit that would change a rule. It is made at the level (this store or all stores) that decides the rule. */
function edit(facts: VisibilityFacts, here: boolean, body: Fix["body"], missing: string[] = []): Fix {
  const { retailerId, barcode } = facts;
  return { method: "PATCH", path: fixPaths.edit(here ? facts : { retailerId }, barcode), body, missing };
}

const level = (here: boolean): string => (here ? "in this store" : "for all stores");

function channelRule(
  facts: VisibilityFacts,
  channel: ChannelId,
  enabled: ChannelStatuses,
): VisibilityReason | undefined {
  const status = enabled.get(channel);
  if (status === "connected") return undefined;
  const path = fixPaths.channels(facts);
  if (status === undefined) {
    const missing = requiredParameters(channel).map((name) => `parameters.${name}`);
    const fix = { method: "POST", path, body: { type: channel }, missing };
    return { code: "ChannelNotEnabled", message: "The channel is not enabled for this store.", fix };
  }
  const message = "The channel is not active yet. Its warnings have the reason.";
  const fix = { method: "GET", path: `${path}/${channel}`, body: null, missing: [] };
  return { code: "ChannelPending", message, fix };
}

function hiddenRule(facts: VisibilityFacts): VisibilityReason | undefined {
  if (!facts.hidden) return undefined;
  const here = facts.hiddenHere !== null;
  return {
    code: "Hidden",
    message: `The product is hidden ${level(here)}.`,
    fix: edit(facts, here, { hidden: false }),
  };
}

function selectionRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  const { channels } = facts;
  if (isSelected(channels, channel)) return undefined;
  const here = facts.channelsHere !== null;
  const message = `The product's channels, selected ${level(here)}, do not include this one.`;
  return { code: "NotInChannels", message, fix: edit(facts, here, { channels: [...(channels ?? []), channel] }) };
}

function stockRule({ status }: VisibilityFacts): VisibilityReason | undefined {
  if (status !== "out_of_stock") return undefined;
  return { code: "OutOfStock", message: "The product is out of stock in this store.", fix: null };
}

/** What the search engine did with the listing. Search and local ads share the listings. */
function listingRule(facts: VisibilityFacts): VisibilityReason | undefined {
  const { state, problem, sentStatus }: ListingFacts = facts.listing ?? notSent;
  const because = problem ? `: ${problem.message}` : ".";
  if (state === "disapproved") {
    return { code: "ListingDisapproved", message: `Google does not show the listing${because}`, fix: null };
  }
  if (state === "refused") {
    return { code: "ListingRejected", message: `Google refuses the listing${because}`, fix: null };
  }
  if (state === "unidentified") {
    const fix = edit(facts, false, {}, ["title"]);
    return { code: "ListingRejected", message: problem?.message ?? "The listing is not sent.", fix };
  }
  if (sentStatus !== null && sentStatus !== "out_of_stock") return undefined;
  return { code: "ListingPending", message: "Google has not taken the listing yet.", fix: null };
}

const notSent: ListingFacts = { state: "waiting", problem: null, sentStatus: null };

function whyShown(facts: VisibilityFacts): string {
  if (facts.hiddenHere === false && facts.hiddenEverywhere) return "Hidden for all stores, but shown in this one.";
  return "Nothing stands in the way.";
}
