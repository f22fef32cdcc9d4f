import { holdRetailer } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent, SHORT_LOCK_WAIT, serveRetailers } from "../../kernel/jobs.ts";
import type { DueWork } from "../../kernel/kernel.sql.ts";
import { claimVisitSql, countBrokenSql, keepBrokenSql, nextProductsSql, shownPicturesSql } from "./pictures.sql.ts";

/** `no_answer`: perhaps for an hour alone. */
type PictureState = "loads" | "broken" | "no_answer";
export type TryPicture = (url: string) => Promise<PictureState>;

const DAY_MS = 24 * 3_600_000;
/** Products with broken pictures and further products of one visit. */
const [MAX_BROKEN, MAX_FURTHER] = [50, 150];
const MAX_VISIT_MS = 60_000;
/** After so many pictures without an answer, a visit leaves the host alone. */
const MAX_SILENT = 2;
/** Products with broken pictures that a task counts. */
const MAX_COUNTED = 1_000;

const due: DueWork = { table: "retailer", where: "pictures_due_at <= clock.now", since: "pictures_due_at" };

interface ShownProduct {
  itemKey: string;
  urls: string[];
}

/**
 * Tries pictures that a channel shows. Each host has one visit a day for each shop: first the pictures that were broken, then the next of
 * the shop.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function checkPictures(ctx: Context, tryPicture: TryPicture): Promise<void> {
  await serveRetailers(ctx, due, async (retailerId) => {
    const next = new Date(ctx.now().getTime() + DAY_MS);
    const claim = [retailerId, ctx.now(), next];
    const [visit] = await ctx.db.transaction(
      { retailerId },
      (tx) => tx.query<{ after: string }>(claimVisitSql, claim),
      SHORT_LOCK_WAIT,
    );
    if (visit) await checkSome(ctx, retailerId, visit.after, tryPicture);
    return false;
  });
}

async function checkSome(ctx: Context, retailerId: string, after: string, tryPicture: TryPicture): Promise<void> {
  const { db } = ctx;
  const broken = await db.prisma.brokenPicture.findMany({
    where: { retailerId },
    orderBy: { checkedAt: "asc" },
    take: MAX_BROKEN,
    select: { itemKey: true },
  });
  const further = await db.query<{ itemKey: string }>(nextProductsSql, [retailerId, after, MAX_FURTHER]);
  const keys = [...new Set([...broken, ...further].map(({ itemKey }) => itemKey))];
  if (!keys.length) return;
  const rows = await db.query<ShownProduct>(shownPicturesSql, [retailerId, keys]);
  const shown = new Map(rows.map(({ itemKey, urls }) => [itemKey, urls]));
  const states = await visitHosts(
    keys.flatMap((key) => shown.get(key) ?? []),
    tryPicture,
  );
  const urlsOf = (key: string) => shown.get(key) ?? [];
  const isTried = (key: string) => urlsOf(key).every((url) => states.has(url));
  const untried = further.findIndex(({ itemKey }) => !isTried(itemKey));
  // A product that a visit cannot finish does not stop the next ones.
  const last = untried < 0 ? further.length - 1 : Math.max(untried - 1, 0);
  const isRound = untried < 0 && further.length < MAX_FURTHER;
  await db.transaction({ retailerId }, async (tx) => {
    await holdRetailer(tx, retailerId);
    const tried = keys.filter(isTried).map((itemKey) => {
      const urls = urlsOf(itemKey).filter((url) => states.get(url) !== "loads");
      return { itemKey, urls, isCertain: urls.some((url) => states.get(url) === "broken") };
    });
    const fine = tried.filter(({ urls }) => !urls.length).map(({ itemKey }) => itemKey);
    await tx.prisma.brokenPicture.deleteMany({ where: { retailerId, itemKey: { in: fine } } });
    for (const { itemKey, urls, isCertain } of tried)
      if (urls.length) await tx.query(keepBrokenSql, [retailerId, itemKey, urls, isCertain, ctx.now()]);
    const picturesAfter = isRound ? "" : (further[last]?.itemKey ?? "");
    await tx.prisma.retailer.updateMany({ where: { id: retailerId }, data: { picturesAfter } });
  });
}

/** All hosts at once, the pictures of a host one after another. */
async function visitHosts(urls: string[], tryPicture: TryPicture): Promise<Map<string, PictureState>> {
  const states = new Map<string, PictureState>();
  const until = performance.now() + MAX_VISIT_MS;
  const hosts = Map.groupBy(new Set(urls), (url) => URL.parse(url)?.host ?? url);
  await forEachConcurrent([...hosts.values()], async (ofHost) => {
    let silent = 0;
    for (const url of ofHost) {
      if (performance.now() > until) return;
      const state = silent < MAX_SILENT ? await tryPicture(url) : "no_answer";
      silent = state === "no_answer" ? silent + 1 : 0;
      states.set(url, state);
    }
  });
  return states;
}

/** The number of products with a picture that does not load, in each of the stores. The caller has checked the retailer. */
export function countBrokenPictures(
  db: Context["db"],
  retailerId: string,
  storeIds: string[] | undefined,
): Promise<{ storeId: string; count: number }[]> {
  return db.query(countBrokenSql, [retailerId, storeIds ?? null, MAX_COUNTED]);
}
