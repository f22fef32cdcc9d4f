import { readByIndexSql } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { PartialRun } from "../../kernel/jobs.ts";
import { endHidesOf } from "../customizations/index.ts";
import { applyDueSalesOf, expireUnseen } from "../ingest/index.ts";
import { settleDueShelvesOf } from "../rules/index.ts";
import { disconnectSilentSources } from "../sources/index.ts";
import { type DueClockRow, dueClocksSql } from "./test-clock.sql.ts";

const BATCH = 50;
const [SHORTEST_MS, LONGEST_MS] = [10_000, 300_000];

/** Pauses grow with the time since the last change of the retailer, so that many old clocks cost little. */
const pauseAfter = (ms: number): number => Math.min(Math.max(SHORTEST_MS, ms / 60), LONGEST_MS);

/**
 * Does what has become due by the test clocks that are ahead: hides, sales, pauses and periods of rules, silent sources and unseen items. The jobs of these rules
 * go by real time, so that live retailers pay nothing. Budgets and widgets need no look: their jobs read the clock of the retailer.
 * @returns the number of retailers
 * @throws AggregateError with all errors, after the last retailer
 */
export async function runTestClocks(ctx: Context): Promise<number> {
  const { prisma } = ctx.db;
  const now = ctx.now();
  const due = await ctx.db.sqlTransaction("no shop", async (tx) => {
    await tx.execute(readByIndexSql);
    return tx.query<DueClockRow>(dueClocksSql, [now, BATCH]);
  });
  const parts = new PartialRun();
  for (const { retailerId, clockDueAt, updatedAt } of due) {
    const data = { clockDueAt: new Date(now.getTime() + pauseAfter(now.getTime() - updatedAt.getTime())) };
    // A later move of the clock makes it due again.
    await parts.run(() => prisma.retailer.updateMany({ where: { id: retailerId, clockDueAt }, data }));
    await parts.run(() => endHidesOf(ctx, retailerId));
    await parts.run(() => applyDueSalesOf(ctx, retailerId));
    await parts.run(() => settleDueShelvesOf(ctx, retailerId));
    await parts.run(() => disconnectSilentSources(ctx, { retailerId }));
    await parts.run(() => expireUnseen(ctx, { retailerId }));
  }
  parts.end("rules failed at test clocks");
  return due.length;
}
