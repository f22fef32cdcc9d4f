import type { Chapter } from "./operation.ts";

const storeExample = {
  name: "Carnaby Street",
  address: "12 Carnaby Street",
  postcode: "W1F 9PS",
  city: "London",
  country: "GB",
};

const ofRetailer = "/retailers/:retailerId";

export const retailers: Chapter = {
  tag: "Retailers",
  description: "The shops that you serve.",
  guide: ["getting-started", "From the first call to the first webhook"],
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
      tool: { name: "list_retailers" },
      page: "body",
      summary: "List retailers",
      description: "The retailers that your key can access, in the order of their creation.",
    },
    {
      method: "GET",
      path: ofRetailer,
      procedure: "retailers.get",
      tool: { name: "get_retailer" },
      hasLinks: true,
      etag: "view",
      summary: "Read a retailer",
      description: "The answer holds the 100 oldest stores. `links.stores` is the list of all stores.",
    },
    {
      method: "PATCH",
      path: ofRetailer,
      procedure: "retailers.update",
      hasLinks: true,
      etag: "view",
      guarded: true,
      summary: "Change a retailer",
      description:
        "JSON Merge Patch: a missing field keeps its value, null clears it. Values that the retailer already has keep its version.",
      examples: { "New contact": { contactName: "Max Manager", contactPhone: null } },
      errors: ["ExternalIdTaken"],
    },
    {
      method: "DELETE",
      path: ofRetailer,
      procedure: "retailers.delete",
      guarded: true,
      summary: "Delete a retailer",
      description: "Only a retailer without stores can be deleted.",
      errors: ["RetailerNotEmpty"],
    },
    {
      method: "GET",
      path: `${ofRetailer}/test-clock`,
      procedure: "testClock.get",
      summary: "Read a test clock",
      description: "Only a test retailer has one.",
      errors: ["NotTestRetailer"],
    },
    {
      method: "PUT",
      path: `${ofRetailer}/test-clock`,
      procedure: "testClock.move",
      summary: "Move a test clock forward",
      description:
        "Budgets, hides, sales, pauses, and the rules of 48 hours, 7 days and the widget go by this clock. What has become due happens within seconds.",
      examples: { "A day ahead": { aheadSeconds: 86_400 } },
      errors: ["NotTestRetailer"],
    },
  ],
};

const allStores = "/retailers/:retailerId/stores";
const oneStore = `${allStores}/:storeId` as const;

export const stores: Chapter = {
  tag: "Stores",
  description: "The stores of a retailer.",
  guide: ["api-decisions#retailers-and-stores", "Rules of retailers and stores"],
  operations: [
    {
      method: "POST",
      path: allStores,
      procedure: "stores.create",
      status: 201,
      location: `${allStores}/:id`,
      etag: "version",
      summary: "Create a store",
      description:
        "Name, address, postcode, city and country are needed. The country sets the currency, and the time zone if all its clocks agree.",
      examples: { Store: { ...storeExample, externalId: "london-1", areaType: "city_centre" } },
      errors: ["ExternalIdTaken", "QuotaExceeded"],
    },
    {
      method: "GET",
      path: allStores,
      procedure: "stores.list",
      tool: { name: "list_stores" },
      page: "body",
      summary: "List stores",
      description:
        "All stores of the retailer, in the order of their creation. `externalId` finds the one with your id.",
    },
    {
      method: "GET",
      path: oneStore,
      procedure: "stores.get",
      tool: { name: "get_store" },
      etag: "version",
      summary: "Read a store",
      description: "Its address, currency, time zone and coordinates, and the token of its in-store widget.",
    },
    {
      method: "PATCH",
      path: oneStore,
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
      path: oneStore,
      procedure: "stores.delete",
      guarded: true,
      summary: "Delete a store",
      description:
        "Deletes the store and all of its data. Remove its channels first. A local ads budget runs until the store's midnight.",
      errors: ["ChannelInUse"],
    },
  ],
};

export const keys: Chapter = {
  tag: "API keys",
  description: "Keys for your systems, each with only the rights that it needs.",
  guide: ["api-decisions#access", "Who can do what"],
  operations: [
    {
      method: "POST",
      path: "/keys",
      procedure: "keys.create",
      status: 201,
      location: "/keys/:id",
      summary: "Create an API key",
      description:
        "Its scopes, retailers and expiry lie within those of your key. Only this answer shows the key. A dry run shows none.",
      examples: { "For a till": { name: "Till in Carnaby Street", scopes: ["inventory:read", "inventory:write"] } },
      errors: ["RetailerNotFound", "QuotaExceeded"],
    },
    {
      method: "GET",
      path: "/keys",
      procedure: "keys.list",
      page: "body",
      summary: "List API keys",
      description:
        "The keys of the partner that your key can see, without their secrets, in the order of their creation.",
    },
    {
      method: "DELETE",
      path: "/keys/:keyId",
      procedure: "keys.revoke",
      summary: "Revoke an API key",
      description: "The key is refused from now on.",
    },
  ],
};
