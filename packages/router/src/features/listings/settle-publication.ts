import type { SqlTx } from "@highstreet/db";
import type { ProviderError } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import { channelKind } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type SendingRecord, troubleOf } from "./sending-trouble.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** However fast the outside is. */
const SHORTEST_PAUSE_MS = 1_000;

/** Real life's: the first pause, which doubles with every failure in a row, and the longest. */
const pauses: Record<ProviderError["kind"], [number, number]> = {
  unavailable: [MINUTE / 2, HOUR / 2],
  quota: [MINUTE, HOUR],
  "no-access": [10 * MINUTE, HOUR],
  setup: [10 * MINUTE, HOUR],
  refused: [MINUTE, HOUR],
};

/** How long nothing is sent after so many failures in a row. */
function pauseMs({ kind, retryAfterMs }: ProviderError, failures: number, speed: number): number {
  const [first, longest] = pauses[kind];
  const planned = Math.min(longest, first * 2 ** Math.min(failures - 1, 20)) / speed;
  return Math.max(SHORTEST_PAUSE_MS, retryAfterMs ?? planned);
}

/**
 * With marks at once, else when the first of its items is due, and never before now: others that are due were not served yet.
 * Once a day it is looked at anyway.
 */
const settle = `
  UPDATE publication p SET
    paused_until = $4::timestamptz, failures = $5, problem = $6::jsonb,
    due_at = CASE
      WHEN EXISTS (SELECT FROM listing_change c WHERE c.retailer_id = $1 AND c.store_id = $2) THEN $3::timestamptz
      ELSE GREATEST($3::timestamptz, $4::timestamptz, LEAST($3::timestamptz + interval '1 day', (
        SELECT min(l.due_at) FROM listing l WHERE l.retailer_id = $1 AND l.store_id = $2 AND l.due_at IS NOT NULL))) END
  WHERE p.retailer_id = $1 AND p.store_id = $2`;

/** A store whose items are published, and how that went lately. */
export interface Publication extends StoreIds, SendingRecord {
  pausedUntil: Date | null;
}

type Lately = Pick<Publication, "pausedUntil" | "failures" | "problem">;

/** How it goes on after a failure; null: after none. */
function afterwards(ctx: Context, before: Lately, failure: ProviderError | null): Lately {
  if (!failure) return { pausedUntil: null, failures: 0, problem: null };
  const failures = before.failures + 1;
  const pausedUntil = new Date(ctx.now().getTime() + pauseMs(failure, failures, ctx.providers.speed));
  return { pausedUntil, failures, problem: { kind: failure.kind, message: failure.message } };
}

/**
 * Notes when to look at a store again; what is to be told of its sending is told by the channel's next check. The caller holds
 * the store's lock, without which a change could be marked unseen. It is sent, not waited for.
 * @param failure what kept the provider from taking items; null: nothing did; undefined: it was not asked
 */
export function settlePublication(
  ctx: Context,
  tx: SqlTx,
  before: Publication,
  failure: ProviderError | null | undefined,
): void {
  const { retailerId, storeId } = before;
  const now = ctx.now();
  const { pausedUntil, failures, problem } = failure === undefined ? before : afterwards(ctx, before, failure);
  tx.send(settle, [retailerId, storeId, now, pausedUntil, failures, problem && JSON.stringify(problem)]);
  if (troubleOf(before) !== troubleOf({ failures, problem })) channelKind("search").checkSoon?.(tx, before, now);
}
