export { deliveryHost } from "./delivery-host.ts";
export { enableWebhooks } from "./enable-webhooks.ts";
export { checkWebhookUrl } from "./internal/endpoint.ts";
export { inboxSecrets, readSecrets } from "./internal/signing-secrets.ts";
export { removeWebhooks } from "./remove-webhooks.ts";
export { retainLogs } from "./retain-logs.ts";
export { webhooks } from "./webhooks.router.ts";
