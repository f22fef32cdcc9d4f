import { MiB, type Route } from "./route.ts";

const forAll = "/retailers/:retailerId/inventory";
const forOne = "/retailers/:retailerId/stores/:storeId/inventory";
const one = `${forAll}/customizations/:customizationId` as const;
const location = `${forAll}/customizations/:id` as const;

/** For all stores: the store is named by the other path alone. */
const withoutQuery = ["storeId"];

/** Contract §4. */
export const customizationRoutes: Route[] = [
  {
    method: "PATCH",
    path: `${forAll}/:barcode`,
    procedure: "customizations.edit",
    withoutQuery,
    etag: "version",
    guarded: true,
  },
  { method: "PATCH", path: `${forOne}/:barcode`, procedure: "customizations.edit", etag: "version", guarded: true },
  { method: "GET", path: `${forAll}/customizations`, procedure: "customizations.list", page: "header" },
  {
    method: "POST",
    path: `${forAll}/customizations`,
    procedure: "customizations.post",
    creates: "customization",
    location,
    withoutQuery,
    etag: "version",
  },
  {
    method: "POST",
    path: `${forOne}/customizations`,
    procedure: "customizations.post",
    creates: "customization",
    location,
    etag: "version",
  },
  {
    method: "POST",
    path: `${forAll}/customizations/batch`,
    procedure: "customizations.postBatch",
    limit: 16 * MiB,
  },
  { method: "DELETE", path: `${forAll}/customizations`, procedure: "customizations.deleteByBarcode", guarded: true },
  { method: "GET", path: one, procedure: "customizations.get", etag: "version" },
  { method: "DELETE", path: one, procedure: "customizations.delete", guarded: true },
];
