import type { Sql } from "@highstreet/db";
import type { Lease } from "./lease-store.ts";

const readWake = `SELECT wake FROM delivery_work WHERE retailer_id = $1 AND store_id = $2`;

const look = `
  SELECT EXISTS (SELECT FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND sequence > $3) AS more,
         (SELECT min(due_at) FROM delivery_retry
          WHERE retailer_id = $1 AND store_id = $2 AND ($4::bigint IS NULL OR sequence = $4)) AS "retryAt"`;

/** `$5`: the wake count seen. `$7`: null, nothing waits. */
const park = `
  WITH mine AS (
    UPDATE delivery_cursor
    SET claimed_to = $6, dirty = $6 > cursor
    WHERE retailer_id = $1 AND store_id = $2 AND epoch = $3 AND generation = $4
    RETURNING epoch
  ), kept AS (
    UPDATE delivery_work SET owner = NULL, due_at = $7, hold_until = $8
    WHERE retailer_id = $1 AND store_id = $2 AND wake = $5 AND $7::timestamptz IS NOT NULL AND EXISTS (SELECT FROM mine)
    RETURNING wake
  ), done AS (
    DELETE FROM delivery_work
    WHERE retailer_id = $1 AND store_id = $2 AND wake = $5 AND $7::timestamptz IS NULL AND EXISTS (SELECT FROM mine)
    RETURNING wake
  )
  SELECT (SELECT count(*) FROM mine) > 0 AS held,
         (SELECT count(*) FROM kept) + (SELECT count(*) FROM done) > 0 AS parked`;

/** What a lane sees before it parks: look after the wake count, never before, or a wake-up is lost. */
export interface View {
  wake: number | undefined;
  /** The log goes on behind the cursor. */
  more: boolean;
  /** When the next retry is due; null: none waits. */
  retryAt: Date | null;
}

/** Reads the wake count, then, in a later statement, what there is to do. Unverified: of the ping alone. */
export async function lookAround(sql: Sql, lease: Lease, cursor: number, isVerified: boolean): Promise<View> {
  const ids = [lease.retailerId, lease.storeId];
  const [work] = await sql.query<{ wake: number }>(readWake, ids);
  const [row] = await sql.query<Omit<View, "wake">>(look, [...ids, cursor, isVerified ? null : lease.generation]);
  return { wake: work?.wake, more: row?.more ?? false, retryAt: row?.retryAt ?? null };
}

export interface Parking {
  wake: number;
  /** Nothing beyond was started. The cursor itself: nothing is in doubt. */
  claimedTo: number;
  /** When the store is due again; null: nothing waits. */
  dueAt: Date | null;
  /** Not before this, whatever is appended meanwhile; null: as soon as something is. */
  holdUntil: Date | null;
}

/**
 * Gives a store back.
 * @returns `woken`: something came since the wake count was read, the store is still ours; `lost`: it is not ours any more
 */
export async function parkStore(sql: Sql, lease: Lease, parking: Parking): Promise<"parked" | "woken" | "lost"> {
  const [row] = await sql.query<{ held: boolean; parked: boolean }>(park, [
    lease.retailerId,
    lease.storeId,
    lease.epoch,
    lease.generation,
    parking.wake,
    parking.claimedTo,
    parking.dueAt,
    parking.holdUntil,
  ]);
  if (!row?.held) return "lost";
  return row.parked ? "parked" : "woken";
}

const hold = `
  UPDATE delivery_work SET hold_until = GREATEST(hold_until, $5)
  WHERE retailer_id = $1 AND store_id = $2
    AND EXISTS (SELECT FROM delivery_cursor c
                WHERE c.retailer_id = $1 AND c.store_id = $2 AND c.epoch = $3 AND c.generation = $4)
  RETURNING store_id`;

/** Holds a store back: a failing endpoint, before it is probed once. @returns false: the lease was lost */
export async function holdStore(sql: Sql, lease: Lease, until: Date): Promise<boolean> {
  const values = [lease.retailerId, lease.storeId, lease.epoch, lease.generation, until];
  return (await sql.query(hold, values)).length > 0;
}
