export { deliveryHost } from "./delivery-host.ts";
export { inboxSecrets, sealSecrets } from "./internal/signing-secrets.ts";
export { retainLogs } from "./retain-logs.ts";
export { webhooks } from "./webhooks.router.ts";
export { webhooksChannel } from "./webhooks-channel.ts";
