import type { Route } from "./route.ts";

const all = "/retailers/:retailerId/stores";
const store = `${all}/:storeId` as const;

/** Contract §2. */
export const storeRoutes: Route[] = [
  { method: "POST", path: all, procedure: "stores.create", status: 201, location: `${all}/:id`, etag: "version" },
  { method: "GET", path: all, procedure: "stores.list", page: "body" },
  { method: "GET", path: store, procedure: "stores.get", etag: "version" },
  { method: "PATCH", path: store, procedure: "stores.update", etag: "version", guarded: true },
  { method: "DELETE", path: store, procedure: "stores.delete", guarded: true },
];
