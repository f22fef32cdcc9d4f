import { Prisma, type Tx } from "@highstreet/db";
import type { ProviderError } from "@highstreet/providers";
import { channelKind, type StoreIds } from "../../../core/channels/index.ts";
import { backoffMs, type Paced, providerMs } from "../../../core/provider-state/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { joinWhole } from "../../../kernel/kernel.sql.ts";
import { recordDescriptionsSql, recordSentSql } from "../listings.sql.ts";
import { type SendingRecord, troubleOf } from "../publications.ts";
import type { ClaimedListing } from "./listing-batch.ts";
import type { DescriptionUpdate, Sent } from "./send-listing.ts";

/** The wait after a call without an answer, so that other items come first. */
const SILENT_MS = 60_000;
const MIN_PAUSE_MS = 1_000;

/** `sent` is undefined without an answer. */
export interface Outcome {
  listing: ClaimedListing;
  update: DescriptionUpdate;
  sent: Sent | undefined;
  /** A call without an answer may have taken effect. */
  isDoubtful: boolean;
  isSilent: boolean;
}

const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null);

/** The caller holds the store's lock. */
export async function recordSent(
  tx: Tx,
  { retailerId, storeId }: StoreIds,
  outcomes: readonly Outcome[],
  { country, until, now, providers }: { country: string; until: Date; now: Date; providers: Paced },
): Promise<void> {
  await tx.execute(joinWhole);
  await tx.execute(recordSentSql, [
    retailerId,
    storeId,
    now,
    until,
    outcomes.map(({ listing }) => listing.itemKey),
    outcomes.map(({ listing }) => json(listing.wanted)),
    outcomes.map(({ sent }) => json(sent?.problem)),
    outcomes.map(({ sent }) => sent !== undefined),
    outcomes.map(({ sent }) => sent?.isTaken ?? false),
    outcomes.map(({ sent }) => sent?.isSubmitted ?? false),
    outcomes.map(({ listing, sent, isDoubtful }) => (sent ? listing.isDoubtful && !sent.isTaken : isDoubtful)),
    outcomes.map(({ isSilent }) => isSilent),
    new Date(now.getTime() + providerMs(providers, SILENT_MS, MIN_PAUSE_MS)),
  ]);
  const updates = outcomes.flatMap(({ listing: { itemKey }, update, sent }) =>
    update && sent?.isDescriptionTaken ? { itemKey, update } : [],
  );
  const changed = updates.filter(({ update }) => update !== "delete");
  if (changed.length) {
    const keys = changed.map(({ itemKey }) => itemKey);
    await tx.execute(recordDescriptionsSql, [
      retailerId,
      now,
      country,
      keys,
      changed.map(({ update }) => json(update)),
    ]);
  }
  const deleted = updates.filter(({ update }) => update === "delete");
  if (deleted.length) {
    const itemKey = { in: deleted.map((one) => one.itemKey) };
    await tx.prisma.listingDescription.deleteMany({ where: { retailerId, country, itemKey } });
  }
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pauses: Record<ProviderError["kind"], [number, number]> = {
  unavailable: [MINUTE / 2, HOUR / 2],
  quota: [MINUTE, HOUR],
  "no-access": [10 * MINUTE, HOUR],
  setup: [10 * MINUTE, HOUR],
  refused: [MINUTE, HOUR],
};

/** A pause that the provider asked for comes first. */
function pauseMs({ kind, retryAfterMs }: ProviderError, failures: number, providers: Paced): number {
  const [first, longest] = pauses[kind];
  return Math.max(MIN_PAUSE_MS, retryAfterMs ?? providerMs(providers, backoffMs(failures, first, longest)));
}

export interface Publication extends StoreIds, SendingRecord {
  pausedUntil: Date | null;
}

type Trouble = Pick<Publication, "pausedUntil" | "failures" | "problem">;

/** @param failure null after a success */
function troubleAfter(ctx: Context, before: Trouble, failure: ProviderError | null): Trouble {
  if (!failure) return { pausedUntil: null, failures: 0, problem: null };
  const failures = before.failures + 1;
  const pausedUntil = new Date(ctx.now().getTime() + pauseMs(failure, failures, ctx.providers));
  return { pausedUntil, failures, problem: { kind: failure.kind, message: failure.message } };
}

/** A store with marks is due now. Otherwise with its first due item, after its pause, and at least once a day. */
async function nextDue({ prisma }: Tx, where: StoreIds, pausedUntil: Date | null, now: Date): Promise<Date> {
  if (await prisma.listingChange.findFirst({ where, select: { itemKey: true } })) return now;
  const first = await prisma.listing.findFirst({
    where: { ...where, dueAt: { not: null } },
    orderBy: { dueAt: "asc" },
    select: { dueAt: true },
  });
  const tomorrow = now.getTime() + DAY;
  const due = Math.min(tomorrow, first?.dueAt?.getTime() ?? tomorrow);
  return new Date(Math.max(now.getTime(), pausedUntil?.getTime() ?? 0, due));
}

/**
 * Sets when a store is due again. If its warnings may have changed, the next check of its channel is due at once. The caller holds the
 * store's lock, so that no mark is missed.
 * @param failure null after a success; undefined if there was no call
 */
export async function settlePublication(
  ctx: Context,
  tx: Tx,
  before: Publication,
  failure: ProviderError | null | undefined,
): Promise<void> {
  const where = { retailerId: before.retailerId, storeId: before.storeId };
  const now = ctx.now();
  const { pausedUntil, failures, problem } = failure === undefined ? before : troubleAfter(ctx, before, failure);
  const dueAt = await nextDue(tx, where, pausedUntil, now);
  const data = { dueAt, pausedUntil, failures, problem: problem ?? Prisma.DbNull };
  await tx.prisma.publication.updateMany({ where, data });
  if (troubleOf(before) !== troubleOf({ failures, problem })) await channelKind("search").checkSoon?.(tx, before, now);
}
