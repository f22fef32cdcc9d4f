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
  /** Words that are written in capitals. */
  capitals: ["ID", "URL"],
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
