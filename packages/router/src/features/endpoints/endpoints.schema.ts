import { z } from "zod";
import { ChannelStatus, Warning } from "../../core/channels/channel.schema.ts";
import { eventActions } from "../../core/log/events.schema.ts";
import { bodyOf, OutboundUrl, patchOf, storableText, time } from "../../kernel/body.schema.ts";
import { createdAt, idOf, storeIdShown, updatedAt, versionShown } from "../../kernel/fields.schema.ts";
import { Page, pageOf } from "../../kernel/paging.schema.ts";
import { Secret } from "../channels/channels.schema.ts";

import {
  Attempt,
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
  Redelivered,
  SummarizeDeliveries,
  sequenceOf,
} from "../webhooks/webhooks.schema.ts";

export { DeliverySummary, TestAnswer } from "../webhooks/webhooks.schema.ts";

/** The events that an endpoint can leave out. Every endpoint gets `webhook.enabled`. */
export const endpointActions = ["inventory.update", "inventory_source.update", "channel.update"] as const;
export type EndpointAction = (typeof endpointActions)[number];

const MAX_FILTER_IDS = 1_000;
const MAX_CATEGORIES = 100;
const MAX_CATEGORY = 750;

const ids = (means: string) =>
  z
    .array(z.uuid("must be a UUID").toLowerCase())
    .min(1, "must not be empty: leave it out, or send null, for all of them")
    .max(MAX_FILTER_IDS, `must have at most ${MAX_FILTER_IDS.toLocaleString("en")} values`)
    .nullish()
    .describe(means);

const Filter = z.strictObject({
  retailerIds: ids("UUIDs of the only retailers. null: all. Not for the endpoint of a retailer"),
  storeIds: ids("UUIDs of the only stores. null: all of these retailers"),
  categories: z
    .array(
      storableText.trim().min(1, "must not be empty").max(MAX_CATEGORY, `must be at most ${MAX_CATEGORY} characters`),
    )
    .min(1, "must not be empty: leave it out, or send null, for all of them")
    .max(MAX_CATEGORIES, `must have at most ${MAX_CATEGORIES} values`)
    .nullish()
    .describe(
      "Whole categories: of `inventory.update`, only products of these. Upper and lower case are the same. null: all, also products without one",
    ),
});

const MAX_TIMEOUT_SECONDS = 30;
const MAX_CALLS_PER_SECOND = 1_000;
const MAX_BATCH_SIZE = 100;
export const MAX_HEADERS = 10;
/** The most stores that `waitingStores` counts. */
export const MAX_WAITING_STORES = 1_000;
const MAX_HEADER_NAME = 64;
const MAX_HEADER_VALUE = 1_000;

/** Headers of the call itself and of this service. */
const reserved =
  /^(?:(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent|accept-encoding|traceparent|tracestate)$|(?:content|proxy|webhook|x-webhook)-)/i;

const headerName = z
  .string()
  .max(MAX_HEADER_NAME, `must be at most ${MAX_HEADER_NAME} characters`)
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, "must be a letter, and then letters, digits, - and _")
  .refine((name) => !reserved.test(name), "is a header of every call: choose another name");
const headerValue = z
  .string()
  .max(MAX_HEADER_VALUE, `must be at most ${MAX_HEADER_VALUE.toLocaleString("en")} characters`)
  .regex(/^[!-~](?:[ -~]*[!-~])?$/, "must be plain ASCII text without blanks around it");

