import { Prisma, type Tx } from "@highstreet/db";
import type { StoreIds, WithPrisma } from "../../core/channels/index.ts";
import { isLasting } from "../../core/provider-state/index.ts";
import { markAllSql } from "./listings.sql.ts";

const noTrouble = { pausedUntil: null, failures: 0, problem: Prisma.DbNull };

// The caller of these three functions holds the store's lock.

/** Publishes all items of a store from now on. Earlier calls may have sent them to another place, so all items are sent again. */
export async function beginListings(tx: Tx, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.listing.deleteMany({ where: { retailerId, storeId } });
  await tx.prisma.publication.upsert({
    where: { retailerId_storeId: { retailerId, storeId } },
    create: { retailerId, storeId, dueAt: now, problemsDueAt: now },
    update: { dueAt: now, ...noTrouble },
    select: { storeId: true },
  });
  tx.send(markAllSql, [retailerId, storeId]);
}

/** Continues to publish a store's items after access has come back. Items that were sent stay sent. */
export async function resumeListings(tx: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.publication.updateMany({ where: { retailerId, storeId }, data: { dueAt: now, ...noTrouble } });
}

/** Ends the publication of a store and deletes its listings. The provider gets no calls, because our access ends. */
export async function endListings({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  const where = { retailerId, storeId };
  await prisma.listingChange.deleteMany({ where });
  await prisma.listing.deleteMany({ where });
  await prisma.publication.deleteMany({ where });
}

/** The reason why a store's items cannot be sent, if the store should see a warning. */
export type SendingTrouble = "quota" | "unavailable";

/** The last failures of sending: `publication.problem`, `.failures`. */
export interface SendingRecord {
  problem: { kind: string; message: string } | null;
  failures: number;
}

/** Exhausted quotas and problems with our account cause a warning at once. Other failures cause a warning if they last. */
export function troubleOf({ problem, failures }: SendingRecord): SendingTrouble | null {
  if (!problem) return null;
  if (problem.kind === "quota") return "quota";
  return problem.kind === "setup" || isLasting(failures) ? "unavailable" : null;
}

/** Reads the reason why a store's items cannot be sent; null if there is none, or none to show yet. */
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

/** Whether no item of a store waits to be compared or sent. */
export async function isAllSent({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<boolean> {
  const [where, select] = [{ retailerId, storeId }, { itemKey: true }];
  if (await prisma.listingChange.findFirst({ where, select })) return false;
  return (await prisma.listing.findFirst({ where: { ...where, state: "waiting" }, select })) === null;
}
