import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { buildDigest, readDigest } from "./internal/stored-digest.ts";
import { type CurrentStockRow, currentStockSql, readAsOfOneMomentSql } from "./stock.sql.ts";

const BATCH = 1_000;

/** A digest that does not match the items of its store. */
export interface WrongDigest extends StoreIds {
  /** Number of entries that are different, missing or too many. */
  differences: number;
}

async function audit(ctx: Context, store: StoreIds): Promise<WrongDigest | undefined> {
  const { retailerId, storeId } = store;
  const found = await ctx.db.bulkTransaction(store, "large", async (tx) => {
    await tx.query(readAsOfOneMomentSql);
    const [current] = await tx.query<CurrentStockRow>(currentStockSql, [retailerId, storeId]);
    const kept = current && (await readDigest(tx, store, current.version));
    // A digest of an older version is never read again: the next feed builds a new one.
    if (!kept) return undefined;
    const { version } = current;
    return { version, differences: kept.differencesTo(await buildDigest(tx, store, kept.count, kept.seed)) };
  });
  if (!found?.differences) return undefined;
  await ctx.db.prisma.stockDigest.deleteMany({ where: { retailerId, storeId, stockVersion: found.version } });
  return { ...store, differences: found.differences };
}

/**
 * Compares each digest with the items of its store. Deletes wrong digests, so that the next feed builds them again. A wrong digest
 * is always a defect. The worker runs it each night.
 */
export async function auditDigests(ctx: Context): Promise<{ audited: number; wrong: WrongDigest[] }> {
  const wrong: WrongDigest[] = [];
  const none = "00000000-0000-0000-0000-000000000000";
  let last: StoreIds = { retailerId: none, storeId: none };
  let audited = 0;
  for (;;) {
    const { retailerId, storeId } = last;
    const stores = await ctx.db.prisma.stockDigest.findMany({
      where: {
        retailerId: { gte: retailerId },
        OR: [{ retailerId: { gt: retailerId } }, { storeId: { gt: storeId } }],
      },
      orderBy: [{ retailerId: "asc" }, { storeId: "asc" }],
      take: BATCH,
      select: { retailerId: true, storeId: true },
    });
    for (const store of stores) {
      const found = await audit(ctx, store);
      if (found) wrong.push(found);
      audited++;
      last = store;
    }
    if (stores.length < BATCH) return { audited, wrong };
  }
}
