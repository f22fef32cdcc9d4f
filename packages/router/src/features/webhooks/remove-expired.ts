import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { BLOCK } from "./attempts-of.ts";

/** Sequences looked at in one statement. */
const BATCH = 80 * BLOCK;

interface Expired extends StoreIds {
  /** The first sequence that is left, and the last that has expired. */
  first: number;
  floor: number;
}

/** Stores of all retailers that still have events which expired. */
const due = `
  SELECT * FROM (
    SELECT s.retailer_id AS "retailerId", s.store_id AS "storeId", s.log_floor AS floor,
           (SELECT min(e.sequence) FROM store_event e
            WHERE e.retailer_id = s.retailer_id AND e.store_id = s.store_id) AS first
    FROM store s WHERE s.log_floor > 0
  ) expired WHERE first <= floor`;

/** Two workers that removed the same might wait for each other. */
const lock = `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS obtained`;

/**
 * Attempts of a block of events share rows, so these go together: those that expired, up to `$5`, once none of them waits, no
 * row of theirs is younger than `$6`, and none names an event that has not expired.
 */
const remove = `
  WITH doomed AS (
    SELECT b.first FROM generate_series($3::bigint, $4::bigint, ${BLOCK}) AS b (first)
    CROSS JOIN LATERAL (
      SELECT max(one.sequence) AS last, max(one.at) AS at
      FROM delivery_attempt a
      CROSS JOIN LATERAL unnest(a.sequence || a.more_sequences, a.at || a.more_at) AS one (sequence, at)
      WHERE a.retailer_id = $1 AND a.store_id = $2 AND a.sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)
    ) tried
    WHERE (tried.last IS NULL OR (tried.last <= $5 AND tried.at < $6))
      AND (SELECT count(*) FROM delivery_retry r
           WHERE r.retailer_id = $1 AND r.store_id = $2
             AND r.sequence BETWEEN b.first AND LEAST(b.first + ${BLOCK - 1}, $5)) = 0
  ), attempts AS (
    DELETE FROM delivery_attempt
    WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND LEAST($4 + ${BLOCK - 1}, $5)
      AND sequence - sequence % ${BLOCK} = ANY (ARRAY (SELECT first FROM doomed))
  )
  DELETE FROM store_event
  WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN $3 AND LEAST($4 + ${BLOCK - 1}, $5)
    AND sequence - sequence % ${BLOCK} = ANY (ARRAY (SELECT first FROM doomed))`;

async function removeFrom(ctx: Context, { retailerId, storeId, first, floor }: Expired, before: Date): Promise<void> {
  for (let from = first - (first % BLOCK); from <= floor; from += BATCH) {
    const isFree = await ctx.db.sqlTransaction({ retailerId, storeId }, async (tx) => {
      const [mine] = await tx.query<{ obtained: boolean }>(lock, [`remove expired ${storeId}`]);
      if (!mine?.obtained) return false;
      await tx.query(remove, [retailerId, storeId, from, from + BATCH - BLOCK, floor, before]);
      return true;
    });
    if (!isFree) return;
  }
}

/**
 * Removes expired events with their attempts, once none of these is younger than `before`: what failed lately, as its time
 * was over or its channel removed, can be read as long as any other delivery.
 */
export async function removeExpired(ctx: Context, before: Date): Promise<void> {
  for (const store of await ctx.db.query<Expired>(due)) await removeFrom(ctx, store, before);
}
