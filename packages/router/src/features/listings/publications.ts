import { Prisma, type SqlTx, type Tx } from "@highstreet/db";
import type { StoreIds, WithPrisma } from "../../core/channels/index.ts";
import { isLasting } from "../../core/provider-state/index.ts";

import {
  markAllSql,
  markNamedSql,
  markOneSql,
  markProductsSql,
  markStagedSql,
  markStoreProductsSql,
} from "./listings.sql.ts";

const noTrouble = { pausedUntil: null, failures: 0, problem: Prisma.DbNull };

// The caller of these three functions holds the store's lock.

/** Earlier calls may have sent items to another place, so all are sent again. */
export async function beginListings(tx: Tx, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.listing.deleteMany({ where: { retailerId, storeId } });
  await tx.prisma.publication.upsert({
    where: { retailerId_storeId: { retailerId, storeId } },
    create: { retailerId, storeId, dueAt: now, problemsDueAt: now },
    update: { dueAt: now, ...noTrouble },
    select: { storeId: true },
  });
  await tx.execute(markAllSql, [retailerId, storeId]);
}

/** After access has come back. Items that were sent stay sent. */
export async function resumeListings(tx: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.publication.updateMany({ where: { retailerId, storeId }, data: { dueAt: now, ...noTrouble } });
}

/** The provider gets no calls, because our access ends. */
export async function endListings({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  const where = { retailerId, storeId };
  await prisma.listingChange.deleteMany({ where });
  await prisma.listing.deleteMany({ where });
  await prisma.publication.deleteMany({ where });
}

/** What the store should see a warning about. */
export type SendingTrouble = "quota" | "unavailable";

export interface SendingRecord {
  problem: { kind: string; message: string } | null;
  failures: number;
}

/** Exhausted quotas and problems with our account warn at once, other failures if they last. */
export function troubleOf({ problem, failures }: SendingRecord): SendingTrouble | null {
  if (!problem) return null;
  if (problem.kind === "quota") return "quota";
  return problem.kind === "setup" || isLasting(failures) ? "unavailable" : null;
}

/** null if there is no reason, or none to show yet. */
export async function sendingTrouble(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<SendingTrouble | null> {
  const row = await prisma.publication.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    select: { problem: true, failures: true },
  });
  return row && troubleOf(row as SendingRecord);
}

export async function isAllSent({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<boolean> {
  const [where, select] = [{ retailerId, storeId }, { itemKey: true }];
  if (await prisma.listingChange.findFirst({ where, select })) return false;
  return (await prisma.listing.findFirst({ where: { ...where, state: "waiting" }, select })) === null;
}

// Call these functions in the transaction that changes the items, under the locks of their stores.

export async function markListings(
  tx: SqlTx,
  retailerId: string,
  { storeIds, itemKeys }: { storeIds: string[]; itemKeys: string[] },
  now: Date,
): Promise<void> {
  if (storeIds.length === 1 && itemKeys.length === 1) {
    await tx.execute(markOneSql, [retailerId, now, storeIds[0], itemKeys[0]]);
    return;
  }
  await tx.keepPlans();
  await tx.execute(markNamedSql, [retailerId, now, storeIds, itemKeys]);
}

/** All items, after a change of what each listing says about the store. */
export async function markStore(tx: Tx, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  const { count } = await tx.prisma.publication.updateMany({ where: { retailerId, storeId }, data: { dueAt: now } });
  if (count) await tx.execute(markAllSql, [retailerId, storeId]);
}

export async function markStagedListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.execute(markStagedSql, [retailerId, now, storeId]);
}

/** Data that changed at `now`, of `store_product_stage`. */
export async function markStoreProductListings(tx: SqlTx, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.execute(markStoreProductsSql, [retailerId, now, storeId]);
}

/** Data that changed at `now`, of `product_stage`, in all stores. */
export async function markProductListings(tx: SqlTx, retailerId: string, now: Date): Promise<void> {
  await tx.execute(markProductsSql, [retailerId, now]);
}
