import { z } from "zod";
import { queryInt } from "../../kernel/body.schema.ts";
import { NoCursor, notAGroup } from "../../kernel/paging.schema.ts";

export const eventActions = [
  "webhook.enabled",
  "inventory.update",
  "inventory_source.update",
  "channel.update",
] as const;
export type EventAction = (typeof eventActions)[number];

const sequence = "must be the sequence of an event";
const Sequence = z
  .string()
  .regex(/^(?:[0-9]{1,15})?$/, sequence)
  .transform((text) => (text === "" ? undefined : { sequence: Number(text), back: false }));

/** A sequence for the events after it, or `p` and a sequence for the page before it, as `prev` links have it. */
const FeedCursor = z
  .string()
  .regex(/^(?:p?[0-9]{1,15})?$/, sequence)
  .transform((text) =>
    text === "" ? undefined : { sequence: Number(text.replace("p", "")), back: text.startsWith("p") },
  );

const FeedPage = z
  .strictObject(
    {
      size: queryInt(1, 1_000).default(25),
      after: FeedCursor.optional(),
      before: NoCursor,
    },
    { error: notAGroup },
  )
  .prefault({});

/** GET …/events: the events after a sequence. `after` is another name of `page[after]`. */
export const ListEvents = z
  .strictObject({ retailerId: z.string(), storeId: z.string(), page: FeedPage, after: Sequence.optional() })
  .refine(({ page, after }) => page.after === undefined || after === undefined, {
    path: ["after"],
    message: "is another name of page[after]: send one of them",
  });
export type ListEvents = z.infer<typeof ListEvents>;

/** An event of a store's log. `data` equals the webhook call's `data`, always with `product`. */
export const EventRecord = z.object({
  sequence: z.int().describe("Position in the store's log, as in `X-Webhook-Sequence`. It only grows"),
  action: z.string().describe("`webhook.enabled`, `inventory.update`, `inventory_source.update` or `channel.update`"),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      "The `data` of the webhook call of this action. Here, `inventory.update` always has `product`, also without `enhancedProductData`",
    ),
  createdAt: z.string().describe("When the change was made, RFC 3339 in UTC"),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** `next`: the sequence to continue after, or null after the newest event. `prev`: null before the oldest event. */
export const EventPage = z.object({
  data: z.array(EventRecord),
  next: z.string().nullable(),
  prev: z.string().nullable(),
});
export type EventPage = z.infer<typeof EventPage>;
