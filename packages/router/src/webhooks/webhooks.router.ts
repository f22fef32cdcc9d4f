import { procedure, router } from "../trpc.ts";
import { Delivery, DeliveryDetail, DeliveryPage, GetDelivery, ListDeliveries } from "./deliveries.schema.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { redeliverEvent } from "./redeliver-event.ts";

/** What became of telling receivers (contract §6). */
export const webhooks = router({
  listDeliveries: procedure
    .meta({ access: "channels:read" })
    .input(ListDeliveries)
    .output(DeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  getDelivery: procedure
    .meta({ access: "channels:read" })
    .input(GetDelivery)
    .output(DeliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input)),
  redeliver: procedure
    .meta({ access: "channels:write" })
    .input(GetDelivery)
    .output(Delivery)
    .mutation(({ ctx, input }) => redeliverEvent(ctx, input)),
});
