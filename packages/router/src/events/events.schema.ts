import { z } from "zod";

const Sequence = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be the sequence of an event")
  .transform(Number);

const FeedPage = z
  .strictObject({
    size: z.coerce.number("must be a whole number from 1 to 1,000").int().min(1).max(1_000).default(25),
    after: Sequence.optional(),
  })
  .prefault({});

/** GET …/events: what comes behind a sequence; `after` is another name of `page[after]`. */
export const ListEvents = z.strictObject({
  retailerId: z.string(),
  storeId: z.string(),
  page: FeedPage,
  after: Sequence.optional(),
});
export type ListEvents = z.infer<typeof ListEvents>;

/** An event of a store's log. `data` is that of the webhook call, always with `product` (contract §6). */
export const EventRecord = z.object({
  sequence: z.int(),
  action: z.string(),
  data: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** `next`: the sequence to go on from; null when this was the newest. */
export const EventPage = z.object({
  data: z.array(EventRecord),
  next: z.string().nullable(),
  prev: z.null(),
});
export type EventPage = z.infer<typeof EventPage>;
