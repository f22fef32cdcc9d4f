import { Store } from "./stores.schema.ts";

const snakeCase = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const storeColumns = ["retailerId", ...Object.keys(Store.shape)]
  .map((field) => (field === "id" ? "storeId" : field))
  .map((field) => `s.${snakeCase(field)} AS "${field}"`)
  .join(", ");

export const selectStore = `SELECT ${storeColumns}, r.retailer_id AS "owner", r.partner_id AS "partnerId",
    r.is_test AS "isTest", r.clock_ahead AS "clockAhead"
  FROM retailer r LEFT JOIN store s ON s.retailer_id = $1 AND s.store_id = $2
  WHERE r.retailer_id = $1`;

export const lockEdits = `
  SELECT FROM customization WHERE retailer_id = $1 AND store_id = $2 ORDER BY item_key FOR UPDATE`;

export const removeOfIngests = (
  table: "ingest_rejection" | "held_feed" | "feed_undo",
): string => `DELETE FROM ${table} r USING ingest i
  WHERE r.retailer_id = $1 AND i.retailer_id = $1 AND i.store_id = $2 AND i.ingest_id = r.ingest_id`;

/** SQL: a time after another one. In UTC, because PostgreSQL then knows that the time zone of the session does not change the result. */
const later = (time: string, interval: string): string =>
  `(${time} AT TIME ZONE 'UTC' + interval '${interval}') AT TIME ZONE 'UTC'`;

const beginsAgain = "(a.closed_at IS NOT NULL OR a.kind = 'budget_changed')";

export const endAlertsSql = `
  UPDATE alert a SET closed_at = $3, due_at = NULL, call_due_at = NULL
  FROM unnest($4::alert_kind[], $5::text[]) AS n (kind, subject)
  WHERE a.retailer_id = $1 AND a.store_id = $2 AND a.kind = n.kind AND a.subject = n.subject AND a.closed_at IS NULL`;

/**
 * Notes the alerts `$4` (kinds), `$5` (subjects), `$6` (messages), `$7` (new ids) of the store `$2` at `$3`. A change of a budget is no
 * state: each new message is announced.
 */
export const recordAlertsSql = `
  INSERT INTO alert AS a (retailer_id, store_id, kind, subject, alert_id, message, opened_at, due_at)
  SELECT s.retailer_id, s.store_id, n.kind, n.subject, n.id, n.message, $3, $3
  FROM unnest($4::alert_kind[], $5::text[], $6::text[], $7::uuid[]) AS n (kind, subject, message, id) CROSS JOIN store s
  WHERE s.retailer_id = $1 AND s.store_id = $2
  ON CONFLICT (retailer_id, store_id, kind, subject) DO UPDATE SET
    message = excluded.message, closed_at = NULL,
    alert_id = CASE WHEN ${beginsAgain} THEN excluded.alert_id ELSE a.alert_id END,
    opened_at = CASE WHEN ${beginsAgain} THEN excluded.opened_at ELSE a.opened_at END,
    due_at = CASE WHEN ${beginsAgain} THEN GREATEST(excluded.due_at, ${later("a.announced_at", "1 hour")}) ELSE a.due_at END
  WHERE a.message <> excluded.message OR a.closed_at IS NOT NULL`;
