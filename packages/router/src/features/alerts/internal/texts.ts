import type { AlertKind } from "../alerts.schema.ts";

/** The kinds of alerts in e-mails. */
export const alertNames: Record<AlertKind, string> = {
  file_held: "File held",
  till_silent: "Till silent",
  endpoint_failing: "Webhook address failing",
  access_lost: "Channel interrupted",
  products_rejected: "Products not shown",
  budget_changed: "Ads budget changed",
};

/** The texts of e-mails about alerts. */
export const texts = {
  many: (count: number, shop: string, isDaily: boolean) =>
    `${count} alerts${isDaily ? " of the last day" : ""}: ${shop}`,
  since: (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at),
  more: (count: number) => `And ${count} more.`,
  open: "Open the shop:",
  choose: "Choose which alerts you get:",
};
