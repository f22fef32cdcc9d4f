import { readByIndexSql } from "@highstreet/db";
import { readBacklog } from "@highstreet/delivery";
import { type Context, clockErrorMs, MAX_CLOCK_ERROR_MS } from "@highstreet/router";
import { type Mailer, sendMails } from "@highstreet/router/core/mail/index.ts";
import { providerMs } from "@highstreet/router/core/provider-state/index.ts";
import {
  announceAlerts,
  callAlertWebhooks,
  sendDailyAlerts,
  writeAlerts,
} from "@highstreet/router/features/alerts/index.ts";
import { endHides } from "@highstreet/router/features/customizations/index.ts";
import { applyDueSales, applyStockFiles, expireUnseen } from "@highstreet/router/features/ingest/index.ts";
import {
  publicationBacklog,
  publishListings,
  readListingProblems,
  reconcileListings,
} from "@highstreet/router/features/listings/index.ts";
import { activateDueBudgets, readCampaigns } from "@highstreet/router/features/local-ads/index.ts";
import { runOperations } from "@highstreet/router/features/operations/index.ts";
import { checkPictures } from "@highstreet/router/features/pictures/index.ts";
import { MAX_PULLS, pullDueConnections, pullDueSources } from "@highstreet/router/features/pulls/index.ts";
import { type RetentionDays, removeOld, sweepAnswers } from "@highstreet/router/features/retention/index.ts";
import { settleDueRules, settleDueShelves } from "@highstreet/router/features/rules/index.ts";
import { acceptInvitations, checkSearchChannels, giveUpLocations } from "@highstreet/router/features/search/index.ts";
import { disconnectSilentSources } from "@highstreet/router/features/sources/index.ts";
import { writeInvitation, writeReset } from "@highstreet/router/features/staff/index.ts";
import { runTestClocks } from "@highstreet/router/features/test-clock/index.ts";
import { retainLogs } from "@highstreet/router/features/webhooks/index.ts";
import type { ChannelBacklog } from "@highstreet/telemetry";
import type { Logger } from "pino";
import type { FeedFetcher } from "./feed-fetcher.ts";
import type { Job } from "./run-jobs.ts";
import type { ShopSystems } from "./shop-systems.ts";
import { pictureTrier } from "./try-picture.ts";

/** Reads what waits in all channels, with one bounded statement for each. */
export function readBacklogs({
  db,
  now,
}: Pick<Context, "db" | "now">): Promise<{ channels: ChannelBacklog[]; retries: number }> {
  return db.sqlTransaction("no shop", async (tx) => {
    await tx.execute(readByIndexSql);
    const webhooks = await readBacklog(tx, now());
    const search = await publicationBacklog(tx, now());
    return {
      channels: [
        { channel: "webhooks", state: "due", stores: webhooks.dueStores, oldestAt: webhooks.dueSince },
        { channel: "webhooks", state: "held", stores: webhooks.heldStores, oldestAt: webhooks.heldSince },
        { channel: "endpoints", state: "due", stores: webhooks.followedStores, oldestAt: webhooks.followedSince },
        { channel: "search", state: "due", stores: search.stores, oldestAt: search.since },
      ],
      retries: webhooks.retries,
    };
  });
}

const MINUTE = 60;
/** Hours of nightly work, while shops are closed. */
const [NIGHT_BEGINS, NIGHT_ENDS] = [2, 6];
/** Number of jobs that fetch files, one file each at a time. A slow file delays only the next file of its job. */
const FETCHES = 8;

/** Compares each store once a night, in as many runs as needed, and logs the result. A difference is a bug. */
async function reconcile(ctx: Context, log: Logger): Promise<void> {
  const hour = ctx.now().getUTCHours();
  if (hour < NIGHT_BEGINS || hour >= NIGHT_ENDS) return;
  const since = new Date(ctx.now().setUTCHours(NIGHT_BEGINS, 0, 0, 0));
  const found = await reconcileListings(ctx, { since });
  if (found.stores)
    log[found.wrong.length ? "error" : "info"](found, "listings equal the shelves; differences were corrected");
}

/** Sends the e-mails that are due, and logs each failure without its text. */
async function mailOut(ctx: Context, log: Logger, mailer: Mailer): Promise<void> {
  const { failed } = await sendMails(ctx, mailer, {
    invitation: writeInvitation,
    reset: writeReset,
    alerts: writeAlerts,
  });
  for (const failure of failed) log.warn(failure, "an e-mail was not taken by the mail server");
}

