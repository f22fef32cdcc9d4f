import type { DayState, FleetRow } from "@highstreet/router/features/fleet/fleet.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";
import { count, quantity } from "../parts/formats.ts";

/** The texts of the fleet's pages. */
export const texts = inLanguage("fleet", {
  test: "Test",
  days: "Last 14 days",
  dayStates: { healthy: "Stock came", attention: "A problem", none: "No stock came" } satisfies Record<
    DayState,
    string
  >,
  daysOf: (healthy: number, attention: number, none: number) =>
    `Of 14 days: ${healthy} with stock, ${attention} with a problem, ${none} without stock`,
  showMore: "Show more",
  title: "All shops",
  text: (partner: string) =>
    `Every shop and store of ${partner}. Stores that need attention come first, new ones last.`,
  search: "Find a shop, store or city",
  shops: "All shops",
  team: "Team",
  account: "Your account",
  pages: "Pages",
  table: "Shops and stores",
  shop: "Shop",
  store: "Store",
  city: "City",
  stock: "Last stock",
  channels: "Google",
  ads: "Ads",
  webhooks: "Webhooks",
  problems: "Problems",
  noStore: "no store yet",
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
  states: { attention: "Need attention", healthy: "Healthy", setup: "Not set up yet" },
  stores: (number: number) => count(number, "store"),
  shown: (number: number, all: number) => `${quantity(number)} of ${quantity(all)} are shown`,
  filters: "Stores by state",
  sortBy: (column: string) => `Sort by ${column}`,
  csv: "Download as CSV",
  csvName: "shops.csv",
  /** The state of a store's stock, unless it is as it should be. */
  stockWords: {
    none: "Not set up",
    pending: "Waiting",
    disconnected: "Silent",
    invalid: "File refused",
  } as Partial<Record<FleetRow["stock"], string>>,
  stateWords: { connected: "Live", pending: "Waiting" },
});

export const { stockWords, stateWords } = texts;
