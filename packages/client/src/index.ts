export type { components, paths } from "./api.ts";
export { createHighstreet, type Highstreet, type HighstreetOptions } from "./create-highstreet.ts";
export { createReceiver, type ReceiverOptions, type ReceiverStore } from "./create-receiver.ts";
export { HighstreetError } from "./problem.ts";
export { memoryStore, type PostgresClient, postgresStore } from "./receiver-stores.ts";
export {
  type ReceivedEvent,
  type Schemas,
  type VerifyWebhookOptions,
  verifyWebhook,
  verifyWebhookEvents,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./verify-webhook.ts";
export { version } from "./version.ts";
