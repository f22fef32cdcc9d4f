import { MiB, type Route } from "./route.ts";

const inventory = "/retailers/:retailerId/inventory";

/** Contract §3, product data. */
export const productRoutes: Route[] = [
  { method: "PUT", path: `${inventory}/products`, procedure: "products.putFeed", body: "stream", limit: 200 * MiB },
  { method: "GET", path: `${inventory}/ingests`, procedure: "products.listIngests", page: "body" },
];
