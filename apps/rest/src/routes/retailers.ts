import type { Route } from "./route.ts";

/** Contract §2. */
export const retailerRoutes: Route[] = [
  {
    method: "POST",
    path: "/retailers",
    procedure: "retailers.create",
    status: 201,
    location: "/retailers/:id",
    hasLinks: true,
    etag: "view",
  },
  { method: "GET", path: "/retailers", procedure: "retailers.list", page: "body" },
  { method: "GET", path: "/retailers/:retailerId", procedure: "retailers.get", hasLinks: true, etag: "view" },
  {
    method: "PATCH",
    path: "/retailers/:retailerId",
    procedure: "retailers.update",
    hasLinks: true,
    etag: "view",
    guarded: true,
  },
  { method: "DELETE", path: "/retailers/:retailerId", procedure: "retailers.delete", guarded: true },
];
