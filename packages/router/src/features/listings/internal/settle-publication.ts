import { Prisma, type Tx } from "@highstreet/db";
import type { ProviderError } from "@highstreet/providers";
import { channelKind, type StoreIds } from "../../../core/channels/index.ts";
import { backoffMs, type Paced, providerMs } from "../../../core/provider-state/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { type SendingRecord, troubleOf } from "../publications.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SHORTEST_PAUSE_MS = 1_000;

/** The first and the longest pause after failures in a row. */
const pauses: Record<ProviderError["kind"], [number, number]> = {
  unavailable: [MINUTE / 2, HOUR / 2],
  quota: [MINUTE, HOUR],
  "no-access": [10 * MINUTE, HOUR],
  setup: [10 * MINUTE, HOUR],
  refused: [MINUTE, HOUR],
};

/** The pause of sending after a failure. A pause that the provider asked for comes first. */
function pauseMs({ kind, retryAfterMs }: ProviderError, failures: number, providers: Paced): number {
  const [first, longest] = pauses[kind];
  return Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? providerMs(providers, backoffMs(failures, first, longest)));
}

/** A publishing store with its last failures. */
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

/**
 * A store with marks is due now. Otherwise it is due with its first due item, after its pause, and at least once a day. Never earlier
 * than now, so that other due stores come first.
 */
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
 * Sets when a store is due again, and its failures. If its warnings may have changed, the next check of its channel is due at once.
 * The caller holds the store's lock, so that no new mark is missed.
 * @param failure the failure of the provider; null after a success; undefined if there was no call
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
