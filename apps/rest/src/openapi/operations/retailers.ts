import type { OperationDocs } from "../operation-doc.ts";

const store = {
  name: "Carnaby Street",
  address: "12 Carnaby Street",
  postcode: "W1F 9PS",
  city: "London",
  country: "GB",
};

export const retailerOperations: OperationDocs = {
  "POST /retailers": {
    summary: "Create a retailer",
    description:
      "With its stores, if you like: all or none are made. Keys that are limited to named retailers are refused.",
    bodies: {
      "With a store": { name: "The Gift Shop", externalId: "shop-42", stores: [store] },
      "Name alone": { name: "The Gift Shop" },
    },
    errors: ["ExternalIdTaken", "QuotaExceeded"],
  },
  "GET /retailers": {
    summary: "List retailers",
    description: "Those that your key opens, in the order of their making.",
  },
  "GET /retailers/:retailerId": {
    summary: "Read a retailer",
    description: "The answer holds the 100 oldest stores. `links.stores` is the list of all stores.",
  },
  "PATCH /retailers/:retailerId": {
    summary: "Change a retailer",
    bodies: { "New contact": { contactName: "Max Manager", contactPhone: null } },
    errors: ["ExternalIdTaken"],
  },
  "DELETE /retailers/:retailerId": {
    summary: "Delete a retailer",
    description: "Once it has no stores.",
    errors: ["RetailerNotEmpty"],
  },
  "POST /retailers/:retailerId/stores": {
    summary: "Create a store",
    bodies: { Store: { ...store, externalId: "london-1", areaType: "city_centre" } },
    errors: ["ExternalIdTaken", "QuotaExceeded"],
  },
  "GET /retailers/:retailerId/stores": { summary: "List stores" },
  "GET /retailers/:retailerId/stores/:storeId": { summary: "Read a store" },
  "PATCH /retailers/:retailerId/stores/:storeId": {
    summary: "Change a store",
    description:
      "JSON Merge Patch. Another `country` brings its time zone, unless the old one is also that country's, and its currency. Name `timezone` where the country has several, and `currency` where the store has prices in the old one (else 422): prices are never converted.",
    bodies: { "New phone": { phone: "+44 20 7946 0001" } },
    errors: ["ExternalIdTaken"],
  },
  "DELETE /retailers/:retailerId/stores/:storeId": {
    summary: "Delete a store",
    description: "With all of its data. Remove its channels first; a local ads budget runs until the store's midnight.",
    errors: ["ChannelInUse"],
  },
};
