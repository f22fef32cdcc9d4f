import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import {
  AlertCall,
  Alerts,
  AlertsOf,
  ChooseAlerts,
  News,
  NewsOf,
  SaveAlertWebhook,
  SavedAlertWebhook,
  SeeNews,
} from "./alerts.schema.ts";
import { chooseAlerts, getAlerts } from "./choose-alerts.ts";
import { listNews, seeNews } from "./list-news.ts";
import { saveAlertWebhook, testAlertWebhook } from "./save-alert-webhook.ts";

const mine = procedure.meta({ access: "retailers:read" });
const own = procedure.meta({ access: "retailers:read", stores: "own" });
const owners = procedure.meta({ access: "retailers:write" });

export const alerts = router({
  get: mine
    .input(AlertsOf)
    .output(Alerts)
    .query(({ ctx, input }) => getAlerts(ctx, input)),
  choose: mine
    .input(ChooseAlerts)
    .output(z.void())
    .mutation(({ ctx, input }) => chooseAlerts(ctx, input)),
  news: own
    .input(NewsOf)
    .output(News)
    .query(({ ctx, input }) => listNews(ctx, input)),
  seeNews: own
    .input(SeeNews)
    .output(z.void())
    .mutation(({ ctx, input }) => seeNews(ctx, input)),
  saveWebhook: owners
    .input(SaveAlertWebhook)
    .output(SavedAlertWebhook)
    .mutation(({ ctx, input }) => saveAlertWebhook(ctx, input)),
  testWebhook: owners
    .input(AlertsOf)
    .output(AlertCall)
    .mutation(({ ctx, input }) => testAlertWebhook(ctx, input)),
});
