import type { Prisma, Tx } from "@highstreet/db";
import { ahead } from "../../../access/find-retailer.ts";
import { penceToPounds, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import { dayAfter, nextLocalDay, recordAlerts } from "../../../core/stores/index.ts";
import { wakeCampaign } from "./campaign-row.ts";

/** In the future, or due and not made yet. A budget of 0 ends the ads. */
export interface BudgetChange extends Pick<Prisma.BudgetChangeModel, "budget" | "activatesAt"> {
  /** In the store's time zone, `YYYY-MM-DD`. */
  localDate: string;
  /** `activatesAt`; for a test retailer, when its test clock shows that time. */
  startsAt: Date;
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
const fromDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

export async function readOpenChanges(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<BudgetChange[]> {
  const rows = await prisma.budgetChange.findMany({
    where: { retailerId, storeId, madeAt: null },
    orderBy: { localDate: "asc" },
    select: { localDate: true, budget: true, activatesAt: true },
  });
  if (!rows.length) return [];
  const seconds = await clockAheadOf({ prisma }, retailerId);
  return rows.map((row) => ({ ...row, localDate: toDay(row.localDate), startsAt: ahead(row.activatesAt, -seconds) }));
}

async function clockAheadOf({ prisma }: WithPrisma, retailerId: string): Promise<number> {
  const found = await prisma.retailer.findUnique({ where: { id: retailerId }, select: { clockAhead: true } });
  return found?.clockAhead ?? 0;
}

/** `madeAt`: null while it is upcoming. */
export interface PastChange {
  date: string;
  budget: number;
  madeAt: Date | null;
}

export async function readLatestChanges(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  limit: number,
): Promise<PastChange[]> {
  const rows = await prisma.budgetChange.findMany({
    where: { retailerId, storeId },
    orderBy: { localDate: "desc" },
    take: limit,
    select: { localDate: true, budget: true, madeAt: true },
  });
  return rows.toReversed().map(({ localDate, ...row }) => ({ date: toDay(localDate), ...row }));
}

/** The last change that is due. It replaces the changes before it. */
export function dueChange(changes: BudgetChange[], now: Date): BudgetChange | undefined {
  return changes.findLast(({ startsAt }) => startsAt <= now);
}

/** It can still be cancelled. */
export function upcomingChange(changes: BudgetChange[], now: Date): BudgetChange | undefined {
  return changes.find(({ startsAt }) => startsAt > now);
}

/**
 * Replaces the upcoming change. The new one begins with the next local day without a change. A due change stays. The caller holds the
 * store's lock.
 * @param earliest the first possible day
 */
export async function planChange(
  tx: Tx,
  { retailerId, storeId, timezone }: StoreIds & { timezone: string },
  budget: number,
  now: Date,
  earliest = "",
): Promise<void> {
  const today = ahead(now, await clockAheadOf(tx, retailerId));
  await removeUpcoming(tx, { retailerId, storeId }, today);
  const last = await tx.prisma.budgetChange.findFirst({
    where: { retailerId, storeId },
    orderBy: { localDate: "desc" },
    select: { localDate: true },
  });
  const free = last ? dayAfter(toDay(last.localDate)) : "";
  const { date, begins } = nextLocalDay(today, timezone, free > earliest ? free : earliest);
  await tx.prisma.budgetChange.create({
    data: { retailerId, storeId, localDate: fromDay(date), budget, activatesAt: begins },
    select: { localDate: true },
  });
  const pounds = penceToPounds(budget).toFixed(2);
  const message = budget ? `The daily budget becomes £${pounds} on ${date}.` : `The ads end on ${date}.`;
  await recordAlerts(tx, { retailerId, storeId }, [{ kind: "budget_changed", message }], now);
}

/** @param today by the clock of the retailer @returns whether there was an upcoming change */
async function removeUpcoming(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  today: Date,
): Promise<boolean> {
  const where = { retailerId, storeId, madeAt: null, activatesAt: { gt: today } };
  return (await prisma.budgetChange.deleteMany({ where })).count > 0;
}

/** A due change stays. @returns whether there was an upcoming change */
export async function cancelChange(tx: Tx, store: StoreIds, now: Date): Promise<boolean> {
  const isCancelled = await removeUpcoming(tx, store, ahead(now, await clockAheadOf(tx, store.retailerId)));
  const message = "The planned change of the daily budget is cancelled.";
  if (isCancelled) await recordAlerts(tx, store, [{ kind: "budget_changed", message }], now);
  return isCancelled;
}

/** Also a due change. */
export async function forgetChanges({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  await prisma.budgetChange.deleteMany({ where: { retailerId, storeId, madeAt: null } });
}

/** Deletes the open changes that it replaces. */
export async function recordMade(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  change: BudgetChange,
  now: Date,
): Promise<void> {
  const localDate = fromDay(change.localDate);
  const open = { retailerId, storeId, madeAt: null };
  await prisma.budgetChange.deleteMany({ where: { ...open, localDate: { lt: localDate } } });
  await prisma.budgetChange.updateMany({ where: { ...open, localDate }, data: { madeAt: now } });
}

/** At its next change, or now if there is none. */
export async function wakeForNextChange(tx: WithPrisma, store: StoreIds, now: Date): Promise<void> {
  const next = upcomingChange(await readOpenChanges(tx, store), now);
  await wakeCampaign(tx, store, next?.startsAt ?? now);
}
