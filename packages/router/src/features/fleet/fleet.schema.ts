import { z } from "zod";
import { Task } from "../overview/overview.schema.ts";

export const MAX_IN_FLEET = 1_000;

export const ListFleet = z.strictObject({ q: z.string().trim().max(200).default("") });
export type ListFleet = z.input<typeof ListFleet>;

const ChannelState = z.enum(["connected", "pending"]);

export const fleetStates = ["attention", "healthy", "setup"] as const;

export const FleetProblem = Task.omit({ store: true });
export type FleetProblem = z.infer<typeof FleetProblem>;

export const FleetRow = z.object({
  retailerId: z.string(),
  shop: z.string(),
  isTest: z.boolean(),
  store: z.object({ id: z.string(), name: z.string(), city: z.string(), timezone: z.string() }).nullable(),
  lastStockAt: z.string().nullable(),
  stock: z.enum(["none", "pending", "connected", "disconnected", "invalid"]),
  channels: z.object({
    search: ChannelState.nullable(),
    local_ads: ChannelState.nullable(),
    webhooks: ChannelState.nullable(),
  }),
  state: z.enum(fleetStates),
  problems: z.array(FleetProblem).describe("The tasks of the store, as Home of its shop shows them"),
});
export type FleetRow = z.infer<typeof FleetRow>;

export const Fleet = z.object({
  rows: z.array(FleetRow).describe("Stores with problems first, then healthy ones, then those that are not set up"),
  isCut: z.boolean().describe(`More than ${MAX_IN_FLEET} stores match`),
});
export type Fleet = z.infer<typeof Fleet>;

export const DAYS_SHOWN = 14;
/** The ids of as many stores fit into an address. */
export const MAX_STORES_OF_DAYS = 25;

const ids = z.array(z.uuid()).max(MAX_STORES_OF_DAYS);
/** The stores of these retailers with these ids. */
export const ListFleetDays = z.strictObject({ retailerIds: ids, storeIds: ids });
export type ListFleetDays = z.infer<typeof ListFleetDays>;

/**
 * `attention`: a problem was open on that day, or the last file of the day was not taken. `healthy`: stock came, without a problem.
 * `none`: no stock came, and no problem is known.
 */
export const dayStates = ["healthy", "attention", "none"] as const;
export type DayState = (typeof dayStates)[number];

export const FleetDays = z.array(
  z.object({
    storeId: z.string(),
    days: z.array(z.enum(dayStates)).length(DAYS_SHOWN).describe("Days of the store's time zone, today last"),
  }),
);
export type FleetDays = z.infer<typeof FleetDays>;
