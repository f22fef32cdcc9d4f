import { type ChannelId, channelIds } from "../../core/channels/channel.schema.ts";
import type { ChannelStatuses } from "../../core/channels/index.ts";
import { isSelected, normalizedId, ruledTexts } from "../../core/items/index.ts";
import { requiredParameters } from "../channels/channels.schema.ts";
import type { ItemRow, ListingFacts } from "./items.sql.ts";
import { wantedData } from "./items.sql.ts";
import type { Item, Missing, Visibility, VisibilityReason } from "./shelf.schema.ts";
import { editCall, fixPaths } from "./visibility.schema.ts";

const timeOf = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString());

/** An edit for all stores adds it, and a title, which it needs. */
function missingData(row: ItemRow): Missing[] {
  const call = editCall({ retailerId: row.retailerId }, row.barcode, {});
  const title = row.title === null ? ["title"] : [];
  return wantedData.flatMap(({ channel, wanted }) =>
    wanted
      .filter(({ isLacking }) => isLacking(row))
      .map(({ field }) => ({ channel, field, fix: { ...call, missing: [...title, field] } })),
  );
}

export function presentItem(row: ItemRow, country: string, enabled: ChannelStatuses): Item {
  return {
    id: normalizedId(country, row),
    barcode: row.barcode,
    storeId: row.storeId,
    status: row.status,
    quantity: row.quantity === null ? null : Number(row.quantity),
    price: Number(row.price),
    regularPrice: row.regularPrice === null ? null : Number(row.regularPrice),
    sale:
      row.salePrice === null
        ? null
        : { price: Number(row.salePrice), from: timeOf(row.saleFrom), until: timeOf(row.saleUntil) },
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
    textsByRules: ruledTexts.flatMap((field) => {
      const rule = row.rules?.[field];
      return rule && row.ruled?.[field] !== undefined ? [{ field, rule }] : [];
    }),
    visibility: explainVisibility(row, enabled),
    missing: missingData(row),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    version: row.versionHere ?? 0,
  };
}

type VisibilityFacts = Pick<
  ItemRow,
  | "retailerId"
  | "storeId"
  | "barcode"
  | "status"
  | "hidden"
  | "channels"
  | "paused"
  | "safetyStock"
  | "quantity"
  | "hiddenHere"
  | "hiddenEverywhere"
  | "channelsHere"
  | "isRuled"
  | "rules"
  | "listing"
>;

type Fix = NonNullable<VisibilityReason["fix"]>;

/** A rule returns the reason why the channel does not show the item; undefined: the rule does not apply. */
type Rule = (facts: VisibilityFacts, channel: ChannelId, enabled: ChannelStatuses) => VisibilityReason | undefined;

/**
 * Lists each rule that hides the item, in the order of the rules, with the call that would change it. The search engine's result counts
 * once our own rules show the item.
 */
function explainVisibility(facts: VisibilityFacts, enabled: ChannelStatuses): Visibility[] {
  return channelIds.map((channel) => {
    const apply = (rules: Rule[]) =>
      rules.map((rule) => rule(facts, channel, enabled)).filter((reason) => reason !== undefined);
    const ours = apply([channelRule, pauseRule, hiddenRule, selectionRule, searchRule]);
    const reasons = ours.length || channel === "webhooks" ? ours : apply([stockRule, listingRule]).slice(0, 1);
    if (reasons.length) return { channel, visible: false, reasons };
    return { channel, visible: true, reasons: [{ code: "Shown", message: whyShown(facts), fix: null }] };
  });
}

/** The edit that would change a rule. It is made at the level (this store or all stores) that decides the rule. */
function edit(facts: VisibilityFacts, here: boolean, body: Fix["body"], missing: string[] = []): Fix {
  const { retailerId, barcode } = facts;
  return { ...editCall(here ? facts : { retailerId }, barcode, body ?? {}), missing };
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
  const message = "The channel is not active yet. If it has warnings, they have the reason.";
  const fix = { method: "GET", path: `${path}/${channel}`, body: null, missing: [] };
  return { code: "ChannelPending", message, fix };
}

function pauseRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  if (!facts.paused?.includes(channel)) return undefined;
  const fix = { method: "PATCH" as const, path: fixPaths.shelf(facts), body: { pause: null }, missing: [] };
  return { code: "StorePaused", message: "The store is paused in this channel.", fix };
}

const ruleOf = ({ rules }: VisibilityFacts, field: string) => (rules?.[field] ? { rule: rules[field] } : {});

const byRule = ({ rules }: VisibilityFacts, field: string): string =>
  rules?.[field] ? `The rule “${rules[field].name}”` : "A rule";

function hiddenRule(facts: VisibilityFacts): VisibilityReason | undefined {
  if (!facts.hidden) return undefined;
  const here = facts.hiddenHere !== null;
  if (!here && facts.hiddenEverywhere === null) {
    const fix = edit(facts, true, { hidden: false });
    return {
      code: "HiddenByRule",
      message: `${byRule(facts, "hidden")} hides the product.`,
      fix,
      ...ruleOf(facts, "hidden"),
    };
  }
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
  if (facts.isRuled) {
    const message = `${byRule(facts, channel)} leaves the product out of this channel.`;
    const fix = edit(facts, true, { channels: [...(channels ?? []), channel] });
    return { code: "NotInChannelsByRule", message, fix, ...ruleOf(facts, channel) };
  }
  const message = `The product's channels, selected ${level(here)}, do not include this one.`;
  return { code: "NotInChannels", message, fix: edit(facts, here, { channels: [...(channels ?? []), channel] }) };
}

/** Local ads show the listings of search. */
function searchRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  const { channels } = facts;
  if (channel !== "local_ads" || isSelected(channels, "search")) return undefined;
  const message = "Local ads show only products that are in search, too.";
  const all = [...new Set([...(channels ?? []), channel, "search"])];
  return { code: "NeedsSearchListing", message, fix: edit(facts, facts.channelsHere !== null, { channels: all }) };
}

function stockRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  if (facts.status !== "out_of_stock") return safetyRule(facts, channel);
  return { code: "OutOfStock", message: "The product is out of stock in this store.", fix: null };
}

/** SQL has the same rule (`isKeptBack`). */
function safetyRule(facts: VisibilityFacts, channel: ChannelId): VisibilityReason | undefined {
  const { quantity, safetyStock, rules } = facts;
  // Local ads show the listings of search.
  const safety = Math.max(safetyStock?.search ?? 0, safetyStock?.[channel] ?? 0);
  if (quantity === null || Number(quantity) > safety) return undefined;
  const left = `${Number(quantity)} left, safety stock ${safety}`;
  const message = `The product counts as out of stock here: ${left}.`;
  const byRule = rules?.safetyStock;
  const fix = { method: "PATCH" as const, path: fixPaths.shelf(facts), body: { safetyStock: null }, missing: [] };
  return { code: "OutOfStock", message, fix: byRule ? null : fix, ...ruleOf(facts, "safetyStock") };
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
