import { procedure, router } from "../trpc.ts";
import { DeliveryDetail, DeliveryPage, GetDelivery, ListDeliveries } from "./deliveries.schema.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";

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
});
