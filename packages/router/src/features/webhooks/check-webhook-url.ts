import type { Settings } from "../../kernel/context.ts";
import { checkUrl } from "../../outbound/index.ts";

/** Whether a webhook URL may be called (contract §5, webhooks). @throws ValidationFailed */
export function checkWebhookUrl(url: string, settings: Settings): Promise<void> {
  return checkUrl(url, "/parameters/webhookUrl", settings);
}
