import type { Context } from "../../kernel/context.ts";
import { removeInBatches, runBatch } from "../../kernel/remove-in-batches.ts";
import {
  BATCH,
  oldIngests,
  orphansOfIngests,
  removeAnswers,
  removeExpired,
  removeHistory,
  removeKeys,
  removeOfIngests,
} from "./retention.sql.ts";
import type { RetentionDays } from "./retention-days.ts";

const DAY_MS = 24 * 3_600_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** The tables whose rows depend on an ingest. */
const ofIngests = ["ingest_rejection", "held_feed"] as const;

/** The lowest UUIDv7 of a time. All earlier ids are lower. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Removes dependent rows before their ingests, so that an interrupted run leaves no row without its ingest. */
async function removeWithIngests(ctx: Context, retailerId: string, ingestIds: string[]): Promise<void> {
  if (!ingestIds.length) return;
  for (const table of ofIngests) await removeInBatches(ctx, removeOfIngests(table), [retailerId, ingestIds]);
  await ctx.db.prisma.ingest.deleteMany({ where: { retailerId, id: { in: ingestIds } } });
}

async function removeOldIngests(ctx: Context, retailerId: string, before: string): Promise<void> {
  for (let from: string | undefined = FIRST; from !== undefined; ) {
    const found: { ingestId: string; canGo: boolean }[] = await runBatch(ctx, oldIngests, [retailerId, from, before]);
    const doomed = found.filter(({ canGo }) => canGo).map(({ ingestId }) => ingestId);
    await removeWithIngests(ctx, retailerId, doomed);
    from = found.length < BATCH ? undefined : found.at(-1)?.ingestId;
  }
  for (const table of ofIngests) {
    const orphans = await runBatch<{ ingestId: string }>(ctx, orphansOfIngests(table), [retailerId, before]);
    await removeWithIngests(
      ctx,
      retailerId,
      orphans.map(({ ingestId }) => ingestId),
    );
  }
}

/**
 * Removes old ingests, history entries, ended keys and ended staff sessions. Works retailer by retailer in short batches, so that no
 * lock lasts long. The job can run late or twice, and can be killed at any time.
 */
export async function removeOld(ctx: Context, days: Omit<RetentionDays, "events">): Promise<void> {
  const now = ctx.now().getTime();
  const before = (name: keyof typeof days): number => now - days[name] * DAY_MS;
  for (let from: string | undefined = FIRST; from !== undefined; ) {
    const retailers: { id: string }[] = await ctx.db.prisma.retailer.findMany({
      ...{ where: { id: { gt: from } }, orderBy: { id: "asc" }, take: BATCH, select: { id: true } },
    });
    for (const { id: retailerId } of retailers) {
      await removeOldIngests(ctx, retailerId, firstIdAt(before("ingests")));
      await removeInBatches(ctx, removeHistory, [retailerId, firstIdAt(before("history"))]);
    }
    from = retailers.at(-1)?.id;
  }
  await removeInBatches(ctx, removeKeys, [new Date(before("keys"))]);
  for (const table of ["staff_session", "staff_verification"] as const) {
    await removeInBatches(ctx, removeExpired(table), [new Date(before("sessions"))]);
  }
}

/** Removes expired answers of calls with an `Idempotency-Key`. `runOnce` ignores expired answers, so the sweep may run late. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  await removeInBatches(ctx, removeAnswers, [ctx.now()]);
}
