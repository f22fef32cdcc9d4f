import type { StoreIds } from "../../../core/channels/index.ts";
import type { Write } from "../../../core/history/index.ts";
import { type Attempt, type Delivery, type EndReason, endReasons } from "../deliveries.schema.ts";

/** A delivery in the log of deliveries. */
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
  /** Whether a call had `product`. */
  wasEnhanced: boolean | null;
  nextTryAt: Date | null;
  /** Of the last entry in the log of attempts, if it is no call. */
  reason: string | null;
}

/** The reason of an end without a call: `superseded`, or the stored reason of a failure. */
export function endReason(status: Delivery["status"] | Attempt["outcome"], reason: string | null): EndReason | null {
  if (status === "superseded") return "superseded";
  return status === "failed" ? (endReasons.find((known) => known === reason) ?? null) : null;
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
    reason: endReason(row.status, row.reason),
    tries: row.tries,
    lastStatus: row.lastStatus,
    lastTryAt: row.lastTryAt?.toISOString() ?? null,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The history entry of a redelivery. @param what the requested deliveries */
export function deliveryWrite({ retailerId, storeId }: StoreIds, what: object): Write {
  const target = { type: "channel", id: "webhooks", storeId } as const;
  return { retailerId, action: "channel.redeliver", target, before: null, after: what };
}