const smallLetters = <Value>(headers: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const Headers = z
  .record(z.string(), headerValue.nullable())
  .superRefine((headers, { addIssue }) => {
    for (const name of Object.keys(headers)) {
      const [wrong] = headerName.safeParse(name).error?.issues ?? [];
      if (wrong) addIssue({ code: "custom", path: [name], message: wrong.message });
    }
  })
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
  .refine(
    (headers) => Object.keys(headers).length === Object.keys(smallLetters(headers)).length,
    "must not name a header twice, in two spellings",
  )
  .transform(smallLetters);

const Retries = z.enum(["short", "days"], "must be short or days");

const Signature = z.enum(["hmac", "ed25519"], "must be hmac or ed25519");
export type Signature = z.infer<typeof Signature>;
const signatures =
  "`hmac`: both sides have the secret. `ed25519`: the service keeps a private key, and calls have signatures `v1a`";

const fields = {
  url: OutboundUrl.describe(
    "https address that gets each event as a POST with a JSON body. Port 80, 443 or from 1024 on. A new address is verified first: it answers `webhook.enabled` with a 2xx",
  ),
  description: storableText
    .trim()
    .max(200, "must be at most 200 characters")
    .nullish()
    .describe("For people: what listens there. null: none"),
  actions: z
    .array(z.enum(endpointActions, `must be one of ${endpointActions.join(", ")}`))
    .min(1, "must not be empty: leave it out, or send null, for all of them")
    .max(20, "must have at most 20 values")
    .transform((given) => endpointActions.filter((action) => given.includes(action)))
    .nullish()
    .describe("The events to send. null: all"),
  filter: Filter.nullish().describe(
    "The retailers, stores and categories whose events are sent. null: all of the owner",
  ),
  enhancedProductData: z
    .boolean()
    .optional()
    .describe("Whether `inventory.update` has `product`: title, brand, images and more. Without it: false"),
  retries: Retries.optional().describe(
    "`short`: 4 calls of an event in 36 minutes. `days`: 8 calls in 3 days. Without it: short",
  ),
  timeoutSeconds: z
    .int(`must be a whole number from 1 to ${MAX_TIMEOUT_SECONDS}`)
    .min(1)
    .max(MAX_TIMEOUT_SECONDS)
    .optional()
    .describe("Seconds for connection, headers and body of an answer together. Without it: 10"),
  callsPerSecond: z
    .int(`must be a whole number from 1 to ${MAX_CALLS_PER_SECOND.toLocaleString("en")}`)
    .min(1)
    .max(MAX_CALLS_PER_SECOND)
    .nullish()
    .describe(
      "The most calls that start in a second. More events wait. Pings and test calls do not count. null: no limit",
    ),
  batchSize: z
    .int(`must be a whole number from 1 to ${MAX_BATCH_SIZE}`)
    .min(1)
    .max(MAX_BATCH_SIZE)
    .optional()
    .describe(
      "The most events of a call. From 2 on, calls have the form of `EventBatch`, whatever their number of events. Without it: 1",
    ),
  headers: Headers.nullish().describe(
    "Headers that every call has besides ours, such as the token of a gateway. null, or null as a value, removes them. No answer has the values",
  ),
  enabled: z
    .boolean()
    .optional()
    .describe("false: the endpoint gets no calls, and events wait for up to 30 days. Without it: true"),
};

export const Endpoint = z.object({
  id: idOf("endpoint"),
  retailerId: z.string().nullable().describe("UUID of the retailer that it belongs to; null: to the partner"),
  isTest: z.boolean().describe("true: an endpoint of a test key, or of a test retailer. It hears test retailers only"),
  url: z.string().describe("The address that gets the events"),
  description: z.string().nullable().describe("What listens there; null: none"),
  actions: z.array(z.enum(endpointActions)).describe("The events that it gets, besides `webhook.enabled`"),
  filter: z
    .object({
      retailerIds: z.array(z.string()).nullable().describe("UUIDs of the only retailers; null: all of the owner"),
      storeIds: z.array(z.string()).nullable().describe("UUIDs of the only stores; null: all of these retailers"),
      categories: z
        .array(z.string())
        .nullable()
        .describe("The only categories of products in `inventory.update`; null: all, also products without one"),
    })
    .describe("Whose events it gets"),
  enhancedProductData: z.boolean().describe("Whether `inventory.update` has `product`"),
  retries: Retries.describe("`short`: 4 calls of an event in 36 minutes. `days`: 8 calls in 3 days"),
  timeoutSeconds: z.int().describe("Seconds for connection, headers and body of an answer together"),
  callsPerSecond: z.int().nullable().describe("The most calls that start in a second; null: no limit"),
  batchSize: z.int().describe("The most events of a call. From 2 on, calls have the form of `EventBatch`"),
  signature: Signature.describe(signatures),
  publicKey: z
    .string()
    .nullable()
    .describe("With `ed25519`, the key that verifies calls: `whpk_` and 32 bytes in base64; null with `hmac`"),
  headerNames: z.array(z.string()).describe("The names of `headers`, in small letters; empty: none"),
  enabled: z.boolean().describe("false: events wait, and no call is made"),
  status: ChannelStatus.describe(
    "`connected`: the address has accepted `webhook.enabled`. `pending`: it has not yet, and events wait",
  ),
  warnings: z.array(Warning).describe("What keeps the endpoint from its events; empty: nothing"),
  followsFrom: z
    .string()
    .nullable()
    .describe(
      "Events from this time on are sent by themselves, RFC 3339 in UTC. Earlier ones only by `/redeliveries`. null: known in a few seconds",
    ),
  previousSecretUntil: z.string().nullable().describe("The secret before signs until then, too; null: there is none"),
  health: z
    .object({
      failures: z.int().describe("Failed calls in a row up to the last call; 0: it was accepted, or there was none"),
      failingSince: z.string().nullable().describe("Time of the first of these calls; null: none failed"),
      waitingStores: z.int().describe("Stores with events that wait or are under way. 1,000 means that many, or more"),
      waitingSince: z.string().nullable().describe("Since when the first of them has waited; null: nothing waits"),
    })
    .describe("How the last calls went, and what waits"),
  createdAt,
  updatedAt,
  version: versionShown,
});
export type Endpoint = z.infer<typeof Endpoint>;

/** `secret` is in no other answer. */
export const NewEndpoint = z.object({
  ...Endpoint.shape,
  secret: z.string().nullable().describe("Key of all signatures. No other answer has it. null with `ed25519`"),
});
export type NewEndpoint = z.infer<typeof NewEndpoint>;

export const EndpointPage = pageOf(Endpoint);
export type EndpointPage = z.infer<typeof EndpointPage>;

const ownSecret = Secret.optional().describe(
  "12 to 64 letters and digits. Without it, the service makes one. Not with `ed25519`",
);
const signature = (without: string) => Signature.optional().describe(`${signatures}. Without it: ${without}`);

export const CreateEndpoint = bodyOf({ ...fields, signature: signature("hmac"), secret: ownSecret }, Endpoint);
export type CreateEndpoint = z.output<typeof CreateEndpoint>;

export const UpdateEndpoint = patchOf(
  { ...fields, url: fields.url.optional(), signature: signature("as before. Only `/secret` changes it") },
  Endpoint,
);
export type UpdateEndpoint = z.output<typeof UpdateEndpoint>;

export const RotateEndpointSecret = bodyOf({
  signature: signature("as before"),
  secret: ownSecret,
  immediate: z.boolean().default(false).describe("true: the secret before ends at once, not in 24 hours"),
}).prefault({});
export type RotateEndpointSecret = z.output<typeof RotateEndpointSecret>;

const batchOf = (call: string) =>
  z
    .int()
    .nullable()
    .describe(`Number of events that ${call} had, in the form of a batch; null: another form, or no call`);

const inStore = {
  retailerId: z.string().describe("UUID of the retailer"),
  storeId: storeIdShown,
  batch: batchOf("the last call"),
};

export const EndpointAttempt = z.object({ ...Attempt.shape, batch: batchOf("the call") });
export type EndpointAttempt = z.infer<typeof EndpointAttempt>;

export const EndpointDelivery = z.object({ ...Delivery.shape, ...inStore });
export type EndpointDelivery = z.infer<typeof EndpointDelivery>;

export const EndpointDeliveryDetail = z.object({
  ...DeliveryDetail.shape,
  ...inStore,
  attempts: z
    .array(EndpointAttempt)
    .describe("All calls, the oldest first. Those of events with the same `at` and `batch` went together"),
});
export type EndpointDeliveryDetail = z.infer<typeof EndpointDeliveryDetail>;

export const EndpointDeliveryPage = pageOf(EndpointDelivery);
export type EndpointDeliveryPage = z.infer<typeof EndpointDeliveryPage>;

const listed = {
  storeId: z.string().optional().describe("UUID of the store. Needed, as each store has its own sequences"),
  page: Page,
  status: DeliveryStatus.optional(),
  action: z.enum(eventActions, `must be one of ${eventActions.join(", ")}`).optional(),
  q: z.string().max(200).optional(),
};
const Listed = z.object(listed);
export type ListEndpointDeliveries = z.output<typeof Listed>;

/** In all stores since a time, or in one store also from a sequence. */
export const RedeliverToEndpoint = bodyOf({
  since: time("2026-01-31T09:00:00Z").optional().describe("The time of the first event. Required without `from`"),
  storeId: z.uuid("must be a UUID").optional().describe("Only events of this store. Without it: of all stores"),
  from: sequenceOf.optional().describe("Instead of `since`: the first sequence of the store"),
  to: sequenceOf.optional().describe("The last sequence of the store; default: the newest"),
  status: DeliveryStatus.optional().describe(
    "Those of this status alone. Without it, also events that the endpoint never got",
  ),
  after: z.string().max(200).optional().describe("`next` of the answer before, with the same other members"),
})
  .refine(({ from, since }) => (from === undefined) !== (since === undefined), {
    path: ["since"],
    message: "is required, or send from: one of them",
  })
  .refine(({ from, to, storeId }) => storeId !== undefined || (from === undefined && to === undefined), {
    path: ["storeId"],
    message: "is required with from and to, as each store has its own sequences",
  })
  .refine(({ from, to }) => to === undefined || from === undefined || to >= from, {
    path: ["to"],
    message: "must not be less than from",
  });
export type RedeliverToEndpoint = z.output<typeof RedeliverToEndpoint>;

export const RedeliveredToEndpoint = z.object({
  ...Redelivered.shape,
  next: z.string().nullable().describe("Send it as `after` to go on; null: all is done"),
});
export type RedeliveredToEndpoint = z.infer<typeof RedeliveredToEndpoint>;

/** The inputs of the procedures. @param owner the members that name the owner */
export const inputsOf = <Owner extends z.ZodRawShape>(owner: Owner) => {
  const one = { ...owner, endpointId: z.string() };
  return {
    list: z.strictObject({ ...owner, page: Page }),
    create: z.strictObject({ ...owner, body: CreateEndpoint }),
    one: z.strictObject(one),
    update: z.strictObject({ ...one, body: UpdateEndpoint }),
    rotate: z.strictObject({ ...one, body: RotateEndpointSecret }),
    listDeliveries: z.strictObject({ ...one, ...listed }),
    delivery: z.strictObject({ ...one, storeId: z.string(), sequence: z.string() }),
    redeliver: z.strictObject({ ...one, body: RedeliverToEndpoint }),
    summary: z.strictObject({
      ...one,
      period: SummarizeDeliveries.shape.period.describe("Up to now, in hours of UTC"),
    }),
  };
};
