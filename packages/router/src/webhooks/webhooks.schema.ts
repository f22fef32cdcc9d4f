import { z } from "zod";
import { bodyOf } from "../body.schema.ts";

/** A URL without credentials. Which addresses it may lead to is a rule of the verb's (check-webhook-url.ts). */
const webhookUrl = z
  .string()
  .max(2_048, "must be at most 2,048 characters")
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an https URL")
  .refine((url) => {
    const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
    return username === "" && password === "";
  }, "must not hold a user name or password")
  .describe("HTTPS endpoint that is called with POST and a JSON body");

/** What the webhooks channel takes. */
export const WebhooksParameters = z.strictObject({
  webhookUrl,
  secret: z
    .string()
    .regex(/^[A-Za-z0-9]{12,64}$/, "must be 12 to 64 letters and digits")
    .describe("Signing secret; never shown again"),
  enhancedProductData: z.boolean().default(false).describe("Whether inventory updates hold product information"),
});
export type WebhooksParameters = z.infer<typeof WebhooksParameters>;

export const EnableWebhooks = bodyOf({
  type: z.enum(["webhooks", "webhook"]),
  parameters: WebhooksParameters,
}).meta({ title: "Webhooks" });
