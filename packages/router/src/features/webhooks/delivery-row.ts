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
