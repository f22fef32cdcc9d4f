import { z } from "zod";
import { ChannelId, ChannelStatus } from "../../core/channels/channel.schema.ts";
import { text } from "../../kernel/body.schema.ts";

/** The kinds of tasks for a person, the most urgent first. */
export const taskKinds = [
  "file_held",
  "file_invalid",
  "till_silent",
  "endpoint_failing",
  "products_rejected",
  "channel_warning",
  "channel_waiting",
  "no_stock",
] as const;

/** A task for a person in a store. */
export const Task = z.object({
  kind: z.enum(taskKinds),
  store: z.object({ id: z.string(), name: z.string() }),
  channel: ChannelId.nullable(),
  /** Number of products. Only for `products_rejected`. */
  count: z.int().nullable(),
  /** The reason in words. */
  reason: z.string().nullable(),
  since: z.string().nullable(),
});
export type Task = z.infer<typeof Task>;

export const ListTasks = z.strictObject({ retailerId: z.string() });
export type ListTasks = z.infer<typeof ListTasks>;

/** The first tasks, and the number of all tasks. */
export const Tasks = z.object({ data: z.array(Task), total: z.int() });
export type Tasks = z.infer<typeof Tasks>;

export const ListStoreStates = z.strictObject({
  retailerId: z.string(),
  q: text(200).optional(),
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});
export type ListStoreStates = z.input<typeof ListStoreStates>;

/** A store with its stock and the state of its channels. */
export const StoreState = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  inStock: z.int().describe("Number of products in stock"),
  lastStockAt: z.string().nullable().describe("Time of the last file or change of a till; null: none yet"),
  channels: z.array(
    z.object({ id: ChannelId, status: ChannelStatus, warnings: z.int().describe("Number of warnings") }),
  ),
  shown: z.int().describe("Number of products that the search engine has accepted"),
  rejected: z.int().describe("Number of products that the search engine does not show"),
});
export type StoreState = z.infer<typeof StoreState>;

export const StoreStates = z.object({ data: z.array(StoreState), total: z.int() });
export type StoreStates = z.infer<typeof StoreStates>;

/** The shop as a whole. */
export const ShopTotals = z.object({
  stores: z.int(),
  inStock: z.int().describe("Products in stock, of all stores together"),
  channels: z.array(
    z.object({
      id: ChannelId,
      connected: z.int().describe("Number of stores in which the channel works"),
    }),
  ),
});
export type ShopTotals = z.infer<typeof ShopTotals>;

/** The steps from nothing to a live shop, in order. */
const setupStepIds = ["shop", "store", "till", "stock", "search", "webhooks"] as const;

/**
 * A step of a shop's set-up. `open`: a person must do it. `waiting`: it is set up, and the receiver or Google acts now. `optional`:
 * the shop can do without it.
 */
export const ShopSetupStep = z.object({
  id: z.enum(setupStepIds),
  status: z.enum(["done", "waiting", "open", "optional"]),
  isPast: z.boolean().describe("The step needs no person any more"),
  found: z.string().nullable().describe("The record that the step is about, in words; null: none yet"),
});
export type ShopSetupStep = z.infer<typeof ShopSetupStep>;

/** `storeId`: the store of the set-up; default: the store that is furthest. */
export const GetShopSetup = z.strictObject({ retailerId: z.string(), storeId: z.string().optional() });
export type GetShopSetup = z.infer<typeof GetShopSetup>;

/** How far a shop is on the way to live, from the records of the shop. */
export const ShopSetup = z.object({
  store: z.object({ id: z.string(), name: z.string() }).nullable().describe("The store of the set-up"),
  steps: z.array(ShopSetupStep),
  next: z.enum(setupStepIds).nullable().describe("The first step for a person; null: none is left"),
  isLive: z.boolean().describe("Stock has arrived, and a channel is connected"),
});
export type ShopSetup = z.infer<typeof ShopSetup>;
