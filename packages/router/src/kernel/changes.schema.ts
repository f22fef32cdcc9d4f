import { z } from "zod";

export const changeTopics = [
  "stores",
  "stock",
  "edits",
  "channels",
  "listings",
  "deliveries",
  "alerts",
  "team",
] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** Says what changed in a shop, without any data of the shop. */
export const ChangeNotice = z.object({
  storeId: z.string().nullable().describe("null: the whole shop, or too many stores to name"),
  topics: z.array(z.enum(changeTopics)),
});
export type ChangeNotice = z.infer<typeof ChangeNotice>;

export const NumberedNotice = z.object({ id: z.string(), notice: ChangeNotice });
export type NumberedNotice = z.infer<typeof NumberedNotice>;
