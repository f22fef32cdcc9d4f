import type { Chapter, Operation, ProcedureName } from "./operation.ts";

const examples = {
  "All stores of the owner": { url: "https://partner.example/hooks/highstreet", description: "Our cache" },
  "Stock of two stores": {
    url: "https://partner.example/hooks/stock",
    actions: ["inventory.update"],
    filter: { storeIds: ["01939f30-5a00-7000-8000-000000000002", "01939f30-5a00-7000-8000-000000000003"] },
    enhancedProductData: true,
  },
  "Behind a gateway, with retries for three days": {
    url: "https://gateway.partner.example/highstreet",
    headers: { "X-Api-Key": "f2b1c7d09e55" },
    retries: "days",
  },
  "Verified with a public key": { url: "https://partner.example/hooks/highstreet", signature: "ed25519" },
};

type Verb = Extract<ProcedureName, `endpoints.${string}`> extends `endpoints.${infer Name}` ? Name : never;

/** @param owner in words, `feature` has its procedures */
function operationsOf(all: `/${string}`, feature: "endpoints" | "partnerEndpoints", owner: string): Operation[] {
  const one = `${all}/:endpointId` as const;
  const delivery = `${one}/deliveries/:storeId/:sequence` as const;
  const procedure = (verb: Verb) => `${feature}.${verb}` as const;
  /** Agents have those of the partner. */
  const tool = (name: string, more: { description?: string } = {}) =>
    feature === "partnerEndpoints" ? { tool: { name, ...more } } : {};
  return [
    {
      method: "GET",
      path: all,
      procedure: procedure("list"),
      ...tool("list_endpoints"),
      page: "body",
      summary: `List the endpoints of ${owner}`,
      description: "The oldest first.",
    },
    {
      method: "POST",
      path: all,
      procedure: procedure("create"),
      status: 201,
      location: `${all}/:id`,
      etag: "view",
      summary: `Add an endpoint of ${owner}`,
      description:
        "The address is called with `webhook.enabled` within seconds. It is `connected` when it answers with a 2xx, and events wait until then. `followsFrom` says from when on events are sent. `secret` is in this answer only.",
      examples,
      errors: ["QuotaExceeded"],
    },
    {
      method: "GET",
      path: one,
      procedure: procedure("get"),
      ...tool("get_endpoint"),
      etag: "view",
      summary: "Read an endpoint",
      description: "Its settings, its warnings, how its last calls went, and what waits.",
    },
    {
      method: "PATCH",
      path: one,
      procedure: procedure("update"),
      ...tool("change_endpoint"),
      etag: "view",
      guarded: true,
      summary: "Change an endpoint",
      description:
        "JSON Merge Patch. A new `url` is `pending` until it answers `webhook.enabled` with a 2xx. No call with the old settings starts after the answer. A store that a new `filter` leaves out gets nothing more, also no events that wait. A store that it adds starts with its next event.",
      examples: {
        "Switch off": { enabled: false },
        "Another address": { url: "https://partner.example/hooks/next" },
        "All stores": { filter: null },
        "Another key of the gateway": { headers: { "X-Api-Key": "8c41aa07d3b2" } },
      },
      errors: ["QuotaExceeded"],
    },
    {
      method: "DELETE",
      path: one,
      procedure: procedure("remove"),
      guarded: true,
      summary: "Delete an endpoint",
      description: "No call starts after the answer. Its deliveries are gone, too.",
    },
    {
      method: "POST",
      path: `${one}/test`,
      procedure: procedure("test"),
      ...tool("test_endpoint", {
        description:
          "Sends a signed `webhook.enabled` now and once. The answer holds the receiver's response. The dry run makes no call: `ok` is false there.",
      }),
      callsOut: true,
      summary: "Send a test call to an endpoint",
      description:
        "Sends a signed `webhook.enabled` now and once. The answer holds the receiver's response. A 2xx verifies a pending endpoint and ends `WebhookEndpointFailing`. Each endpoint has one test at a time: 429 while another test runs.",
    },
    {
      method: "POST",
      path: `${one}/secret`,
      procedure: procedure("rotateSecret"),
      guarded: true,
      etag: "view",
      summary: "Change the signing secret of an endpoint",
      description:
        "For 24 hours, `X-Webhook-Signature` uses the old secret, `X-Webhook-Signature-Next` uses the new one, and `Webhook-Signature` holds both. After that, only the new secret signs. `immediate` ends the old secret at once. Without `secret`, the service makes one. It is in this answer only. With `ed25519` the service makes a key pair, and `publicKey` is the new one. `signature` can change: for 24 hours calls have both signatures.",
      examples: {
        "Let the service make one": {},
        "From now on ed25519": { signature: "ed25519" },
        "The old one was seen by others": { secret: "n3wS3cretN3wS3cret", immediate: true },
      },
      errors: ["QuotaExceeded"],
    },
    {
      method: "GET",
      path: `${one}/deliveries`,
      procedure: procedure("listDeliveries"),
      ...tool("list_endpoint_deliveries"),
      page: "body",
      summary: "List deliveries to an endpoint in a store",
      description:
        "The events of a store of the last 30 days that the endpoint got or waits for, and what became of each, newest first. A failed call is retried 30 seconds, 5 minutes and 30 minutes later (±10 %), then the delivery is `failed`.",
      errors: ["StoreNotFound"],
    },
    {
      method: "GET",
      path: delivery,
      procedure: procedure("getDelivery"),
      summary: "Read a delivery to an endpoint",
      description:
        "Holds every attempt, and the last call as it was sent (`request`, null before the first attempt). Signatures are null after the address or its secret was replaced. Kept for 30 days.",
      errors: ["EventsExpired"],
    },
    {
      method: "POST",
      path: `${delivery}/redeliver`,
      procedure: procedure("redeliver"),
      summary: "Deliver an event to an endpoint again",
      description:
        "Sends the same bytes with the same `Webhook-Id` now, and begins a new cycle of four attempts. Refused if a newer event of the same item, source or channel exists.",
      errors: ["DeliverySuperseded", "EventsExpired"],
    },
    {
      method: "POST",
      path: `${one}/redeliveries`,
      procedure: procedure("redeliverRange"),
      ...tool("redeliver_to_endpoint"),
      status: 202,
      summary: "Deliver many events to an endpoint again",
      description:
        "In all of its stores since a time, or in one store from a sequence on. Sends at most the newest event of each item, source and channel, and without `status` also events that the endpoint never got. So it fills a new endpoint. A call takes a part of the stores: repeat it with `next` of the answer as `after`, until that is null.",
      examples: {
        "What failed since a time": { since: "2026-01-31T09:00:00Z", status: "failed" },
        "Fill a new endpoint": { since: "2026-01-31T09:00:00Z" },
        "A range of a store": { storeId: "01939f30-5a00-7000-8000-000000000002", from: 118, to: 4500 },
      },
      errors: ["StoreNotFound"],
    },
    {
      method: "GET",
      path: `${one}/summary`,
      procedure: procedure("summary"),
      summary: "Count the calls of an endpoint",
      description: "Of all stores, by hour: accepted and failed calls, and how long they took.",
    },
  ];
}

export const endpoints: Chapter = {
  tag: "Webhook endpoints",
  description:
    "Addresses that get the events of many stores: of all retailers of a partner, or of one retailer. Stores need no webhooks channel for them.",
  guide: ["webhooks#endpoints", "Webhooks"],
  operations: [
    ...operationsOf("/webhook-endpoints", "partnerEndpoints", "the partner"),
    ...operationsOf("/retailers/:retailerId/webhook-endpoints", "endpoints", "a retailer"),
  ],
};
