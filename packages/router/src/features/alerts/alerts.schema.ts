import { z } from "zod";
import { OutboundUrl, QueryTime } from "../../kernel/body.schema.ts";

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

export const AlertCall = z.object({
  at: z.string(),
  ok: z.boolean().describe("A 2xx, in time"),
  status: z.int().nullable().describe("HTTP status; null: no answer"),
  answer: z.string().describe("The first KiB of the answer, or why there is none"),
});
export type AlertCall = z.infer<typeof AlertCall>;

export const Alerts = z.object({
  timings: Timings,
  email: z.string(),
  timezone: z.string(),
  canMail: z.boolean(),
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

export const MAX_NEWS = 30;

/** Without a shop: of all shops of the partner. */
export const NewsOf = z.strictObject({ retailerId: z.string().optional() });
export type NewsOf = z.infer<typeof NewsOf>;

/** What the person was told last: the time of the newest news in their list. */
export const SeeNews = NewsOf.extend({ until: QueryTime });
export type SeeNews = z.infer<typeof SeeNews>;

const Named = z.object({ id: z.string(), name: z.string() });

/** Problems that began or ended in the last two weeks, the newest first. */
export const News = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(alertKinds),
      channel: z.string().nullable(),
      endpointId: z.string().nullable().describe("The webhook endpoint, which has many stores; null: none"),
      endpointName: z.string().nullable().describe("What people call it, also after it was deleted; null: none"),
      isGone: z.boolean().describe("The endpoint was deleted"),
      message: z.string(),
      at: z.string(),
      isOver: z.boolean(),
      isNew: z.boolean().describe("After the last visit of the person"),
      shop: Named.nullable().describe("null: the endpoint belongs to the partner"),
      store: Named.nullable().describe("null: as the shop"),
    }),
  ),
});
export type News = z.infer<typeof News>;
