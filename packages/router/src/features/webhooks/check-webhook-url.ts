import { checkOutboundUrl } from "../../kernel/check-outbound-url.ts";
import type { Settings } from "../../kernel/context.ts";

/** Checks that a webhook URL may be called. @throws ValidationFailed */
export function checkWebhookUrl(url: string, settings: Settings): Promise<void> {
  return checkOutboundUrl(url, "/parameters/webhookUrl", settings);
}
