import { procedure, router } from "../../kernel/trpc.ts";
import {
  Delivery,
  DeliveryDetail,
  DeliveryPage,
  DeliverySummary,
  GetDelivery,
  ListDeliveries,
  SummarizeDeliveries,
} from "./deliveries.schema.ts";
import {
  EndpointHealth,
  OfEndpoint,
  Redelivered,
  RedeliverRange,
  RotatedChannel,
  RotateSecret,
  TestAnswer,
  TestEndpoint,
} from "./endpoint.schema.ts";
import { getDelivery } from "./get-delivery.ts";
import { getEndpointHealth } from "./get-endpoint-health.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { redeliverEvent } from "./redeliver-event.ts";
import { redeliverRange } from "./redeliver-range.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { summarizeDeliveries } from "./summarize-deliveries.ts";
import { testEndpoint } from "./test-endpoint.ts";

/** The log of deliveries, redeliveries, test calls and secrets. */
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
  deliverySummary: procedure
    .meta({ access: "channels:read" })
    .input(SummarizeDeliveries)
    .output(DeliverySummary)
    .query(({ ctx, input }) => summarizeDeliveries(ctx, input)),
  health: procedure
    .meta({ access: "channels:read" })
    .input(OfEndpoint)
    .output(EndpointHealth)
    .query(({ ctx, input }) => getEndpointHealth(ctx, input)),
  redeliver: procedure
    .meta({ access: "channels:write" })
    .input(GetDelivery)
    .output(Delivery)
    .mutation(({ ctx, input }) => redeliverEvent(ctx, input)),
  redeliverRange: procedure
    .meta({ access: "channels:write" })
    .input(RedeliverRange)
    .output(Redelivered)
    .mutation(({ ctx, input }) => redeliverRange(ctx, input)),
  test: procedure
    .meta({ access: "channels:write" })
    .input(TestEndpoint)
    .output(TestAnswer)
    .mutation(({ ctx, input }) => testEndpoint(ctx, input)),
  rotateSecret: procedure
    .meta({ access: "channels:write" })
    .input(RotateSecret)
    .output(RotatedChannel)
    .mutation(({ ctx, input }) => rotateSecret(ctx, input)),
});
