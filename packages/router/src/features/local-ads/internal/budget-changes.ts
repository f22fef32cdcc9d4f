import type { Prisma, Tx } from "@highstreet/db";
import { penceToPounds, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import { noteAlerts } from "../../../core/stores/index.ts";
import { wakeCampaign } from "./campaign-row.ts";
import { dayAfter, nextLocalDay } from "./next-local-day.ts";

/** An open change of a store's daily budget: in the future, or due and not made yet. A budget of 0 ends the ads. */
export interface BudgetChange extends Pick<Prisma.BudgetChangeModel, "budget" | "activatesAt"> {
  /** First day of the budget in the store's time zone, `YYYY-MM-DD`. */
  localDate: string;
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
const fromDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A store's open changes, in the order of their days. */
export async function readOpenChanges(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<BudgetChange[]> {
  const rows = await prisma.budgetChange.findMany({
    where: { retailerId, storeId, madeAt: null },
    orderBy: { localDate: "asc" },
    select: { localDate: true, budget: true, activatesAt: true },
  });
  return rows.map((row) => ({ ...row, localDate: toDay(row.localDate) }));
}

/** The budget change of a day; `madeAt` is null while it is upcoming. */
export interface PastChange {
  date: string;
  budget: number;
  madeAt: Date | null;
}

/** The latest changes of a store, oldest first. */
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

/** The open change that applies now: the last change that is due. It replaces the changes before it. */
export function dueChange(changes: BudgetChange[], now: Date): BudgetChange | undefined {
  return changes.findLast(({ activatesAt }) => activatesAt <= now);
}

/** The change that can still be cancelled: it is in the future. */
export function upcomingChange(changes: BudgetChange[], now: Date): BudgetChange | undefined {
  return changes.find(({ activatesAt }) => activatesAt > now);
}

/**
 * Replaces the upcoming change of a store. The new change begins with the next local day that has no change yet. A due change
 * stays. The caller holds the store's lock.
 * @param earliest the first possible day
 */
export async function planChange(
  tx: Tx,
  { retailerId, storeId, timezone }: StoreIds & { timezone: string },
  budget: number,
  now: Date,
  earliest = "",
): Promise<void> {
  await removeUpcoming(tx, { retailerId, storeId }, now);
  const last = await tx.prisma.budgetChange.findFirst({
    where: { retailerId, storeId },
    orderBy: { localDate: "desc" },
    select: { localDate: true },
  });
  const free = last ? dayAfter(toDay(last.localDate)) : "";
  const { date, begins } = nextLocalDay(now, timezone, free > earliest ? free : earliest);
  await tx.prisma.budgetChange.create({
    data: { retailerId, storeId, localDate: fromDay(date), budget, activatesAt: begins },
    select: { localDate: true },
  });
  const pounds = penceToPounds(budget).toFixed(2);
  const message = budget ? `The daily budget becomes £${pounds} on ${date}.` : `The ads end on ${date}.`;
  noteAlerts(tx, { retailerId, storeId }, [{ kind: "budget_changed", message }], now);
}

/** @returns whether there was an upcoming change */
async function removeUpcoming({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<boolean> {
  const where = { retailerId, storeId, madeAt: null, activatesAt: { gt: now } };
  return (await prisma.budgetChange.deleteMany({ where })).count > 0;
}

/** Deletes the upcoming change. A due change stays. @returns whether there was an upcoming change */
export async function cancelChange(tx: Tx, store: StoreIds, now: Date): Promise<boolean> {
  const isCancelled = await removeUpcoming(tx, store, now);
  const message = "The planned change of the daily budget is cancelled.";
  if (isCancelled) noteAlerts(tx, store, [{ kind: "budget_changed", message }], now);
  return isCancelled;
}

/** Deletes all open changes, including a due change. */
export async function forgetChanges({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  await prisma.budgetChange.deleteMany({ where: { retailerId, storeId, madeAt: null } });
}

/** Records that a change was made. Deletes the open changes that it replaces. */
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

/** Makes a store's campaign due at its next change, or now if there is none. */
export async function wakeForNextChange(tx: WithPrisma, store: StoreIds, now: Date): Promise<void> {
  const next = upcomingChange(await readOpenChanges(tx, store), now);
  await wakeCampaign(tx, store, next?.activatesAt ?? now);
}
