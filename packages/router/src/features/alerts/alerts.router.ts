import { z } from "zod";
import { procedure, router } from "../../kernel/trpc.ts";
import { AlertCall, Alerts, AlertsOf, ChooseAlerts, SaveAlertWebhook, SavedAlertWebhook } from "./alerts.schema.ts";
import { chooseAlerts } from "./choose-alerts.ts";
import { getAlerts } from "./get-alerts.ts";
import { saveAlertWebhook } from "./save-alert-webhook.ts";
import { testAlertWebhook } from "./test-alert-webhook.ts";

const mine = procedure.meta({ access: "retailers:read" });
const owners = procedure.meta({ access: "retailers:write" });

/** The alerts of a shop by e-mail, chosen by each person, and by one webhook. */
export const alerts = router({
  get: mine
    .input(AlertsOf)
    .output(Alerts)
    .query(({ ctx, input }) => getAlerts(ctx, input)),
  choose: mine
    .input(ChooseAlerts)
    .output(z.void())
    .mutation(({ ctx, input }) => chooseAlerts(ctx, input)),
  saveWebhook: owners
    .input(SaveAlertWebhook)
    .output(SavedAlertWebhook)
    .mutation(({ ctx, input }) => saveAlertWebhook(ctx, input)),
  testWebhook: owners
    .input(AlertsOf)
    .output(AlertCall)
    .mutation(({ ctx, input }) => testAlertWebhook(ctx, input)),
});
