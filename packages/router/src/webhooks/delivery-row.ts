import { isDeliverable } from "./deliverable.ts";
import type { Delivery } from "./deliveries.schema.ts";

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
 * delivered, whatever is tried afterwards.
 */
export const deliveries = `(
  SELECT e.sequence, e.action, e.data, e.product, e.created_at AS "createdAt",
         CASE WHEN a.delivered THEN 'delivered' WHEN r.sequence IS NOT NULL THEN 'pending'
              ELSE COALESCE(a.last, 'pending') END AS status,
         COALESCE(a.tries, 0)::int AS tries, a.last_status AS "lastStatus", a.last_at AS "lastTryAt",
         a.enhanced AS "wasEnhanced", r.due_at AS "nextTryAt"
  FROM store_event e
  LEFT JOIN delivery_cursor c ON c.retailer_id = e.retailer_id AND c.store_id = e.store_id
  LEFT JOIN delivery_retry r
    ON r.retailer_id = e.retailer_id AND r.store_id = e.store_id AND r.sequence = e.sequence
  LEFT JOIN LATERAL (
    SELECT count(ms) AS tries, bool_or(outcome = 'delivered') AS delivered, bool_or(enhanced) AS enhanced,
           (array_agg(outcome ORDER BY try DESC))[1] AS last,
           (array_agg(status ORDER BY try DESC) FILTER (WHERE ms IS NOT NULL))[1] AS last_status,
           max(at) FILTER (WHERE ms IS NOT NULL) AS last_at
    FROM delivery_attempt a
    WHERE a.retailer_id = e.retailer_id AND a.store_id = e.store_id AND a.sequence = e.sequence
  ) a ON true
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