/** The repeated jobs of the worker. Each job can run late, twice, and in several workers at once. */
export function jobsOf(
  ctx: Context,
  log: Logger,
  {
    fetcher,
    shops,
    retention,
    mailer,
  }: {
    fetcher: FeedFetcher;
    shops: ShopSystems;
    retention: RetentionDays;
    mailer: Mailer | undefined;
  },
): Job[] {
  const job = (name: string, every: Job["every"], run: Job["run"], failure: string): Job => ({
    name,
    every,
    run,
    failure,
  });
  /** Runs a job that depends on age. With a wrong clock it would remove young rows, so it then logs a warning and does nothing. */
  const aged =
    (run: Job["run"]): Job["run"] =>
    async () => {
      const aheadMs = await clockErrorMs(ctx.db, ctx.now);
      if (Math.abs(aheadMs) <= MAX_CLOCK_ERROR_MS) return run();
      log.error(
        { aheadMs },
        "the clock of this worker differs from the database's: nothing is removed or expired by age",
      );
      return undefined;
    };
  /** The pause in seconds. Shorter if the provider runs faster than real life. */
  const outside = (seconds: number): number =>
    Math.max(2, Math.round(providerMs(ctx.providers, seconds * 1_000) / 1_000));
  return [
    job("activate-budgets", 1, () => activateDueBudgets(ctx), "due budgets were not activated"),
    job("read-campaigns", outside(MINUTE), () => readCampaigns(ctx), "campaigns were not compared with their channels"),
    job("accept-invitations", outside(MINUTE), () => acceptInvitations(ctx), "invitations were not accepted"),
    job("check-search", 2, () => checkSearchChannels(ctx), "search channels were not checked"),
    job("give-up-locations", outside(MINUTE), () => giveUpLocations(ctx), "locations were not given up"),
    job("end-hides", 5, () => endHides(ctx), "products that are hidden until a time were not shown again"),
    job("apply-sales", 5, () => applyDueSales(ctx), "prices of sales that start or end were not changed"),
    job("run-test-clocks", 2, () => runTestClocks(ctx), "what is due by test clocks was not done"),
    job("settle-rules", 5, () => settleDueRules(ctx), "stores do not follow the changed rules"),
    job("settle-shelves", 5, () => settleDueShelves(ctx), "pauses and rules of stores did not begin or end in time"),
    job("apply-files", 1, () => applyStockFiles(ctx), "stock files of several stores were not applied"),
    job("run-operations", 1, () => runOperations(ctx), "batches of operations failed"),
    job("publish-listings", 2, () => publishListings(ctx), "listings were not published"),
    job("read-listing-problems", outside(MINUTE), () => readListingProblems(ctx), "problems of listings were not read"),
    job(
      "check-pictures",
      MINUTE / 2,
      () => checkPictures(ctx, pictureTrier(fetcher, ctx.settings)),
      "pictures of products were not tried",
    ),
    job("reconcile-listings", MINUTE, () => reconcile(ctx, log), "listings were not compared with shelves"),
    job(
      "disconnect-silent",
      MINUTE,
      aged(() => disconnectSilentSources(ctx)),
      "silent sources were not disconnected",
    ),
    job(
      "expire-unseen",
      MINUTE,
      aged(() => expireUnseen(ctx)),
      "items without an update for 7 days were not expired",
    ),
    // Without a mail server nothing is queued.
    ...(mailer ? [job("send-mails", 2, () => mailOut(ctx, log, mailer), "e-mails were not sent")] : []),
    job("announce-alerts", 20, () => announceAlerts(ctx), "alerts were not announced"),
    job("send-daily-alerts", 20, () => sendDailyAlerts(ctx), "daily alerts were not sent"),
    job("call-alert-webhooks", 5, () => callAlertWebhooks(ctx), "webhooks for alerts were not called"),
    job(
      "sweep-answers",
      10 * MINUTE,
      aged(() => sweepAnswers(ctx)),
      "old answers were not removed",
    ),
    job(
      "retain-logs",
      10 * MINUTE,
      aged(() => retainLogs(ctx, { days: retention.events })),
      "old events and deliveries were not removed",
    ),
    job(
      "remove-old",
      60 * MINUTE,
      aged(() => removeOld(ctx, retention)),
      "old ingests, history, keys and sessions were not removed",
    ),
    ...Array.from({ length: MAX_PULLS }, (_, n) =>
      job(`pull-connections-${n + 1}`, 4, () => pullDueConnections(ctx, shops.open), "connections were not pulled"),
    ),
    ...Array.from({ length: FETCHES }, (_, n) =>
      job(`pull-sources-${n + 1}`, 4, () => pullDueSources(ctx, fetcher.fetch), "files of sources were not fetched"),
    ),
  ];
}
