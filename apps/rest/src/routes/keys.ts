import type { Route } from "./route.ts";

/** Contract §7. */
export const keyRoutes: Route[] = [
  { method: "POST", path: "/keys", procedure: "keys.create", status: 201, location: "/keys/:id" },
  { method: "GET", path: "/keys", procedure: "keys.list", page: "body" },
  { method: "DELETE", path: "/keys/:keyId", procedure: "keys.revoke" },
];
