import type { Route } from "../routes/route.ts";

/** The chapters of the reference, in its order. */
export const tags = [
  { name: "Retailers", description: "The shops that you serve." },
  { name: "Stores", description: "The stores of a retailer." },
  { name: "Stock", description: "Where a store's stock comes from, feeds, and what is on the shelves." },
  { name: "Product data", description: "Titles, pictures and the like, for a retailer's whole assortment." },
  { name: "Product editing", description: "Hiding products, choosing their channels, and data of your own." },
  { name: "Channels", description: "Where a store's inventory is published." },
  { name: "Events", description: "The log of a store, and what became of telling your endpoint of it." },
  { name: "History", description: "Who changed what, and undoing it." },
  { name: "API keys", description: "Keys for your systems, with no more rights than each needs." },
  { name: "Operations", description: "Whether the service runs." },
] as const;

type Tag = (typeof tags)[number]["name"];

const ofFeature: Record<string, Tag> = {
  retailers: "Retailers",
  stores: "Stores",
  inventory: "Stock",
  uploads: "Stock",
  products: "Product data",
  customizations: "Product editing",
  channels: "Channels",
  search: "Channels",
  widget: "Channels",
  webhooks: "Events",
  events: "Events",
  history: "History",
  keys: "API keys",
};

/** The chapter of an endpoint: that of its feature. */
export function tagOf({ procedure }: Route): Tag {
  const [feature = ""] = procedure.split(".");
  return ofFeature[feature] ?? "Operations";
}
