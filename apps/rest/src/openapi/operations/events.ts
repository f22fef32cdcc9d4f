import type { OperationDocs } from "../operation-doc.ts";

const store = "/retailers/:retailerId/stores/:storeId";
const webhooks = `${store}/channels/webhooks`;

export const eventOperations: OperationDocs = {
  [`GET ${store}/events`]: {
    summary: "Follow a store's events",
    description:
      "The same events that webhooks tell, ascending. Go on by `links.next`; when it is null, ask again from the last sequence. Kept for 30 days.",
    errors: ["EventsExpired"],
  },
  [`GET ${webhooks}/deliveries`]: { summary: "List deliveries", description: "The newest first." },
  [`GET ${webhooks}/deliveries/:sequence`]: {
    summary: "Read a delivery",
    description: "With its request and every attempt.",
  },
  [`POST ${webhooks}/deliveries/:sequence/redeliver`]: {
    summary: "Deliver an event again",
    errors: ["ChannelNotEnabled", "DeliverySuperseded"],
  },
  [`POST ${webhooks}/redeliveries`]: {
    summary: "Deliver many events again",
    description: "Those that a newer event of the same item has overtaken are left out.",
    bodies: { "What failed since an event": { from: 118, status: "failed" } },
    errors: ["ChannelNotEnabled"],
  },
  [`POST ${webhooks}/test`]: {
    summary: "Send a test call",
    description: "A signed `webhook.enabled`, answered with what the receiver said.",
    errors: ["ChannelNotEnabled"],
  },
  [`POST ${webhooks}/secret`]: {
    summary: "Change the signing secret",
    description: "For 24 hours calls are signed with both, unless `immediate`.",
    bodies: { "A new secret": { secret: "n3wS3cretN3wS3cret" } },
    errors: ["ChannelNotEnabled"],
  },
};
