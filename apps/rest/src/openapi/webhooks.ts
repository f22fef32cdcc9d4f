import { examples } from "./examples.ts";

const header = (name: string, description: string, example: string, required = true) => ({
  name,
  in: "header",
  required,
  description,
  schema: { type: "string" },
  example,
});

const signed = [
  header(
    "X-Webhook-Signature",
    "HMAC SHA-256 of the raw body with the channel's secret, in lower-case hex",
    "8f0c5ff5b1d1a3c0c0a1a5c6b7a0b1f5bd2b1b1d4c1e7a2f90d9f7e0f6a1c2d3",
  ),
  header(
    "X-Webhook-Signature-Next",
    "The same with the new secret, while the secret changes",
    "1b6f0a6c9b3e5d2f4c8a7e1d0b9f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7",
    false,
  ),
  header(
    "X-Webhook-Sequence",
    "Position in the store's log. A lower position that arrives later is out of date",
    "118",
  ),
  header("Webhook-Id", "Standard Webhooks: the same on every retry", "evt_01939f30-5a00-7000-8000-000000000002_118"),
  header("Webhook-Timestamp", "Standard Webhooks: the time of this call, in seconds since 1970", "1772442900"),
  header(
    "Webhook-Signature",
    "Standard Webhooks: `v1,` and a base64 signature; several have spaces between them",
    "v1,K5oZ…=",
  ),
];

const calls: Record<string, [component: string, when: string]> = {
  "webhook.enabled": [
    "WebhookEnabledEvent",
    "The webhooks channel was enabled. Sent until the endpoint answers with a 2xx",
  ],
  "inventory.update": ["InventoryUpdateEvent", "A stock status or price changed, or a product is new"],
  "inventory_source.update": ["InventorySourceUpdateEvent", "The inventory source changed its status or warnings"],
  "channel.update": ["ChannelUpdateEvent", "Another channel of the store changed its status or warnings"],
};

/** The calls to a partner's endpoint. */
export const webhooks = Object.fromEntries(
  Object.entries(calls).map(([action, [component, description]]) => [
    action,
    {
      post: {
        operationId: component,
        tags: ["Events"],
        summary: action,
        description,
        parameters: signed,
        requestBody: {
          required: true,
          content: {
            "application/json": { schema: { $ref: `#/components/schemas/${component}` }, example: examples[component] },
          },
        },
        responses: {
          "2XX": {
            description:
              "Received. After any other answer, or none within 10 seconds, the call is retried up to 3 times.",
          },
        },
        security: [],
      },
    },
  ]),
);
