import type { SqlTx } from "@highstreet/db";
import { ahead } from "../../access/find-retailer.ts";
import { weekdays } from "../stores/hours.schema.ts";
import { beginOf, dayAfter, nextLocalDay } from "../stores/index.ts";
import type { Period } from "./period.schema.ts";
import { periodsSql } from "./rules.sql.ts";

const isDay = (text: string): boolean => !text.includes("T");

function spanOf({ from, until }: Period, zone: string): { begins: number; ends: number } {
  const momentOf = (text: string): number =>
    isDay(text) ? beginOf(Temporal.PlainDate.from(text), zone).getTime() : Date.parse(text);
  return {
    begins: from === undefined ? -Infinity : momentOf(from),
    ends: until === undefined ? Infinity : momentOf(isDay(until) ? dayAfter(until) : until),
  };
}

/** The day of the store is the last one that has begun, also if the clocks go back over midnight. */
function weekdayAt(at: Date, zone: string): (typeof weekdays)[number] | undefined {
  const today = Temporal.PlainDate.from(nextLocalDay(at, zone).date).subtract({ days: 1 });
  return weekdays[today.dayOfWeek - 1];
}

/** Whether a rule counts at a time by the clock of the shop. */
export function isInForce(period: Period, zone: string, at: Date): boolean {
  const { begins, ends } = spanOf(period, zone);
  if (at.getTime() < begins || at.getTime() >= ends) return false;
  const today = period.weekdays && weekdayAt(at, zone);
  return !today || period.weekdays?.includes(today) === true;
}

/** The first time after `at` at which a rule begins to count, or ends; undefined: never. */
export function nextChange(period: Period, zone: string, at: Date): Date | undefined {
  const { begins, ends } = spanOf(period, zone);
  const moments = [begins, ends].filter(Number.isFinite).map((moment) => new Date(moment));
  if (period.weekdays) {
    let day = new Date(Math.max(begins, at.getTime()));
    for (let n = 0; n <= weekdays.length; n++) {
      day = nextLocalDay(day, zone).begins;
      moments.push(day);
    }
  }
  const isNow = isInForce(period, zone, at);
  return moments
    .filter((moment) => moment > at)
    .toSorted((one, other) => one.getTime() - other.getTime())
    .find((moment) => isInForce(period, zone, moment) !== isNow);
}

/** The time at which a rule next begins to count. null: it counts now. undefined: it is over */
export const startOf = (period: Period, zone: string, at: Date): Date | null | undefined =>
  isInForce(period, zone, at) ? null : nextChange(period, zone, at);

interface PeriodRow {
  zone: string;
  storeIds: string[];
  clockAhead: number;
  number: number;
  period: Period;
}

/** The numbers of the rules that do not count in a store now, by store. */
export type Resting = Record<string, number[]>;

/**
 * Which rules do not count in some stores now, and when this changes next. Rules that are off are left out. The caller holds the locks
 * of the stores, or only plans.
 */
export async function readPeriods(
  tx: Pick<SqlTx, "query">,
  retailerId: string,
  storeIds: string[],
  now: Date,
): Promise<{ resting: Resting; dueAt: Map<string, Date> }> {
  const rows = await tx.query<PeriodRow>(periodsSql, [retailerId, storeIds]);
  const resting: Resting = {};
  const dueAt = new Map<string, Date>();
  for (const { zone, storeIds: ofZone, clockAhead, number, period } of rows) {
    const at = ahead(now, clockAhead);
    const isResting = !isInForce(period, zone, at);
    const next = nextChange(period, zone, at);
    for (const storeId of ofZone) {
      if (isResting) resting[storeId] = [...(resting[storeId] ?? []), number];
      const known = dueAt.get(storeId);
      if (next && !(known && known <= next)) dueAt.set(storeId, next);
    }
  }
  return { resting, dueAt };
}
