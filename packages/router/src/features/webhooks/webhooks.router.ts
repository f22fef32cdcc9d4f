import { mutation, procedure, query } from "../../access/procedure.ts";
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
  listDeliveries: query(read, ListDeliveries, DeliveryPage, listDeliveries),
  getDelivery: query(read, GetDelivery, DeliveryDetail, getDelivery),
  deliverySummary: query(read, SummarizeDeliveries, DeliverySummary, summarizeDeliveries),
  health: query(read, OfEndpoint, EndpointHealth, getEndpointHealth),
  redeliver: mutation(write, GetDelivery, Delivery, redeliverEvent),
  redeliverRange: mutation(write, RedeliverRange, Redelivered, redeliverRange),
  test: mutation(write, OfEndpoint, TestAnswer, testEndpoint),
  rotateSecret: mutation(procedure.meta({ access: "channels:write" }), RotateSecret, RotatedChannel, rotateSecret),
});
