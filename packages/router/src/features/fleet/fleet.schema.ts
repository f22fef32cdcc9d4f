import { z } from "zod";
import { channelIds, Warning } from "../../core/channels/channel.schema.ts";

/** The most stores in one answer. */
export const MOST_IN_FLEET = 1_000;

/** `q`: a part of the name of a shop or store, or of a city. */
export const ListFleet = z.strictObject({ q: z.string().trim().max(200).default("") });
export type ListFleet = z.input<typeof ListFleet>;

const ChannelState = z.enum(["connected", "pending"]);

/** A problem of a store: a warning of its stock source or of a channel. */
export const FleetProblem = Warning.extend({ of: z.enum(["stock", ...channelIds]) });
export type FleetProblem = z.infer<typeof FleetProblem>;

/** A store with its states. `store` is null for a shop without stores. */
export const FleetRow = z.object({
  retailerId: z.string(),
  shop: z.string(),
  store: z.object({ id: z.string(), name: z.string(), city: z.string(), timezone: z.string() }).nullable(),
  /** The last feed or PATCH; null: none yet. */
  lastStockAt: z.string().nullable(),
  stock: z.enum(["none", "pending", "connected", "disconnected", "invalid"]),
  channels: z.object({
    search: ChannelState.nullable(),
    local_ads: ChannelState.nullable(),
    webhooks: ChannelState.nullable(),
  }),
  problems: z.array(FleetProblem),
});
export type FleetRow = z.infer<typeof FleetRow>;

export const Fleet = z.object({
  rows: z.array(FleetRow).describe("The stores with problems first"),
  isCut: z.boolean().describe(`More than ${MOST_IN_FLEET} stores match`),
});
export type Fleet = z.infer<typeof Fleet>;
