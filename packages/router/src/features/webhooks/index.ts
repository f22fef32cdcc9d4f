export { newestOfEventSql } from "./deliveries.sql.ts";
export { deliveryHost } from "./delivery-host.ts";
export { lockEndpointSql } from "./endpoints.sql.ts";
export { endpointPing, endpointWarnings, noteEndpointAlert } from "./internal/endpoint.ts";
export { inboxSecrets, type OwnHeaders, openSealed, replaceSecret, sealSecrets } from "./internal/signing-secrets.ts";
export {
  type DeliveryPlace,
  getDeliveryOf,
  listDeliveriesOf,
  presentDelivery,
  readDelivery,
  summarize,
} from "./read-deliveries.ts";
export { firstSince } from "./redeliver-events.ts";
export { retainLogs } from "./retain-logs.ts";
export { makeTestCall } from "./test-endpoint.ts";
export { webhooks } from "./webhooks.router.ts";
export { webhooksChannel } from "./webhooks-channel.ts";
