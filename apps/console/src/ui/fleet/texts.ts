import type { FleetRow } from "@highstreet/router/features/fleet/fleet.schema.ts";
import { count, quantity } from "../frame/formats.ts";

/** The texts of the fleet's pages. */
export const texts = {
  title: "All shops",
  text: (partner: string) => `Every shop and store of ${partner}. Stores that need attention come first.`,
  search: "Find a shop, store or city",
  shops: "All shops",
  team: "Team",
  account: "Your account",
  pages: "Pages",
  table: "Shops and stores",
  store: "Store",
  stock: "Last stock",
  channels: "Google",
  ads: "Ads",
  webhooks: "Webhooks",
  problems: "Problems",
  noStore: "No store yet",
  nothing: "No shop or store matches.",
  none: "No shop yet. Create the first one.",
  newShop: "New shop",
  newShopText:
    "Name the shop, and perhaps a person to contact. It takes a minute. The next steps lead to live products.",
  create: "Create the shop",
  back: "Back to all shops",
  cut: "Only the first 1,000 stores are here. Search to find another.",
  never: "Never",
  fine: "None",
  more: (number: number) => `and ${number} more`,
  needAttention: (number: number, all: number) =>
    `${count(number, "store")} of ${quantity(all)} ${number === 1 ? "needs" : "need"} attention`,
} as const;

/** The state of a store's stock, unless it is as it should be. */
export const stockWords: Partial<Record<FleetRow["stock"], string>> = {
  none: "Not set up",
  pending: "Waiting",
  disconnected: "Silent",
  invalid: "File refused",
};

export const stateWords = { connected: "Live", pending: "Waiting" } as const;
