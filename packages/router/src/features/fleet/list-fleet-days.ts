import type { Prisma } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { lowestIdOf } from "../../kernel/ids.ts";
import { DAYS_SHOWN, type DayState, type FleetDays, type ListFleetDays } from "./fleet.schema.ts";
import { lastIngestsSql } from "./fleet.sql.ts";
import { fleetOf } from "./list-fleet.ts";

/** The beginnings of the last days of a time zone, and the end of today. */
function daysOf(now: Date, timezone: string): Date[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).startOfDay();
  return Array.from({ length: DAYS_SHOWN + 1 }, (_, n) => {
    return new Date(today.add({ days: n + 1 - DAYS_SHOWN }).epochMilliseconds);
  });
}

type Problem = Pick<Prisma.AlertModel, "storeId" | "openedAt" | "closedAt">;

const wasOpen = ({ openedAt, closedAt }: Problem, from: Date, to: Date): boolean =>
  openedAt < to && (closedAt === null || closedAt > from);

/**
 * How the last days of some stores of the partner were, by their files and by their alerts. Of a problem that came back, only the last
 * time is known. @throws InsufficientScope without the partner role or a key of the whole partner
 */
export async function listFleetDays(ctx: Context, { retailerIds, storeIds }: ListFleetDays): Promise<FleetDays> {
  const owning = fleetOf(ctx);
  const { prisma } = ctx.db;
  const now = ctx.now();
  const of = { retailerId: { in: retailerIds }, storeId: { in: storeIds } };
  const [stores, problems] = await Promise.all([
    prisma.store.findMany({
      where: { retailerId: of.retailerId, id: of.storeId, retailer: owning },
      select: { retailerId: true, id: true, timezone: true },
    }),
    prisma.alert.findMany({
      where: { ...of, kind: { not: "budget_changed" } },
      select: { storeId: true, openedAt: true, closedAt: true },
    }),
  ]);
  // One statement for each retailer and time zone, because the rows of a retailer are on one machine.
  const groups = Map.groupBy(stores, ({ retailerId, timezone }) => `${retailerId} ${timezone}`);
  const found = await Promise.all(
    [...groups.values()].map(async (group) => {
      const [{ retailerId, timezone }] = group as [(typeof group)[number]];
      const days = daysOf(now, timezone);
      const bounds = days.map(lowestIdOf);
      const ids = group.map(({ id }) => id);
      const values = [retailerId, ids, bounds.slice(0, -1), bounds.slice(1)];
      const last = await ctx.db.query<{ storeId: string; day: number; status: string }>(lastIngestsSql, values);
      const stateOn = (storeId: string, day: number): DayState => {
        const [from, to] = [days[day] as Date, days[day + 1] as Date];
        if (problems.some((one) => one.storeId === storeId && wasOpen(one, from, to))) return "attention";
        const status = last.find((one) => one.storeId === storeId && one.day === day)?.status;
        if (!status) return "none";
        return status === "applied" || status === "unchanged" ? "healthy" : "attention";
      };
      return ids.map((id) => ({ storeId: id, days: Array.from({ length: DAYS_SHOWN }, (_, n) => stateOn(id, n)) }));
    }),
  );
  return found.flat();
}
