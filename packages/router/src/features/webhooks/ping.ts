import type { StoreIds } from "../../core/channels/index.ts";
import type { NewEvent } from "../../core/log/index.ts";

/** The event by which an endpoint is verified (spec.md, Events). */
export function pingOf({ retailerId, storeId }: StoreIds): NewEvent {
  return {
    action: "webhook.enabled",
    subject: "ping",
    data: { retailer: { id: retailerId }, store: { id: storeId } },
  };
}
