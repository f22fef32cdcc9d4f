import { webhooksChannel } from "../examples.ts";
import type { OperationDocs } from "../operation-doc.ts";

const store = "/retailers/:retailerId/stores/:storeId";
const webhooks = `${store}/channels/webhooks`;

export const eventOperations: OperationDocs = {
  [`GET ${store}/events`]: {
    summary: "Follow a store's events",
    description:
      "The same events that webhooks tell, ascending. Go on by `links.next`; when it is null, ask again from the last sequence. `links.prev` leads back. Kept for 30 days: 410 behind a sequence older than that; without one, the oldest that is kept comes first.",
    errors: ["EventsExpired"],
  },
  [`GET ${webhooks}/deliveries`]: { summary: "List deliveries", description: "The newest first." },
  [`GET ${webhooks}/deliveries/:sequence`]: {
    summary: "Read a delivery",
    description:
      "With its last call as it was sent (`request`, null before the first) and every attempt. Signatures are null once the endpoint or its secret was replaced. Kept for 30 days.",
    errors: ["EventsExpired"],
  },
  [`POST ${webhooks}/deliveries/:sequence/redeliver`]: {
    summary: "Deliver an event again",
    errors: ["ChannelNotEnabled", "DeliverySuperseded", "EventsExpired"],
  },
  [`POST ${webhooks}/redeliveries`]: {
    summary: "Deliver many events again",
    description:
      "Of each item, source and channel the newest at most: those that a newer event has overtaken are left out (`superseded`). What is finished begins a new cycle of four tries, what waits goes now; what was delivered once stays `delivered`. A dry run counts them.",
    bodies: {
      "What failed since an event": { from: 118, status: "failed" },
      "All of a range": { from: 118, to: 4500 },
    },
    errors: ["ChannelNotEnabled"],
  },
  [`POST ${webhooks}/test`]: {
    summary: "Send a test call",
    description:
      "A signed `webhook.enabled`, sent now and once, beside the log; answered with what the receiver said. A 2xx verifies a pending endpoint, and ends `WebhookEndpointFailing`. One at a time of each store: 429 while another is under way.",
    errors: ["ChannelNotEnabled"],
  },
  [`POST ${webhooks}/secret`]: {
    summary: "Change the signing secret",
    description:
      "For 24 hours `X-Webhook-Signature` stays with the old one, `X-Webhook-Signature-Next` has the new one, and `Webhook-Signature` both; then the new one signs alone. `immediate` ends the old one at once. Every call that starts after the answer is signed with the new one.",
    bodies: {
      "A new secret": { secret: "n3wS3cretN3wS3cret" },
      "The old one was seen by others": { secret: "n3wS3cretN3wS3cret", immediate: true },
    },
    example: webhooksChannel,
    errors: ["ChannelNotEnabled"],
  },
};
