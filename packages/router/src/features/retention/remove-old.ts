import type { Tx } from "@highstreet/db";
import { readSetting } from "../../config/settings.ts";
import { removeBucketPictures } from "../../core/pictures/index.ts";
import type { Context } from "../../kernel/context.ts";
import { PartialRun, SHORT_LOCK_WAIT } from "../../kernel/jobs.ts";
import {
  BATCH,
  markPictures,
  oldIngests,
  orphansOfIngests,
  removeAnswers,
  removeFiles,
  retailersWithOldRows,
} from "./retention.sql.ts";

export interface RetentionDays {
  events: number;
  ingests: number;
  history: number;
  keys: number;
  sessions: number;
}

/**
 * Reads the days from the environment.
 * @throws Error with one line if a value is not a whole number from 1 to 3650
 */
export function readRetentionDays(env: Record<string, string | undefined>): RetentionDays {
  return {
    events: readSetting(env, "retentionDays"),
    ingests: readSetting(env, "ingestDays"),
    history: readSetting(env, "historyDays"),
    keys: readSetting(env, "keyDays"),
    sessions: readSetting(env, "sessionDays"),
  };
}

const DAY_MS = 24 * 3_600_000;
const FIRST = "00000000-0000-0000-0000-000000000000";

/** A picture that nothing shows stays for so long, for example for an undo. */
const UNUSED_PICTURE_MS = 30 * DAY_MS;
/** Longer than the time for an undo, so that no undo meets its end. */
const UNDO_KEPT_MS = DAY_MS + 3_600_000;

const BATCH_MS = 60_000;

function firstIdAt(time: number): string {
  const hex = time.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

function runBatch<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction("no shop", work, { ...SHORT_LOCK_WAIT, statementMs: BATCH_MS });
}

/** Number of rows that a run removes, so that a wrong clock of the database cannot remove everything at once. */
const MAX_REMOVED = 5_000_000;

interface Run {
  ctx: Context;
  left: number;
  /** Feeds of before cannot be undone any more. */
  undone: Date;
}

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
  const files = [retailerId, firstIdAt(before("ingests"))];
  await removeInBatches(run, async (tx) => ({ count: (await tx.query(removeFiles, files)).length }));
  const entries = { where: { retailerId, id: { lt: firstIdAt(before("history")) } }, limit: BATCH };
  await removeInBatches(run, ({ prisma }) => prisma.historyEntry.deleteMany(entries));
  await removeInBatches(run, ({ prisma }) => prisma.operation.deleteMany(entries));
  await runBatch(run.ctx, (tx) => tx.query(markPictures, [retailerId, run.ctx.now()]));
  const unused = { lt: new Date(run.ctx.now().getTime() - UNUSED_PICTURE_MS) };
  await removeInBatches(run, (tx) => removeBucketPictures(run.ctx, tx, retailerId, unused.lt));
  const pictures = { where: { retailerId, unusedSince: unused }, limit: BATCH };
  await removeInBatches(run, ({ prisma }) => prisma.picture.deleteMany(pictures));
  const undo = { where: { retailerId, createdAt: { lt: run.undone } }, limit: BATCH };
  await removeInBatches(run, ({ prisma }) => prisma.feedUndo.deleteMany(undo));
  const over = { lt: new Date(before("history")) };
  const isOver = [{ closedAt: over }, { kind: "budget_changed" as const, openedAt: over }];
  await removeInBatches(run, ({ prisma }) =>
    prisma.alert.deleteMany({ where: { retailerId, OR: isOver }, limit: BATCH }),
  );
}

/**
 * Removes old ingests, history entries, alerts, ended keys, ended staff sessions, invitations, links and counters. Works retailer by retailer in
 * short batches, so that no lock lasts long. The job can run late or twice, and can be killed at any time.
 * @param most the run ends after this many rows; the next run continues
 * @throws AggregateError with all errors, at the end of the run
 */
export async function removeOld(ctx: Context, days: Omit<RetentionDays, "events">, most = MAX_REMOVED): Promise<void> {
  const now = ctx.now().getTime();
  const run: Run = { ctx, left: most, undone: new Date(now - UNDO_KEPT_MS) };
  const before: Before = (name) => now - days[name] * DAY_MS;
  const parts = new PartialRun();
  for (let from: string | undefined = FIRST; from !== undefined && run.left > 0; ) {
    const history = before("history");
    const values: unknown[] = [from, firstIdAt(before("ingests")), firstIdAt(history), new Date(history), run.undone];
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
      prisma.signInAttempt.deleteMany({ where: { since: { lt: new Date(now - DAY_MS) } }, limit: BATCH }),
  ]) {
    await parts.run(() => removeInBatches(run, remove));
  }
  parts.end("parts of the old rows could not be removed");
}

/** Removes expired answers of calls with an `Idempotency-Key`. `runOnce` ignores expired answers, so the sweep may run late. */
export async function sweepAnswers(ctx: Context): Promise<void> {
  const run: Run = { ctx, left: MAX_REMOVED, undone: ctx.now() };
  await removeInBatches(run, async (tx) => ({ count: (await tx.query(removeAnswers, [ctx.now()])).length }));
}
