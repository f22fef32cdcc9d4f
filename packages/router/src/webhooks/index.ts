export { enableWebhooks } from "./enable-webhooks.ts";
export { removeWebhooks } from "./remove-webhooks.ts";
