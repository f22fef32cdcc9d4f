import type { HistoryAction, HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";
import type { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import { moment, quantity } from "../frame/formats.ts";
import { channelName } from "../frame/product-words.ts";

/** The texts of the History page. */
export const texts = {
  title: "History",
  text: "Every change in this shop, with its author. Changes of products can be taken back.",
  operationText: "All changes of one call.",
  search: "Find changes of a product",
  searchHint: "Barcode",
  action: "Change",
  anyAction: "Any change",
  allAuthors: "Show changes by everyone",
  allOperations: "Show all changes",
  head: { when: "When", who: "Who", what: "Change" },
  onlyBy: (name: string) => `Show only changes by ${name}`,
  undo: "Undo",
  undoOf: (what: string) => `Undo: ${what}`,
  together: "Changed together",
  togetherOf: (what: string) => `Changed together: show all changes made together with “${what}”`,
  undoAll: "Undo all of it",
  lostPage: "This page of the list is no longer there.",
  lostOperation: "No change has this id.",
  firstPage: "Back to the first page",
  noMatch: "No change matches.",
  nothing: "Nothing was changed yet.",
  allStores: "all stores",
  service: "Highstreet",
  someone: "Someone",
  none: "–",
  yes: "yes",
  no: "no",
  visibility: { label: "Visibility", hidden: "hidden", visible: "visible", inherited: "as in all stores" },
  hiddenUntil: (limit: string) => `Hidden until ${limit}`,
  notHiddenUntil: (limit: string) => `No longer hidden until ${limit}`,
  limits: {
    price: (price: string) => `the price is ${price} or higher`,
    stock: (quantity: string) => `the quantity is ${quantity} or more`,
  },
};

/** The word for each action. */
export const actionWords: Record<HistoryAction, string> = {
  "retailer.create": "Shop created",
  "retailer.update": "Shop changed",
  "retailer.delete": "Shop deleted",
  "store.create": "Store created",
  "store.update": "Store changed",
  "store.delete": "Store deleted",
  "customization.create": "Product edited",
  "customization.update": "Product edited again",
  "customization.delete": "Edit removed",
  "channel.enable": "Channel enabled",
  "channel.update": "Channel changed",
  "channel.rotate": "Webhook secret replaced",
  "channel.redeliver": "Webhooks sent again",
  "channel.remove": "Channel removed",
  "source.connect": "Stock source connected",
  "source.disconnect": "Stock source disconnected",
  "connection.save": "Shop system connected",
  "connection.remove": "Shop system removed",
  "stock.feed": "Stock file",
  "stock.expire": "Old stock ended",
  "products.feed": "Product data file",
  "member.invite": "Person invited",
  "member.cancel": "Invitation withdrawn",
  "member.join": "Invitation accepted",
  "member.update": "Role changed",
  "member.remove": "Person removed",
};

export const authorOf = ({ actor: { kind, name } }: Pick<HistoryEntry, "actor">): string =>
  kind === "system" ? texts.service : (name ?? texts.someone);

/** Members of records that say nothing to people. */
const silent = new Set(["id", "version", "createdAt", "updatedAt", "barcode", "storeId", "retailerId"]);

/** The name of a member in words: `Daily budget`. */
const labelOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isTime = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);

function valueWords(value: unknown, timeZone: string): string {
  if (value === null || value === undefined || value === "") return texts.none;
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (isTime(value)) return moment(value, timeZone);
  if (Array.isArray(value)) return value.map((one) => channelName(valueWords(one, timeZone))).join(", ");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
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
 * The members that a change has changed: `Visibility: visible → hidden`.
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
    return was === is ? [] : [`${isHidden ? visibility.label : labelOf(name)}: ${was} → ${is}`];
  });
}
