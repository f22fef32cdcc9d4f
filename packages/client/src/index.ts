export type { components, paths } from "./api.ts";
export { createHighstreet, type Highstreet, type HighstreetOptions } from "./create-highstreet.ts";
export { HighstreetError } from "./highstreet-error.ts";
export type { Schemas } from "./schemas.ts";
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.ts";
