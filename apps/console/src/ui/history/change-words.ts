import type { HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import type { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { moment, quantity } from "../frame/formats.ts";
import { channelName } from "../frame/product-words.ts";
import { texts } from "./texts.ts";

/** Members of records that say nothing to people. The steps of a set-up repeat its warnings. */
const silent = new Set(["id", "version", "createdAt", "updatedAt", "barcode", "storeId", "retailerId", "nextSteps"]);

/** The name of a member in words: `Daily budget`, `Webhook URL`. */
const labelOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(" ");
  const shown = words.map((word) => texts.capitals.find((one) => one.toLowerCase() === word) ?? word).join(" ");
  return shown.charAt(0).toUpperCase() + shown.slice(1);
};

const isTime = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function valueWords(value: unknown, timeZone: string): string {
  if (isNothing(value)) return texts.none;
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (typeof value === "number") return quantity(value);
  if (isTime(value)) return moment(value, timeZone);
  if (Array.isArray(value)) return value.map((one) => channelName(valueWords(one, timeZone))).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  // A channel has a label, a warning a message. The other members are for programs.
  const { label, message } = value as { label?: unknown; message?: unknown };
  if (typeof (label ?? message) === "string") return String(label ?? message);
  return Object.entries(value)
    .filter(([, own]) => !isNothing(own))
    .map(([name, own]) => `${labelOf(name)}: ${valueWords(own, timeZone)}`)
    .join(", ");
}

/** The limits of a hide, in words. */
function limitsOf(value: unknown, timeZone: string): string[] {
  if (isTime(value)) return [moment(value, timeZone)];
  if (typeof value !== "object" || value === null) return [];
  const { priceUnder, quantityUnder } = value as NonNullable<Customization["hiddenWhile"]>;
  return [
    ...(priceUnder === undefined ? [] : [texts.limits.price(priceUnder.toFixed(2))]),
    ...(quantityUnder === undefined ? [] : [texts.limits.stock(quantity(quantityUnder))]),
  ];
}

/**
 * The members that a change has changed: `Visibility: visible → hidden`. A member without an earlier value has only its new one:
 * `Daily budget: 12.5`.
 */
export function changesOf(
  { before, after, target }: Pick<HistoryEntry, "before" | "after" | "target">,
  timeZone: string,
): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const { visibility } = texts;
  const visible = (hidden: unknown): string =>
    hidden ? visibility.hidden : hidden === false || !target.storeId ? visibility.visible : visibility.inherited;
  return [...names].flatMap((name) => {
    const [old, own] = [before?.[name], after?.[name]];
    if (silent.has(name)) return [];
    if (name === "hiddenUntil" || name === "hiddenWhile") {
      const [ended, begun] = [limitsOf(old, timeZone), limitsOf(own, timeZone)];
      return [
        ...ended.filter((limit) => !begun.includes(limit)).map(texts.notHiddenUntil),
        ...begun.filter((limit) => !ended.includes(limit)).map(texts.hiddenUntil),
      ];
    }
    const isHidden = name === "hidden";
    const [was, is] = isHidden ? [visible(old), visible(own)] : [valueWords(old, timeZone), valueWords(own, timeZone)];
    if (was === is) return [];
    const change = was === texts.none ? is : `${was} → ${is}`;
    return [`${isHidden ? visibility.label : labelOf(name)}: ${change}`];
  });
}
