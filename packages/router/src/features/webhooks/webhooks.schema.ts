import { z } from "zod";
import { bodyOf } from "../../kernel/body.schema.ts";
import { OutboundUrl } from "../../kernel/outbound-url.schema.ts";

export const Secret = z
  .string()
  .regex(/^[A-Za-z0-9]{12,64}$/, "must be 12 to 64 letters and digits")
  .describe("Signing secret; never shown again");

/** What the webhooks channel takes. */
export const WebhooksParameters = z.strictObject({
  webhookUrl: OutboundUrl.describe("HTTPS endpoint that is called with POST and a JSON body"),
  secret: Secret,
  enhancedProductData: z.boolean().default(false).describe("Whether inventory updates hold product information"),
});
export type WebhooksParameters = z.infer<typeof WebhooksParameters>;

export const EnableWebhooks = bodyOf({
  type: z.enum(["webhooks", "webhook"]),
  parameters: WebhooksParameters,
}).meta({ title: "Webhooks" });
