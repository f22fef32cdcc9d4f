export { alerts } from "./alerts.router.ts";
export { announceAlerts } from "./announce-alerts.ts";
export { callAlertWebhooks } from "./call-alert-webhooks.ts";
export { sendDailyAlerts } from "./send-daily-alerts.ts";
export { writeAlerts } from "./write-alerts.ts";
