import type { Tx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { runEnd } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import { compareItems, compareMarked } from "./internal/compare-items.ts";
import { COMPARED } from "./listings.sql.ts";

export interface WrongListings extends StoreIds {
  differences: number;
}

interface NextItem {
  itemKey: string;
  isMarked: boolean;
}

/** After the key `last`. */
async function readNext({ prisma }: Tx, ids: StoreIds, last: string): Promise<NextItem[]> {
  const [orderBy, select] = [{ itemKey: "asc" } as const, { itemKey: true }];
  const items = await prisma.stockItem.findMany({
    where: { ...ids, itemKey: { gt: last } },
    orderBy,
    take: COMPARED,
    select,
  });
  const range = { gt: last, lte: items.at(-1)?.itemKey ?? last };
  const changes = await prisma.listingChange.findMany({ where: { ...ids, itemKey: range }, select });
  const marked = new Set(changes.map(({ itemKey }) => itemKey));
  return items.map(({ itemKey }) => ({ itemKey, isMarked: marked.has(itemKey) }));
}

/** A store that no longer publishes has no items. */
async function reconcileBatch(
  ctx: Context,
  { retailerId, storeId }: StoreIds,
  last: string,
): Promise<{ rows: NextItem[]; found: number }> {
  const ids = { retailerId, storeId };
  const compare = async (tx: Tx): Promise<{ rows: NextItem[]; found: number }> => {
    await lockStores(tx, retailerId, [storeId]);
    const now = ctx.now();
    const noted = await tx.prisma.publication.updateMany({ where: ids, data: { reconciledAt: now } });
    if (!noted.count) return { rows: [], found: 0 };
    const rows = await readNext(tx, ids, last);
    // A marked item will be compared anyway.
    const keys = rows.flatMap(({ itemKey, isMarked }) => (isMarked ? [] : itemKey));
    const found = keys.length ? await compareItems(tx, ids, keys, now) : 0;
    if (found) {
      await tx.prisma.publication.updateMany({ where: { ...ids, dueAt: { gt: now } }, data: { dueAt: now } });
    }
    return { rows, found };
  };
  return ctx.db.transaction(ids, compare, SHORT_LOCK_WAIT);
}

async function reconcileStore(ctx: Context, store: StoreIds): Promise<{ items: number; differences: number }> {
  while (!(await compareMarked(ctx, store, SHORT_LOCK_WAIT)).isAll);
  let [items, differences, last] = [0, 0, ""];
  for (;;) {
    const { rows, found } = await reconcileBatch(ctx, store, last);
    items += rows.length;
    differences += found;
    if (rows.length < COMPARED) return { items, differences };
    last = rows.at(-1)?.itemKey ?? last;
  }
}

/**
 * Compares all listings with their items, and corrects differences. There should be none. A run takes about a minute. The next run
 * continues with the stores that were reconciled the longest ago.
 * @param since leaves out the stores that were reconciled since then
 * @returns the number of stores and items compared, and the stores with differences
 * @throws AggregateError after the last store, with all errors on our side
 */
export async function reconcileListings(
  ctx: Context,
  { since = null }: { since?: Date | null } = {},
): Promise<{ stores: number; items: number; wrong: WrongListings[] }> {
  const end = runEnd(ctx.now());
  const wrong: WrongListings[] = [];
  const parts = new PartialRun();
  let [stores, items] = [0, 0];
  const publishing = await ctx.db.prisma.publication.findMany({
    where: since ? { OR: [{ reconciledAt: null }, { reconciledAt: { lt: since } }] } : {},
    orderBy: [{ reconciledAt: { sort: "asc", nulls: "first" } }, { retailerId: "asc" }, { storeId: "asc" }],
    select: { retailerId: true, storeId: true },
  });
  for (const store of publishing) {
    if (ctx.now() >= end) break;
    const found = await parts.run(() => reconcileStore(ctx, store));
    if (!found) continue;
    stores++;
    items += found.items;
    if (found.differences) wrong.push({ ...store, differences: found.differences });
  }
  parts.end("stores could not be reconciled");
  return { stores, items, wrong };
}
