import { MiB, type Route } from "./route.ts";

const inventory = "/retailers/:retailerId/stores/:storeId/inventory";

/** Contract §3. */
export const inventoryRoutes: Route[] = [
  { method: "GET", path: "/inventory/providers", procedure: "inventory.providers" },
  { method: "POST", path: inventory, procedure: "inventory.connect", hasUploadUrl: true },
  { method: "GET", path: inventory, procedure: "inventory.getSource", etag: "content" },
  { method: "DELETE", path: inventory, procedure: "inventory.disconnect" },
  { method: "PUT", path: `${inventory}/stock`, procedure: "inventory.putStock", body: "stream", limit: 200 * MiB },
  { method: "PATCH", path: `${inventory}/stock`, procedure: "inventory.patchStock" },
  { method: "GET", path: `${inventory}/items`, procedure: "inventory.listItems", page: "body", prices: true },
  { method: "GET", path: `${inventory}/:barcode`, procedure: "inventory.getItem", prices: true, etag: "view" },
  {
    method: "GET",
    path: "/retailers/:retailerId/inventory/:barcode",
    procedure: "inventory.getProduct",
    prices: true,
    etag: "view",
  },
  { method: "GET", path: `${inventory}/ingests`, procedure: "inventory.listIngests", page: "body" },
  { method: "GET", path: `${inventory}/ingests/:ingestId`, procedure: "inventory.getIngest", etag: "content" },
  {
    method: "GET",
    path: `${inventory}/ingests/:ingestId/rejections`,
    procedure: "inventory.listRejections",
    page: "body",
  },
  {
    method: "POST",
    path: `${inventory}/ingests/:ingestId/accept`,
    procedure: "inventory.acceptIngest",
    takesFeed: true,
  },
  { method: "PUT", path: "/inventory/uploads/:fileName", procedure: "uploads.put", body: "stream", limit: 200 * MiB },
];
