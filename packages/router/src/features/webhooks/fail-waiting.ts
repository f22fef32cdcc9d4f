import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { attemptsOf, logAttempts } from "./attempts-of.ts";
import { isDeliverable } from "./deliverable.ts";

/** Of the relation `ended (sequence, try)`: their last entries in the log of attempts; `$3` when, `$4` why. */
const logEnded = `
  failed AS (
    SELECT sequence, try, $3::timestamptz AS at, NULL::int AS status, NULL::int AS ms, false AS enhanced,
           'failed' AS outcome, $4 AS answer, NULL::int AS endpoint
    FROM ended
  ), logged AS (${logAttempts("failed")})
  SELECT count(*) AS n FROM ended`;

const failRetries = `
  WITH ended AS (
    DELETE FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND sequence <= $5 AND sequence IS DISTINCT FROM $6
    RETURNING sequence, attempts + 1 AS try
  ), ${logEnded}`;

/** Each is looked up by its key, however little the planner knows of these tables. */
const failUntried = `
  WITH ended AS (
    SELECT e.sequence, 1 AS try FROM store_event e
    WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence > $6 AND e.sequence <= $5 AND ${isDeliverable}
      AND (SELECT max(a.try) FROM ${attemptsOf("e.sequence")} a) IS NULL
  ), ${logEnded}`;

export interface GivenUp {
  /** All up to here was tried; what lies behind it waits for its first try. */
  cursor: number;
  /** Sequence of the last that fails. */
  upTo: number;
  /** Sequence of a retry that goes on waiting, or null. */
  except: number | null;
  /** A word, as the log of attempts shows it. */
  reason: string;
}

/**
 * What waits to be sent becomes `failed`, without a call. The caller holds the locks of store and cursor.
 * @returns how many waited
 */
export async function failWaiting(tx: Sql, store: StoreIds, given: GivenUp, now: Date): Promise<number> {
  const { cursor, upTo, except, reason } = given;
  const values = [store.retailerId, store.storeId, now, reason, upTo];
  const [retries] = await tx.query<{ n: number }>(failRetries, [...values, except]);
  const [untried] = cursor < upTo ? await tx.query<{ n: number }>(failUntried, [...values, cursor]) : [];
  return (retries?.n ?? 0) + (untried?.n ?? 0);
}
