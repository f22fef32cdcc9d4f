import { webhooksChannel } from "../openapi/examples.ts";
import type { Chapter } from "./operation.ts";

const store = "/retailers/:retailerId/stores/:storeId";
const webhooks = `${store}/channels/webhooks` as const;
const delivery = `${webhooks}/deliveries/:sequence` as const;

export const events: Chapter = {
  tag: "Events",
  description: "The event log of a store, and the deliveries of its events to your endpoint.",
  guide: ["webhooks", "Webhooks"],
  operations: [
    {
      method: "GET",
      path: `${store}/events`,
      procedure: "events.list",
      page: "body",
      prices: true,
      summary: "Follow a store's events",
      description:
        "The events that webhooks send, oldest first. `inventory.update` always has `product` here. Continue with `links.next`. When it is null, ask again from the last sequence. `links.prev` leads back. Events are kept for 30 days: an older sequence is answered with 410. Without a sequence, the list starts with the oldest event that is kept.",
      errors: ["EventsExpired"],
    },
    {
      method: "GET",
      path: `${webhooks}/deliveries`,
      procedure: "webhooks.listDeliveries",
      tool: { name: "list_deliveries" },
      page: "body",
      summary: "List deliveries",
      description:
        "The events of the last 30 days and what became of each, newest first. A failed call is retried 30 seconds, 5 minutes and 30 minutes later (±10 %), then the delivery is `failed`.",
    },
    {
      method: "GET",
      path: delivery,
      procedure: "webhooks.getDelivery",
      tool: { name: "get_delivery" },
      summary: "Read a delivery",
      description:
        "Holds every attempt, and the last call as it was sent (`request`, null before the first attempt). Signatures are null after the endpoint or its secret was replaced. Kept for 30 days.",
      errors: ["EventsExpired"],
    },
    {
      method: "POST",
      path: `${delivery}/redeliver`,
      procedure: "webhooks.redeliver",
      tool: { name: "redeliver" },
      summary: "Deliver an event again",
      description:
        "Sends the same bytes with the same `Webhook-Id` now, and begins a new cycle of four attempts. Refused if a newer event of the same item, source or channel exists.",
      errors: ["ChannelNotEnabled", "DeliverySuperseded", "EventsExpired"],
    },
    {
      method: "POST",
      path: `${webhooks}/redeliveries`,
      procedure: "webhooks.redeliverRange",
      status: 202,
      summary: "Deliver many events again",
      description:
        "Sends at most the newest event of each item, source and channel. Events with a newer event are left out (`superseded`). A finished delivery starts a new cycle of four attempts. A waiting delivery is sent now. An event that was delivered once stays `delivered`. A dry run counts the deliveries.",
      examples: {
        "What failed since an event": { from: 118, status: "failed" },
        "All of a range": { from: 118, to: 4500 },
        "What failed since a time": { since: "2026-01-31T09:00:00Z", status: "failed" },
      },
      errors: ["ChannelNotEnabled"],
    },
    {
      method: "POST",
      path: `${webhooks}/test`,
      procedure: "webhooks.test",
      tool: {
        name: "test_webhook",
        description:
          "Sends a signed `webhook.enabled` now and once. The answer holds the receiver's response. The dry run makes no call: `ok` is false there.",
      },
      callsOut: true,
      summary: "Send a test call",
      description:
        "Sends a signed `webhook.enabled` now and once, outside of the event log. The answer holds the receiver's response. A 2xx verifies a pending endpoint and ends `WebhookEndpointFailing`. Each store has one test at a time: 429 while another test runs.",
      errors: ["ChannelNotEnabled"],
    },
    {
      method: "POST",
      path: `${webhooks}/secret`,
      procedure: "webhooks.rotateSecret",
      etag: "view",
      guarded: true,
      summary: "Change the signing secret",
      description:
        "For 24 hours, `X-Webhook-Signature` uses the old secret, `X-Webhook-Signature-Next` uses the new one, and `Webhook-Signature` holds both. After that, only the new secret signs. `immediate` ends the old secret at once. Every call that starts after the answer is signed with the new secret.",
      examples: {
        "A new secret": { secret: "n3wS3cretN3wS3cret" },
        "The old one was seen by others": { secret: "n3wS3cretN3wS3cret", immediate: true },
      },
      answerExample: webhooksChannel,
      errors: ["ChannelNotEnabled"],
    },
  ],
};
