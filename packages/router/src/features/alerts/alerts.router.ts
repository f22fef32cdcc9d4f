import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  get: query(mine, AlertsOf, Alerts, getAlerts),
  choose: mutation(mine, ChooseAlerts, z.void(), chooseAlerts),
  news: query(own, NewsOf, News, listNews),
  seeNews: mutation(own, SeeNews, z.void(), seeNews),
  saveWebhook: mutation(owners, SaveAlertWebhook, SavedAlertWebhook, saveAlertWebhook),
  testWebhook: mutation(owners, AlertsOf, AlertCall, testAlertWebhook),
});
