import type { Chapter } from "./operation.ts";
import { storeExample } from "./store-example.ts";

const one = "/retailers/:retailerId";

export const retailers: Chapter = {
  tag: "Retailers",
  description: "The shops that you serve.",
  operations: [
    {
      method: "POST",
      path: "/retailers",
      procedure: "retailers.create",
      status: 201,
      location: "/retailers/:id",
      hasLinks: true,
      etag: "view",
      summary: "Create a retailer",
      description:
        "The body can hold the retailer's stores. The call creates all of them or none. A key that is limited to named retailers is refused.",
      examples: {
        "With a store": { name: "The Gift Shop", externalId: "shop-42", stores: [storeExample] },
        "Only the name": { name: "The Gift Shop" },
      },
      errors: ["ExternalIdTaken", "QuotaExceeded"],
    },
    {
      method: "GET",
      path: "/retailers",
      procedure: "retailers.list",
      page: "body",
      summary: "List retailers",
      description: "The retailers that your key can access, in the order of their creation.",
    },
    {
      method: "GET",
      path: one,
      procedure: "retailers.get",
      hasLinks: true,
      etag: "view",
      summary: "Read a retailer",
      description: "The answer holds the 100 oldest stores. `links.stores` is the list of all stores.",
    },
    {
      method: "PATCH",
      path: one,
      procedure: "retailers.update",
      hasLinks: true,
      etag: "view",
      guarded: true,
      summary: "Change a retailer",
      examples: { "New contact": { contactName: "Max Manager", contactPhone: null } },
      errors: ["ExternalIdTaken"],
    },
    {
      method: "DELETE",
      path: one,
      procedure: "retailers.delete",
      guarded: true,
      summary: "Delete a retailer",
      description: "Only a retailer without stores can be deleted.",
      errors: ["RetailerNotEmpty"],
    },
  ],
};
