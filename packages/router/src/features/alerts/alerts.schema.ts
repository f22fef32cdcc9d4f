import { z } from "zod";
import { OutboundUrl } from "../../kernel/web-url.schema.ts";

/** The problems that people and systems get messages about, outside of the console. */
export const alertKinds = [
  "file_held",
  "till_silent",
  "endpoint_failing",
  "access_lost",
  "products_rejected",
  "budget_changed",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const Timing = z.enum(["at_once", "daily", "off"]);
export type Timing = z.infer<typeof Timing>;

const Timings = z.strictObject({
  file_held: Timing,
  till_silent: Timing,
  endpoint_failing: Timing,
  access_lost: Timing,
  products_rejected: Timing,
  budget_changed: Timing,
} satisfies Record<AlertKind, typeof Timing>);
export type Timings = z.infer<typeof Timings>;

export const AlertsOf = z.strictObject({ retailerId: z.string() });
export type AlertsOf = z.infer<typeof AlertsOf>;

/** The answer to a call. */
export const AlertCall = z.object({
  at: z.string(),
  ok: z.boolean().describe("A 2xx, in time"),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  answer: z.string().describe("The first KiB of the answer, or why there is none"),
});
export type AlertCall = z.infer<typeof AlertCall>;

/** The alerts that the signed-in person gets from a shop, and its webhook. */
export const Alerts = z.object({
  timings: Timings,
  email: z.string(),
  /** The time zone of the daily e-mail. */
  timezone: z.string(),
  /** Whether the operator has configured e-mail. */
  canMail: z.boolean(),
  /** null: none, or the person may not see it. */
  webhook: z.object({ url: z.string(), lastCall: AlertCall.nullable() }).nullable(),
});
export type Alerts = z.infer<typeof Alerts>;

export const ChooseAlerts = z.strictObject({ retailerId: z.string(), timings: Timings });
export type ChooseAlerts = z.infer<typeof ChooseAlerts>;

/** null removes the webhook and its secret. */
export const SaveAlertWebhook = z.strictObject({ retailerId: z.string(), url: OutboundUrl.nullable() });
export type SaveAlertWebhook = z.infer<typeof SaveAlertWebhook>;

/** A new secret, shown this once; null: the secret stays. */
export const SavedAlertWebhook = z.object({ secret: z.string().nullable() });
export type SavedAlertWebhook = z.infer<typeof SavedAlertWebhook>;
