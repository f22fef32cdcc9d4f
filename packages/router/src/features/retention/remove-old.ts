import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, Parts } from "../../kernel/serve-retailers.ts";
import { BATCH, oldIngests, orphansOfIngests, removeAnswers, retailersWithOldRows } from "./retention.sql.ts";
import type { RetentionDays } from "./retention-days.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Ends a batch that takes too long. A normal batch is short. */
const BATCH_MS = 60_000;

/** The lowest UUIDv7 of a time. All earlier ids are lower. */
function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Runs a batch in a short transaction of its own. */
function runBatch<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction("no shop", work, { ...PATIENCE, statementMs: BATCH_MS });
}

/** Number of rows that a run removes, so that a wrong clock of the database cannot remove everything at once. */
const MOST = 5_000_000;

/** A run, with the number of rows that it may still remove. */
interface Run {
  ctx: Context;
  left: number;
}

/** Removes batches until one removes nothing, or the run has removed enough. `isWhole`: the rows go together. */
async function removeInBatches(
  run: Run,
  remove: (tx: Tx) => Promise<{ count: number }>,
  isWhole = false,
): Promise<void> {
  for (let count = 1; count > 0 && (isWhole || run.left > 0); run.left -= count) {
    ({ count } = await runBatch(run.ctx, remove));
  }
}

/** Removes dependent rows before their ingests, so that an interrupted run leaves no row without its ingest. */
async function removeWithIngests(run: Run, retailerId: string, ids: string[]): Promise<void> {
  if (!ids.length) return;
  const rows = { where: { retailerId, ingestId: { in: ids } }, limit: 10 * BATCH };
  await removeInBatches(run, ({ prisma }) => prisma.ingestRejection.deleteMany(rows), true);
  await removeInBatches(run, ({ prisma }) => prisma.heldFeed.deleteMany(rows), true);
  run.left -= ids.length;
  await runBatch(run.ctx, ({ prisma }) => prisma.ingest.deleteMany({ where: { retailerId, id: { in: ids } } }));
}

interface OldIngest {
  ingestId: string;
  canGo: boolean;
}

async function removeOldIngests(run: Run, retailerId: string, before: string): Promise<void> {
  for (let from: string | undefined = FIRST; from !== undefined && run.left > 0; ) {
    const values: string[] = [retailerId, from, before];
    const found: OldIngest[] = await runBatch(run.ctx, (tx) => tx.query<OldIngest>(oldIngests, values));
    const doomed = found.filter(({ canGo }) => canGo).map(({ ingestId }) => ingestId);
    await removeWithIngests(run, retailerId, doomed);
    from = found.length < BATCH ? undefined : found.at(-1)?.ingestId;
  }
  for (const table of ["ingest_rejection", "held_feed"] as const) {
    const text = orphansOfIngests(table);
    const orphans = await runBatch(run.ctx, (tx) => tx.query<{ ingestId: string }>(text, [retailerId, before]));
    await removeWithIngests(
      run,
      retailerId,
      orphans.map(({ ingestId }) => ingestId),
    );
  }
}

type Before = (name: keyof Omit<RetentionDays, "events">) => number;

async function removeOfRetailer(run: Run, retailerId: string, before: Before): Promise<void> {
  await removeOldIngests(run, retailerId, firstIdAt(before("ingests")));
  const entries = { where: { retailerId, id: { lt: firstIdAt(before("history")) } }, limit: BATCH };
  await removeInBatches(run, ({ prisma }) => prisma.historyEntry.deleteMany(entries));
  await removeInBatches(run, ({ prisma }) => prisma.operation.deleteMany(entries));
  const over = { lt: new Date(before("history")) };
  const isOver = [{ closedAt: over }, { kind: "budget_changed" as const, openedAt: over }];
  await removeInBatches(run, ({ prisma }) =>
    prisma.alert.deleteMany({ where: { retailerId, OR: isOver }, limit: BATCH }),
  );
}

/**
 * Removes old ingests, history entries, alerts, ended keys, ended staff sessions, invitations and links. Works retailer by retailer in
 * short batches, so that no lock lasts long. The job can run late or twice, and can be killed at any time.
 * @param most the run ends after this many rows; the next run continues
 * @throws AggregateError with all errors, at the end of the run
 */
export async function removeOld(ctx: Context, days: Omit<RetentionDays, "events">, most = MOST): Promise<void> {
  const run: Run = { ctx, left: most };
  const now = ctx.now().getTime();
  const before: Before = (name) => now - days[name] * DAY_MS;
  const parts = new Parts();
  for (let from: string | undefined = FIRST; from !== undefined && run.left > 0; ) {
    const history = before("history");
    const values: unknown[] = [from, firstIdAt(before("ingests")), firstIdAt(history), new Date(history)];
    const retailers = await ctx.db.query<{ id: string; hasOldRows: boolean }>(retailersWithOldRows, values);
    for (const { id, hasOldRows } of retailers)
      if (hasOldRows) await parts.run(() => removeOfRetailer(run, id, before));
    from = retailers.at(-1)?.id;
  }
  const keys = { lt: new Date(before("keys")) };
  const endedKeys = { where: { OR: [{ revokedAt: keys }, { expiresAt: keys }] }, limit: BATCH };
  const ended = { where: { expiresAt: { lt: new Date(before("sessions")) } }, limit: BATCH };
  for (const remove of [
    ({ prisma }: Tx) => prisma.apiKey.deleteMany(endedKeys),
    ({ prisma }: Tx) => prisma.session.deleteMany(ended),
    ({ prisma }: Tx) => prisma.verification.deleteMany(ended),
    ({ prisma }: Tx) => prisma.staffInvitation.deleteMany(ended),
    ({ prisma }: Tx) => prisma.resetLink.deleteMany(ended),
    ({ prisma }: Tx) =>
      prisma.rateShare.deleteMany({ where: { until: { lt: new Date(now - HOUR_MS) } }, limit: BATCH }),
  ]) {
    await parts.run(() => removeInBatches(run, remove));
  }
  parts.end("parts of the old rows could not be removed");
}

/** Removes expired answers of calls with an `Idempotency-Key`. `runOnce` ignores expired answers, so the sweep may run late. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  const run: Run = { ctx, left: MOST };
  await removeInBatches(run, async (tx) => ({ count: (await tx.query(removeAnswers, [ctx.now()])).length }));
}
