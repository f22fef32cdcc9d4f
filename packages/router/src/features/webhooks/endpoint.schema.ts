import { z } from "zod";
import { ChannelRecord } from "../../core/channels/channel.schema.ts";
import { bodyOf, time } from "../../kernel/body.schema.ts";
import { Secret } from "../channels/parameters.schema.ts";
import { DeliveryStatus } from "./deliveries.schema.ts";

const inStore = { retailerId: z.string(), storeId: z.string() };

/** POST …/secret */
export const RotateSecret = z.strictObject({
  ...inStore,
  body: bodyOf({
    secret: Secret,
    immediate: z.boolean().default(false).describe("true: the secret before ends at once, not in 24 hours"),
  }),
});
const sequence = z.int("must be the sequence of an event").min(1, "must be the sequence of an event");

/** POST …/redeliveries. The range begins at a sequence or at a time. */
export const RedeliverRange = z.strictObject({
  ...inStore,
  body: bodyOf({
    from: sequence.optional().describe("The first sequence. Required without `since`"),
    since: time("2026-01-31T09:00:00Z").optional().describe("Instead of `from`: the time of the first event"),
    to: sequence.optional().describe("The last one; default: the newest"),
    status: DeliveryStatus.optional().describe("Those of this status alone"),
  })
    .refine(({ from, since }) => from !== undefined || since !== undefined, {
      path: ["from"],
      message: "is required, or send since",
    })
    .refine(({ from, since }) => from === undefined || since === undefined, {
      path: ["since"],
      message: "cannot be sent together with from",
    })
    .refine(({ from, to }) => to === undefined || from === undefined || to >= from, {
      path: ["to"],
      message: "must not be less than from",
    }),
});
export type RedeliverRange = z.infer<typeof RedeliverRange>;

export const Redelivered = z.object({
  queued: z.int().describe("Deliveries that are sent again, now"),
  superseded: z.int().describe("Left out, as a newer event of the same item, source or channel is known"),
});
export type Redelivered = z.infer<typeof Redelivered>;

/** Asks for the last results of an endpoint. */
export const OfEndpoint = z.strictObject(inStore);
export type OfEndpoint = z.infer<typeof OfEndpoint>;

/** The last results of the deliveries of a store. */
export const EndpointHealth = z.object({
  isFailing: z.boolean().describe("Whether the last call of a verified endpoint failed"),
  failures: z
    .int()
    .describe("Failed calls in a row up to the last call; 0: the last call was accepted, or there was none"),
  failingSince: z.string().nullable().describe("Time of the first of these calls; null: none failed"),
});
export type EndpointHealth = z.infer<typeof EndpointHealth>;

/** POST …/test */
export const TestEndpoint = z.strictObject(inStore);
export type TestEndpoint = z.infer<typeof TestEndpoint>;

/** The receiver's answer to a test call. */
export const TestAnswer = z.object({
  ok: z.boolean().describe("A 2xx, in time"),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  durationMs: z.int(),
  answer: z.string().nullable().describe("The first KiB of the answer; null: none"),
  error: z.string().nullable().describe("Why there was no answer"),
});
export type TestAnswer = z.infer<typeof TestAnswer>;

export type RotateSecret = z.infer<typeof RotateSecret>;

/** The channel. `previousSecretUntil` is the end of the previous secret. */
export const RotatedChannel = ChannelRecord;
