export type { components, paths } from "./api.ts";
export { createHighstreet, type Highstreet, type HighstreetOptions } from "./create-highstreet.ts";
export { HighstreetError } from "./problem.ts";
export {
  type Schemas,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export { version } from "./version.ts";
