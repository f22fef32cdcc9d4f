import { type ChannelId, channelIds } from "../../../core/channels/channel.schema.ts";
import type { ChannelStatuses } from "../../../core/channels/index.ts";
import { isSelected, normalizedId } from "../../../core/items/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import type { Item, Visibility, VisibilityReason } from "../inventory.schema.ts";
import type { ItemRow } from "../items.sql.ts";

/** The facts that decide whether a channel shows an item of a store. */
interface VisibilityFacts {
  retailerId: string;
  storeId: string;
  barcode: string;
  /** The effective values. */
  hidden: boolean;
  channels: string[] | null;
  /** The values of the two edits; null: the edit has no value. */
  hiddenHere: boolean | null;
  hiddenEverywhere: boolean | null;
  channelsHere: string[] | null;
}

type Fix = NonNullable<VisibilityReason["fix"]>;

/**
 * Explains for each channel why it shows an item or does not. Lists each rule that hides the item, in the order of the rules, with
 * the call that would change it.
 * @param enabled the channels of the store and their status
 */
function explainVisibility(facts: VisibilityFacts, enabled: ChannelStatuses): Visibility[] {
  return channelIds.map((channel) => {
    const reasons = [channelRule(facts, channel, enabled), hiddenRule(facts), selectionRule(facts, channel)].filter(
      (reason) => reason !== undefined,
    );
    if (reasons.length) return { channel, visible: false, reasons };
    return { channel, visible: true, reasons: [{ code: "Shown", message: whyShown(facts), fix: null }] };
  });
}

const storePath = (facts: VisibilityFacts): string => `/v1/retailers/${facts.retailerId}/stores/${facts.storeId}`;

/** The edit that would change a rule. It is made at the level (this store or all stores) that decides the rule. */
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
  const message = "The channel is not active yet. Its warnings have the reason.";
  return { code: "ChannelPending", message, fix: { method: "GET", path, body: null } };
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

function whyShown(facts: VisibilityFacts): string {
  if (facts.hiddenHere === false && facts.hiddenEverywhere) return "Hidden for all stores, but shown in this one.";
  return "Nothing stands in the way.";
}

/** The error for a barcode without an item in the stores of the call. */
export function productNotFound(): DomainError {
  return new DomainError("ProductNotFound", "No store in scope has an item with this barcode.");
}

/**
 * An item as the API shows it.
 * @param country the country of the store
 * @param enabled the channels of the store and their status
 */
export function presentItem(row: ItemRow, country: string, enabled: ChannelStatuses): Item {
  return {
    id: normalizedId(country, row),
    barcode: row.barcode,
    storeId: row.storeId,
    status: row.status,
    quantity: Number(row.quantity),
    price: Number(row.price),
    currency: row.currency,
    condition: row.condition,
    hidden: row.hidden,
    hiddenEverywhere: row.hiddenEverywhere ?? false,
    channels: row.channels,
    title: row.title,
    description: row.description,
    brand: row.brand,
    images: row.images,
    category: row.category,
    attributes: { color: row.color, size: row.size },
    groupId: row.groupId,
    visibility: explainVisibility(row, enabled),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    version: row.versionHere ?? 0,
  };
}
