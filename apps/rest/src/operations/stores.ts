import type { Chapter } from "./operation.ts";
import { storeExample } from "./store-example.ts";

const all = "/retailers/:retailerId/stores";
const one = `${all}/:storeId` as const;

export const stores: Chapter = {
  tag: "Stores",
  description: "The stores of a retailer.",
  operations: [
    {
      method: "POST",
      path: all,
      procedure: "stores.create",
      status: 201,
      location: `${all}/:id`,
      etag: "version",
      summary: "Create a store",
      examples: { Store: { ...storeExample, externalId: "london-1", areaType: "city_centre" } },
      errors: ["ExternalIdTaken", "QuotaExceeded"],
    },
    { method: "GET", path: all, procedure: "stores.list", page: "body", summary: "List stores" },
    { method: "GET", path: one, procedure: "stores.get", etag: "version", summary: "Read a store" },
    {
      method: "PATCH",
      path: one,
      procedure: "stores.update",
      etag: "version",
      guarded: true,
      summary: "Change a store",
      description:
        "JSON Merge Patch. A new `country` sets its currency. It sets its time zone, too, unless the old time zone also belongs to that country. Name `timezone` if the country has several. Name `currency` if the store has prices in the old currency (otherwise 422), because prices are never converted.",
      examples: { "New phone": { phone: "+44 20 7946 0001" } },
      errors: ["ExternalIdTaken"],
    },
    {
      method: "DELETE",
      path: one,
      procedure: "stores.delete",
      guarded: true,
      summary: "Delete a store",
      description:
        "Deletes the store and all of its data. Remove its channels first. A local ads budget runs until the store's midnight.",
      errors: ["ChannelInUse"],
    },
  ],
};
