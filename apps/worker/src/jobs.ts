import type { Context } from "@highstreet/router";
import { providerMs } from "@highstreet/router/core/provider-state/index.ts";
import { auditDigests, disconnectSilentSources, expireUnseen } from "@highstreet/router/features/inventory/index.ts";
import { publishListings, readListingProblems, reconcileListings } from "@highstreet/router/features/listings/index.ts";
import { activateDueBudgets, readCampaigns } from "@highstreet/router/features/local-ads/index.ts";
import { pullDueSources } from "@highstreet/router/features/pulls/index.ts";
import {
  clockErrorMs,
  MOST_CLOCK_ERROR_MS,
  type RetentionDays,
  removeOld,
  sweepAnswers,
} from "@highstreet/router/features/retention/index.ts";
import { acceptInvitations, checkSearchChannels, giveUpLocations } from "@highstreet/router/features/search/index.ts";
import { retainLogs } from "@highstreet/router/features/webhooks/index.ts";
import type { Logger } from "pino";
import type { FeedFetcher } from "./pulls/feed-fetcher.ts";
import type { Job } from "./run-jobs.ts";

const MINUTE = 60;
/** When shops are closed. */
const NIGHT = "0 2 * * *";
const [NIGHT_BEGINS, NIGHT_ENDS] = [2, 6];
/** Files fetched at once: one that comes slowly holds up none but the next of its lane. */
const FETCHES = 8;

/** @throws an Error that names the stores whose digests were wrong: there should never be any */
async function audit(ctx: Context): Promise<void> {
  const { wrong } = await auditDigests(ctx);
  if (wrong.length) throw new Error(wrong.map(({ storeId, differences }) => `${storeId}: ${differences}`).join(", "));
}

/** Each store once a night, in as many runs as that takes. Says what was held against what; nothing should ever be wrong. */
async function reconcile(ctx: Context, log: Logger): Promise<void> {
  const hour = ctx.now().getUTCHours();
  if (hour < NIGHT_BEGINS || hour >= NIGHT_ENDS) return;
  const since = new Date(ctx.now().setUTCHours(NIGHT_BEGINS, 0, 0, 0));
  const found = await reconcileListings(ctx, { since });
  if (found.stores)
    log[found.wrong.length ? "error" : "info"](found, "listings are as shelves are now: what was wrong is mended");
}

/** What is to be done again and again beside delivering. Each is safe to run late, twice, and in several workers at once. */
export function jobsOf(
  ctx: Context,
  log: Logger,
  { fetcher, retention }: { fetcher: FeedFetcher; retention: RetentionDays },
): Job[] {
  const job = (name: string, every: Job["every"], run: Job["run"], failure: string): Job => ({
    ...{ name, every, run, failure },
  });
  /** Runs a job that depends on age. With a wrong clock it would remove young rows, so it then logs a warning and does nothing. */
  const aged =
    (run: Job["run"]): Job["run"] =>
    async () => {
      const aheadMs = await clockErrorMs(ctx.db, ctx.now);
      if (Math.abs(aheadMs) <= MOST_CLOCK_ERROR_MS) return run();
      log.error(
        { aheadMs },
        "the clock of this worker differs from the database's: nothing is removed or expired by age",
      );
      return undefined;
    };
  /** Where the outside is faster than real life, so are the looks at it. */
  const outside = (seconds: number): number =>
    Math.max(2, Math.round(providerMs(ctx.providers, seconds * 1_000) / 1_000));
  return [
    job("activate-budgets", 1, () => activateDueBudgets(ctx), "budgets wait"),
    job("read-campaigns", outside(MINUTE), () => readCampaigns(ctx), "campaigns are not held against their channels"),
    job("accept-invitations", outside(MINUTE), () => acceptInvitations(ctx), "invitations wait"),
    job("check-search", 2, () => checkSearchChannels(ctx), "search channels wait"),
    job("give-up-locations", outside(MINUTE), () => giveUpLocations(ctx), "locations that were given up are not free"),
    job("publish-listings", 2, () => publishListings(ctx), "listings wait"),
    job("read-listing-problems", outside(MINUTE), () => readListingProblems(ctx), "what is not shown is not known"),
    job("reconcile-listings", MINUTE, () => reconcile(ctx, log), "listings are not held against shelves"),
    job(
      "disconnect-silent",
      MINUTE,
      aged(() => disconnectSilentSources(ctx)),
      "silent sources count as connected",
    ),
    job(
      "expire-unseen",
      MINUTE,
      aged(() => expireUnseen(ctx)),
      "items without an update for 7 days stay in stock",
    ),
    job("audit-digests", NIGHT, () => audit(ctx), "digests of stores are not as their items are"),
    job(
      "sweep-answers",
      10 * MINUTE,
      aged(() => sweepAnswers(ctx)),
      "old answers are not removed",
    ),
    job(
      "retain-logs",
      10 * MINUTE,
      aged(() => retainLogs(ctx, { days: retention.events })),
      "old events and deliveries wait to be removed",
    ),
    job(
      "remove-old",
      60 * MINUTE,
      aged(() => removeOld(ctx, retention)),
      "old ingests, history, keys and sessions are not removed",
    ),
    ...Array.from({ length: FETCHES }, (_, lane) =>
      job(
        `pull-sources-${lane + 1}`,
        4,
        () => pullDueSources(ctx, fetcher.fetch),
        "files of sources wait to be fetched",
      ),
    ),
  ];
}
