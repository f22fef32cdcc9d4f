import { attemptsOf } from "./attempts-of.ts";
import { isDeliverable } from "./deliverable.ts";
import type { Delivery } from "./deliveries.schema.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

/** An event as the deliveries' log reads it. */
export interface DeliveryRow {
  sequence: number;
  action: string;
  data: string;
  product: string | null;
  createdAt: Date;
  status: Delivery["status"];
  tries: number;
  lastStatus: number | null;
  lastTryAt: Date | null;
  /** Whether a call held `product`. */
  wasEnhanced: boolean | null;
  nextTryAt: Date | null;
}

/**
 * SQL: the events of store `$2` that were sent, wait to be sent, or ended unsent. What was ever delivered stays
 * delivered, whatever is tried afterwards. What waits to be sent again is superseded from the moment that a newer event of
 * its subject is in the log: it is never sent, and the log of attempts says so once the worker comes to it.
 */
export const deliveries = `(
  SELECT e.sequence, e.action, e.data, e.product, e.created_at AS "createdAt",
         CASE WHEN a.delivered THEN 'delivered' WHEN o.overtaken THEN 'superseded' WHEN r.sequence IS NOT NULL THEN 'pending'
              ELSE COALESCE(a.last, 'pending') END AS status,
         COALESCE(a.tries, 0)::int AS tries, a.last_status AS "lastStatus", a.last_at AS "lastTryAt",
         a.enhanced AS "wasEnhanced", CASE WHEN o.overtaken THEN NULL ELSE r.due_at END AS "nextTryAt"
  FROM store_event e
  LEFT JOIN delivery_cursor c ON c.retailer_id = e.retailer_id AND c.store_id = e.store_id
  LEFT JOIN delivery_retry r
    ON r.retailer_id = e.retailer_id AND r.store_id = e.store_id AND r.sequence = e.sequence
  LEFT JOIN LATERAL (
    SELECT count(ms) AS tries, bool_or(outcome = 'delivered') AS delivered, bool_or(enhanced) AS enhanced,
           (array_agg(outcome ORDER BY try DESC))[1] AS last,
           (array_agg(status ORDER BY try DESC) FILTER (WHERE ms IS NOT NULL))[1] AS last_status,
           max(at) FILTER (WHERE ms IS NOT NULL) AS last_at
    FROM ${attemptsOf("e.sequence")} a
  ) a ON true
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r.sequence IS NOT NULL THEN COALESCE(${newestOfSubject("e")} > e.sequence, false)
                ELSE false END AS overtaken
  ) o
  WHERE e.retailer_id = $1 AND e.store_id = $2
    AND (a.last IS NOT NULL OR r.sequence IS NOT NULL OR (e.sequence > c.cursor AND ${isDeliverable}))
)`;

function barcodeOf(row: DeliveryRow): string | null {
  const data = JSON.parse(row.data) as { barcode?: unknown };
  return row.action === "inventory.update" && typeof data.barcode === "string" ? data.barcode : null;
}

export function presentDelivery(row: DeliveryRow): Delivery {
  return {
    sequence: row.sequence,
    action: row.action,
    barcode: barcodeOf(row),
    status: row.status,
    tries: row.tries,
    lastStatus: row.lastStatus,
    lastTryAt: row.lastTryAt?.toISOString() ?? null,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
