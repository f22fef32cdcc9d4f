import type { HistoryAction, HistoryEntry } from "@highstreet/router/core/history/history-entry.schema.ts";

/** The texts of the History page. */
export const texts = {
  title: "History",
  text: "Every change in this shop, with its author. Changes of products can be taken back.",
  operationText: "All changes of one call.",
  search: "Find changes of a product",
  searchHint: "Barcode",
  action: "Change",
  anyAction: "Any change",
  who: (name: string) => `By ${name}`,
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
  firstPage: "Back to the first page",
  noMatch: "No change matches.",
  nothing: "Nothing was changed yet.",
  allStores: "all stores",
  service: "Highstreet",
  someone: "Someone",
  none: "–",
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

const valueWords = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return texts.none;
  if (value === true) return "yes";
  if (value === false) return "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The members that a change has changed: `hidden: – → yes`. */
export function changesOf({ before, after }: Pick<HistoryEntry, "before" | "after">): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name) => {
    const [was, is] = [valueWords(before?.[name]), valueWords(after?.[name])];
    return silent.has(name) || was === is ? [] : [`${name}: ${was} → ${is}`];
  });
}
