import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { getDelivery, getEndpointHealth, listDeliveries, summarizeDeliveries } from "./read-deliveries.ts";
import { redeliverEvent, redeliverRange } from "./redeliver-events.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { testEndpoint } from "./test-endpoint.ts";
import {
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliverySummary,
  EndpointHealth,
  GetDelivery,
  ListDeliveries,
  OfEndpoint,
  Redelivered,
  RedeliverRange,
  RotatedChannel,
  RotateSecret,
  SummarizeDeliveries,
  TestAnswer,
} from "./webhooks.schema.ts";

const read = procedure.meta({ access: "channels:read", stores: "named" });
const write = procedure.meta({ access: "channels:write", stores: "named" });

export const webhooks = router({
  listDeliveries: read
    .input(ListDeliveries)
    .output(DeliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  getDelivery: read
    .input(GetDelivery)
    .output(DeliveryDetail)
    .query(({ ctx, input }) => getDelivery(ctx, input)),
  deliverySummary: read
    .input(SummarizeDeliveries)
    .output(DeliverySummary)
    .query(({ ctx, input }) => summarizeDeliveries(ctx, input)),
  health: read
    .input(OfEndpoint)
    .output(EndpointHealth)
    .query(({ ctx, input }) => getEndpointHealth(ctx, input)),
  redeliver: write
    .input(GetDelivery)
    .output(Delivery)
    .mutation(({ ctx, input }) => redeliverEvent(ctx, input)),
  redeliverRange: write
    .input(RedeliverRange)
    .output(Redelivered)
    .mutation(({ ctx, input }) => redeliverRange(ctx, input)),
  test: write
    .input(OfEndpoint)
    .output(TestAnswer)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input)),
  rotateSecret: procedure
    .meta({ access: "channels:write" })
    .input(RotateSecret)
    .output(RotatedChannel)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),
});
