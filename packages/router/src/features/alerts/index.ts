export { alerts } from "./alerts.router.ts";
export { announceAlerts, sendDailyAlerts } from "./announce-alerts.ts";
export { callAlertWebhooks } from "./call-alert-webhooks.ts";
export { writeAlerts } from "./write-alerts.ts";
