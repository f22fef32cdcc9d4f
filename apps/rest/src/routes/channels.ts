import type { Route } from "./route.ts";

const store = "/retailers/:retailerId/stores/:storeId";
const channels = `${store}/channels` as const;
const deliveries = `${channels}/webhooks/deliveries` as const;

/** Contract §5 and §6. */
export const channelRoutes: Route[] = [
  { method: "GET", path: "/channels", procedure: "channels.catalogue" },
  { method: "POST", path: channels, procedure: "channels.enable", creates: "channel" },
  { method: "GET", path: channels, procedure: "channels.list" },
  { method: "DELETE", path: `${channels}/:type`, procedure: "channels.remove" },
  { method: "GET", path: `${channels}/:type/listings`, procedure: "listings.list", page: "body", prices: true },
  { method: "POST", path: "/widget-sightings", procedure: "channels.recordSighting", open: "widgetToken" },
  { method: "GET", path: `${store}/events`, procedure: "events.list", page: "body", prices: true },
  { method: "GET", path: deliveries, procedure: "webhooks.listDeliveries", page: "body" },
  { method: "GET", path: `${deliveries}/:sequence`, procedure: "webhooks.getDelivery" },
  { method: "POST", path: `${deliveries}/:sequence/redeliver`, procedure: "webhooks.redeliver" },
  { method: "POST", path: `${channels}/webhooks/redeliveries`, procedure: "webhooks.redeliverRange", status: 202 },
  { method: "POST", path: `${channels}/webhooks/test`, procedure: "webhooks.test", callsOut: true },
  { method: "POST", path: `${channels}/webhooks/secret`, procedure: "webhooks.rotateSecret" },
];
