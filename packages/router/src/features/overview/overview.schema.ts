import { z } from "zod";
import { ChannelId, ChannelStatus } from "../../core/channels/channel.schema.ts";
import { text } from "../../kernel/body.schema.ts";

export const taskKinds = [
  "file_held",
  "file_invalid",
  "till_silent",
  "endpoint_failing",
  "products_rejected",
  "pictures_broken",
  "channel_warning",
  "channel_waiting",
  "no_stock",
] as const;

/** Tasks of the set-up. All others are problems. */
export const setupTasks: readonly string[] = ["channel_waiting", "no_stock"];

export const Task = z.object({
  kind: z.enum(taskKinds),
  store: z.object({ id: z.string(), name: z.string() }),
  channel: ChannelId.nullable(),
  endpointId: z.string().nullable().describe("The webhook endpoint, which has many stores; null: none"),
  endpointName: z.string().nullable().describe("What people call it: its description, otherwise its host"),
  count: z.int().nullable(),
  reason: z
    .object({ code: z.string(), message: z.string(), parameters: z.record(z.string(), z.unknown()).optional() })
    .nullable()
    .describe("The warning, or the reason of the search engine"),
  since: z.string().nullable(),
});
export type Task = z.infer<typeof Task>;

export const ListTasks = z.strictObject({ retailerId: z.string() });
export type ListTasks = z.infer<typeof ListTasks>;

export const Tasks = z.object({ data: z.array(Task), total: z.int() });
export type Tasks = z.infer<typeof Tasks>;

export const ListStoreStates = z.strictObject({
  retailerId: z.string(),
  q: text(200).optional(),
  pageNumber: z.int().min(1).max(100_000).default(1),
  pageSize: z.int().min(1).max(100).default(50),
});
export type ListStoreStates = z.input<typeof ListStoreStates>;

export const StoreState = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  inStock: z.int().describe("Number of products in stock"),
  levels: z.array(z.int().nullable()).describe("The same on each of the last 14 days; null: before the first stock"),
  lastStockAt: z.string().nullable().describe("Time of the last file or change of a till; null: none yet"),
  channels: z.array(
    z.object({ id: ChannelId, status: ChannelStatus, warnings: z.int().describe("Number of warnings") }),
  ),
  rejected: z.int().describe("Number of products that the search engine does not show"),
  pausedUntil: z.string().nullable().describe("When the pause of the store ends; null: it is not paused"),
});
export type StoreState = z.infer<typeof StoreState>;

export const StoreStates = z.object({ data: z.array(StoreState), total: z.int() });
export type StoreStates = z.infer<typeof StoreStates>;

const setupStepIds = ["shop", "store", "till", "stock", "search", "webhooks"] as const;

/**
 * A step of a shop's set-up. `open`: a person must do it. `waiting`: it is set up, and the receiver or Google acts now. `optional`:
 * the shop can do without it.
 */
export const ShopSetupStep = z.object({
  id: z.enum(setupStepIds),
  status: z.enum(["done", "waiting", "open", "optional"]),
  isPast: z.boolean().describe("The step needs no person any more"),
  found: z
    .string()
    .nullable()
    .describe("The record that the step is about, in words, or the number of products in stock; null: none yet"),
});
export type ShopSetupStep = z.infer<typeof ShopSetupStep>;

/** `storeId`: the store of the set-up; default: the store that is furthest. */
export const GetShopSetup = z.strictObject({ retailerId: z.string(), storeId: z.string().optional() });
export type GetShopSetup = z.infer<typeof GetShopSetup>;

export const ShopSetup = z.object({
  store: z.object({ id: z.string(), name: z.string() }).nullable().describe("The store of the set-up"),
  steps: z.array(ShopSetupStep),
  next: z.enum(setupStepIds).nullable().describe("The first step for a person; null: none is left"),
  isLive: z.boolean().describe("Stock has arrived, and a channel is connected"),
});
export type ShopSetup = z.infer<typeof ShopSetup>;
