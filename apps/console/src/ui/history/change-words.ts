import type { Warning } from "@highstreet/router/core/channels/channel.schema.ts";
import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import { type StoreHours, weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { ItemPickup } from "@highstreet/router/core/stores/pickup.schema.ts";
import type { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import type { Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { texts as channel } from "../channel/texts.ts";
import { texts as channels } from "../channels/texts.ts";
import { channelName } from "../edits/product-words.ts";
import { texts as inventory } from "../inventory/texts.ts";
import { lowered, moment, quantity, weekdayName } from "../parts/formats.ts";
import { ruleWords } from "../rules/rule-words.ts";
import { nameWords, warningWords } from "../server-words/server-words.ts";
import { texts as shell } from "../shell/texts.ts";
import { periodsText, specialText } from "../stores/hours-text.ts";
import { pickupWords } from "../stores/pickup-words.ts";
import { texts as stores } from "../stores/texts.ts";
import { texts } from "./texts.ts";

/** Members of records that say nothing to people. The steps of a set-up repeat its warnings. */
const silent = new Set([
  ...[
    "id",
    "version",
    "createdAt",
    "updatedAt",
    "barcode",
    "position",
    "ids",
    "storeId",
    "retailerId",
    "nextSteps",
    "latitude",
    "longitude",
  ],
  ...[
    "widgetToken",
    "businessAccountId",
    "merchantId",
    "customerId",
    "locationId",
    "partnerId",
    "isTest",
    "mode",
    "validLines",
  ],
  ...["changedItems", "newItems", "restoredItems", "keptItems"],
  // Facts of the service, which no person has changed.
  ...["latestIngest", "latestFile", "lastHeardAt", "nextFetchAt", "locations", "pulledAt", "nextPullAt"],
  ...["inventoryStatus", "channelStatus", "health", "followsFrom", "notShownIn", "storeIds", "label"],
]);

/** The name of a member in words: `Daily budget`, `Webhook URL`. */
export const memberLabel = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return texts.members[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
};

const isTime = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The word for a value of a list. Undefined: the member has other values. */
function wordOf(member: string, value: string): string | undefined {
  const { silent: disconnected, failing: invalid } = inventory.source;
  const known: Record<string, Record<string, string>> = {
    role: shell.roles,
    areaType: stores.areas,
    status: { ...inventory.history.results, ...channel.status, disconnected, invalid },
  };
  const word = known[member]?.[value];
  return word && lowered(word);
}

/** The name of a channel, of a kind of source or of a shop system. */
export const labelWords = ({ id, label }: { id: string; label: string }): string =>
  (channels.names as Record<string, string>)[id] ?? nameWords(label);

function valueWords(value: unknown, timeZone: string, member = ""): string {
  if (isNothing(value)) return texts.none;
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (typeof value === "number") return quantity(value);
  if (isTime(value)) return moment(value, timeZone);
  if (Array.isArray(value)) return value.map((one) => channelName(valueWords(one, timeZone))).join(", ");
  if (typeof value !== "object" || value === null) return wordOf(member, String(value)) ?? String(value);
  // A channel and a provider have a label, a warning a message. The other members are for programs.
  const { id = "", label, message, parameters } = value as Partial<Warning & { label: string }>;
  if (label !== undefined) return labelWords({ id, label });
  if (message !== undefined) return warningWords({ id, message, parameters });
  return Object.entries(value)
    .filter(([name, own]) => !isNothing(own) && !silent.has(name))
    .map(([name, own]) => `${memberLabel(name)}: ${valueWords(own, timeZone, name)}`)
    .join(", ");
}

function limitsOf(value: unknown, timeZone: string): string[] {
  if (isTime(value)) return [moment(value, timeZone)];
  if (typeof value !== "object" || value === null) return [];
  const { priceUnder, quantityUnder } = value as NonNullable<Customization["hiddenWhile"]>;
  return [
    ...(priceUnder === undefined ? [] : [texts.limits.price(priceUnder.toFixed(2))]),
    ...(quantityUnder === undefined ? [] : [texts.limits.stock(quantity(quantityUnder))]),
  ];
}

const ruleOf = (record: HistoryEntry["before"], timeZone: string): string =>
  record ? ruleWords(record as unknown as Rule, timeZone) : texts.none;

/** The texts for the search engine as members of their own. */
function flat(record: HistoryEntry["before"]): HistoryEntry["before"] {
  const { for: others, ...rest } = (record ?? {}) as Partial<Pick<Customization, "for">>;
  if (!others) return record;
  const { title, description, image, pickup } = others.search;
  return { ...rest, searchTitle: title, searchDescription: description, searchImage: image, searchPickup: pickup };
}

/** Monday 9:00-17:00 · 2026-12-24 9:00-13:00 */
function hoursWords(hours: unknown): string {
  const { regular = [], special = [] } = (hours ?? {}) as Partial<StoreHours>;
  const days = regular.flatMap(({ day, periods }) =>
    periods.length ? `${weekdayName(weekdays.indexOf(day))} ${periodsText(periods)}` : [],
  );
  return [...days, ...specialText(special).split("\n")].filter(Boolean).join(" · ") || texts.none;
}

const pickupOrNone = (pickup: unknown): string => (pickup ? pickupWords(pickup as ItemPickup) : texts.none);

const changedWords = (was: string, is: string): string[] =>
  was === is ? [] : [was === texts.none ? is : `${was} → ${is}`];

/**
 * The members that a change has changed: `Visibility: visible → hidden`. A member without an earlier value has only its new one:
 * `Daily budget: 12.5`.
 */
export function changesOf(
  { before: earlier, after: later, target }: Pick<HistoryEntry, "before" | "after" | "target">,
  timeZone: string,
): string[] {
  const [before, after] = [flat(earlier), flat(later)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const { visibility } = texts;
  const visible = (hidden: unknown): string =>
    hidden ? visibility.hidden : hidden === false || !target.storeId ? visibility.visible : visibility.inherited;
  return [...names].flatMap((name) => {
    const [old, own] = [before?.[name], after?.[name]];
    // Conditions, effect and period are one sentence.
    if (silent.has(name) || (target.type === "rule" && (name === "effect" || name === "period"))) return [];
    if (target.type === "rule" && name === "when")
      return changedWords(ruleOf(before, timeZone), ruleOf(after, timeZone));
    if (name === "hiddenUntil" || name === "hiddenWhile") {
      const [ended, begun] = [limitsOf(old, timeZone), limitsOf(own, timeZone)];
      return [
        ...ended.filter((limit) => !begun.includes(limit)).map(texts.notHiddenUntil),
        ...begun.filter((limit) => !ended.includes(limit)).map(texts.hiddenUntil),
      ];
    }
    const isHidden = name === "hidden";
    const isPickup = name === "pickup" || name === "searchPickup";
    const isHours = name === "hours";
    const words = isHidden
      ? visible
      : isPickup
        ? pickupOrNone
        : isHours
          ? hoursWords
          : (value: unknown) => valueWords(value, timeZone, name);
    const [was, is] = [words(old), words(own)];
    if (was === is) return [];
    const change = was === texts.none ? is : `${was} → ${is}`;
    return [`${isHidden ? visibility.label : memberLabel(name)}: ${change}`];
  });
}
