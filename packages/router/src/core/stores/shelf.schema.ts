import { z } from "zod";

const means = {
  channels: "Channels that the pause stops; null: all. Local ads show listings of search, so they stop with it",
  until: "When it ends by itself, RFC 3339",
  reason: "For people of the shop; null: none given",
};

/** A pause of a store as the API shows it. It stands above all edits and rules. */
export const Pause = z.object({
  channels: z.array(z.string()).nullable().describe(means.channels),
  until: z.string().describe(`${means.until} in UTC`),
  reason: z.string().nullable().describe(means.reason),
  since: z.string().describe("When it began, RFC 3339 in UTC"),
});
export type Pause = z.infer<typeof Pause>;
export const pauseText = means;

/** The most that a safety stock can be. */
export const MAX_SAFETY_STOCK = 9_999;
const quantity = z.int().min(0).max(MAX_SAFETY_STOCK).optional();
const safetyText = (where: string): string =>
  `The quantity at which ${where} shows an item as out of stock. It is a threshold: a larger quantity is shown as it is`;

/** The safety stock of a store. A member that is missing counts as `all`, and `all` as 0. */
export const SafetyStock = z.object({
  all: quantity.describe(safetyText("each channel")),
  search: quantity.describe(safetyText("the search engine")),
  local_ads: quantity.describe(safetyText("local ads")),
  webhooks: quantity.describe(safetyText("the receiver of webhooks")),
});
export type SafetyStock = z.infer<typeof SafetyStock>;

/** What a store says about all of its items. Only `PATCH …/shelf` writes it. */
export const ofShelf = z.object({
  pause: Pause.nullable().describe("The pause of the store; null: it is not paused"),
  safetyStock: SafetyStock.nullable().describe("Quantities at which channels show items as out of stock; null: none"),
});
export type OfShelf = z.infer<typeof ofShelf>;
