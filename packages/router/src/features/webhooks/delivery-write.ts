import type { StoreIds } from "../../core/channels/index.ts";
import type { Write } from "../../core/history/index.ts";

/** What sending deliveries again is in the history. @param what which were asked for */
export function deliveryWrite({ retailerId, storeId }: StoreIds, what: object): Write {
  const target = { type: "channel", id: "webhooks", storeId } as const;
  return { retailerId, action: "channel.redeliver", target, before: null, after: what };
}
