import type { Route } from "./route.ts";

const channels = "/retailers/:retailerId/stores/:storeId/channels";

/** Contract §5. */
export const channelRoutes: Route[] = [
  { method: "GET", path: "/channels", procedure: "channels.catalogue" },
  {
    method: "POST",
    path: channels,
    procedure: "channels.enable",
    creates: "channel",
    location: `${channels}/:id`,
  },
  { method: "GET", path: channels, procedure: "channels.list" },
  { method: "DELETE", path: `${channels}/:type`, procedure: "channels.remove" },
];
