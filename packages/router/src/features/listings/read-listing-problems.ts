import { Prisma } from "@highstreet/db";
import {
  type ItemProblem,
  isTestId,
  type ListingStore,
  type MerchantCountry,
  ProviderError,
} from "@highstreet/providers";
import type { WithPrisma } from "../../core/channels/index.ts";
import { forRetailer, providerMs, runEnd } from "../../core/provider-state/index.ts";
import { recordAlerts } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { joinWhole } from "../../kernel/kernel.sql.ts";
import { disapproveSql } from "./listings.sql.ts";
import { countProblems } from "./read-listings.ts";

const HOUR = 3_600_000;
/** Of test retailers, so that a rehearsal need not wait. */
const TEST_PAUSE_MS = 300_000;
const MIN_PAUSE_MS = 2_000;
const BATCH = 1_000;

interface Merchant extends MerchantCountry {
  retailerId: string;
  storeIds: string[];
}

async function merchantsOf({ prisma }: WithPrisma, retailerId: string): Promise<Merchant[]> {
  const publishing = await prisma.publication.findMany({ where: { retailerId }, select: { storeId: true } });
  const setups = await prisma.searchSetup.findMany({
    where: {
      retailerId,
      storeId: { in: publishing.map(({ storeId }) => storeId) },
      registeredStore: { not: Prisma.DbNull },
    },
    select: { storeId: true, registeredStore: true },
  });
  const merchants = new Map<string, Merchant>();
  for (const { storeId, registeredStore } of setups) {
    const { merchantId, country } = registeredStore as unknown as ListingStore;
    const key = `${merchantId} ${country}`;
    const merchant = merchants.get(key) ?? { retailerId, merchantId, country, storeIds: [] };
    merchants.set(key, { ...merchant, storeIds: [...merchant.storeIds, storeId] });
  }
  return [...merchants.values()];
}

async function readMerchant(
  ctx: Context,
  { retailerId, storeIds, ...merchant }: Merchant,
  next: Date,
): Promise<number> {
  const now = ctx.now();
  let disapproved = 0;
  let batch = new Map<string, ItemProblem>();
  const save = async (): Promise<void> => {
    const problems = [...batch.values()].map(({ code, message }) => JSON.stringify({ code, message }));
    const values = [retailerId, storeIds, now, [...batch.keys()], problems];
    await ctx.db.sqlTransaction({ retailerId }, async (tx) => {
      await tx.execute(joinWhole);
      await tx.execute(disapproveSql, values);
    });
    disapproved += batch.size;
    batch = new Map();
  };
  for await (const problem of ctx.providers.search.listProblems(merchant)) {
    // A problem that somebody can solve comes first.
    if (!batch.has(problem.offerId) || problem.fixableBy) batch.set(problem.offerId, problem);
    if (batch.size >= BATCH) await save();
  }
  await save();
  await ctx.db.prisma.listing.updateMany({
    where: { retailerId, storeId: { in: storeIds }, state: "disapproved", disapprovedAt: { lt: now } },
    data: { state: "sent", problem: Prisma.DbNull, disapprovedAt: null },
  });
  await alertRejected(ctx, retailerId, storeIds);
  // After the listings, because open pages follow the rows of publications.
  await ctx.db.prisma.publication.updateMany({
    where: { retailerId, storeId: { in: storeIds } },
    data: { problemsDueAt: next },
  });
  return disapproved;
}

/** An alert for each store with listings that do not show. */
async function alertRejected({ db, now }: Context, retailerId: string, storeIds: string[]): Promise<void> {
  const counts = new Map((await countProblems(db, retailerId, storeIds)).map((row) => [row.storeId, row]));
  await db.sqlTransaction({ retailerId }, async (tx) => {
    for (const storeId of storeIds) {
      const { problems = 0, message = null } = counts.get(storeId) ?? {};
      const text = `${problems === 1 ? "1 product does" : `${problems.toLocaleString("en")} products do`} not show. ${message ?? ""}`;
      const alert = { kind: "products_rejected", subject: "search", message: problems ? text.trim() : null } as const;
      await recordAlerts(tx, { retailerId, storeId }, [alert], now());
    }
  });
}

/**
 * Once an hour. An item is disapproved until the search engine no longer reports it. Without an answer, the next run asks again.
 * @returns the number of items disapproved
 * @throws AggregateError after the last retailer, with all errors on our side
 */
export async function readListingProblems(ctx: Context): Promise<number> {
  const now = ctx.now();
  const end = runEnd(now);
  const nextIn = (ms: number) => new Date(now.getTime() + providerMs(ctx.providers, ms, MIN_PAUSE_MS));
  const next = nextIn(HOUR);
  const errors: unknown[] = [];
  let disapproved = 0;
  const retailers = await ctx.db.prisma.publication.groupBy({
    by: "retailerId",
    where: { problemsDueAt: { lte: now } },
    orderBy: { _min: { problemsDueAt: "asc" } },
  });
  for (const { retailerId } of retailers) {
    if (ctx.now() >= end) break;
    // The first run that sets the next time asks for all stores.
    const due = { retailerId, problemsDueAt: { lte: now } };
    const claimed = await ctx.db.prisma.publication.updateMany({ where: due, data: { problemsDueAt: next } });
    if (!claimed.count) continue;
    for (const merchant of await merchantsOf(ctx.db, retailerId)) {
      try {
        const after = nextIn(isTestId(merchant.merchantId) ? TEST_PAUSE_MS : HOUR);
        disapproved += await forRetailer(ctx, retailerId, () => readMerchant(ctx, merchant, after));
      } catch (error) {
        if (!(error instanceof ProviderError)) errors.push(error);
      }
    }
  }
  if (errors.length) throw new AggregateError(errors, `the problems of ${errors.length} merchants could not be saved`);
  return disapproved;
}
