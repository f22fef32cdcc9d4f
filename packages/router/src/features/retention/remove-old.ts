import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { PATIENCE, Parts } from "../../kernel/serve-retailers.ts";
import { BATCH, oldIngests, orphansOfIngests, removeAnswers } from "./retention.sql.ts";
import type { RetentionDays } from "./retention-days.ts";

const DAY_MS = 24 * 3_600_000;
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

/** Removes batches until one removes nothing. */
async function removeInBatches(ctx: Context, remove: (tx: Tx) => Promise<{ count: number }>): Promise<void> {
  while ((await runBatch(ctx, remove)).count);
}

/** Removes dependent rows before their ingests, so that an interrupted run leaves no row without its ingest. */
async function removeWithIngests(ctx: Context, retailerId: string, ids: string[]): Promise<void> {
  if (!ids.length) return;
  const rows = { where: { retailerId, ingestId: { in: ids } }, limit: 10 * BATCH };
  await removeInBatches(ctx, ({ prisma }) => prisma.ingestRejection.deleteMany(rows));
  await removeInBatches(ctx, ({ prisma }) => prisma.heldFeed.deleteMany(rows));
  await runBatch(ctx, ({ prisma }) => prisma.ingest.deleteMany({ where: { retailerId, id: { in: ids } } }));
}

interface OldIngest {
  ingestId: string;
  canGo: boolean;
}

async function removeOldIngests(ctx: Context, retailerId: string, before: string): Promise<void> {
  for (let from: string | undefined = FIRST; from !== undefined; ) {
    const values: string[] = [retailerId, from, before];
    const found: OldIngest[] = await runBatch(ctx, (tx) => tx.query<OldIngest>(oldIngests, values));
    const doomed = found.filter(({ canGo }) => canGo).map(({ ingestId }) => ingestId);
    await removeWithIngests(ctx, retailerId, doomed);
    from = found.length < BATCH ? undefined : found.at(-1)?.ingestId;
  }
  for (const table of ["ingest_rejection", "held_feed"] as const) {
    const text = orphansOfIngests(table);
    const orphans = await runBatch(ctx, (tx) => tx.query<{ ingestId: string }>(text, [retailerId, before]));
    await removeWithIngests(
      ctx,
      retailerId,
      orphans.map(({ ingestId }) => ingestId),
    );
  }
}

type Before = (name: keyof Omit<RetentionDays, "events">) => number;

async function removeOfRetailer(ctx: Context, retailerId: string, before: Before): Promise<void> {
  await removeOldIngests(ctx, retailerId, firstIdAt(before("ingests")));
  const entries = { where: { retailerId, id: { lt: firstIdAt(before("history")) } }, limit: BATCH };
  await removeInBatches(ctx, ({ prisma }) => prisma.historyEntry.deleteMany(entries));
  await removeInBatches(ctx, ({ prisma }) => prisma.operation.deleteMany(entries));
  const over = { lt: new Date(before("history")) };
  const isOver = [{ closedAt: over }, { kind: "budget_changed" as const, openedAt: over }];
  await removeInBatches(ctx, ({ prisma }) =>
    prisma.alert.deleteMany({ where: { retailerId, OR: isOver }, limit: BATCH }),
  );
}

/**
 * Removes old ingests, history entries, alerts, ended keys, ended staff sessions, invitations and links. Works retailer by retailer in
 * short batches, so that no lock lasts long. The job can run late or twice, and can be killed at any time.
 * @throws AggregateError with all errors, at the end of the run
 */
export async function removeOld(ctx: Context, days: Omit<RetentionDays, "events">): Promise<void> {
  const now = ctx.now().getTime();
  const before: Before = (name) => now - days[name] * DAY_MS;
  const parts = new Parts();
  for (let from: string | undefined = FIRST; from !== undefined; ) {
    const retailers: { id: string }[] = await ctx.db.prisma.retailer.findMany({
      ...{ where: { id: { gt: from } }, orderBy: { id: "asc" }, take: BATCH, select: { id: true } },
    });
    for (const { id } of retailers) await parts.run(() => removeOfRetailer(ctx, id, before));
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
  ]) {
    await parts.run(() => removeInBatches(ctx, remove));
  }
  parts.end("parts of the old rows could not be removed");
}

/** Removes expired answers of calls with an `Idempotency-Key`. `runOnce` ignores expired answers, so the sweep may run late. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  await removeInBatches(ctx, async (tx) => ({ count: (await tx.query(removeAnswers, [ctx.now()])).length }));
}
