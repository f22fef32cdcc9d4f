import type { Chapter } from "./operation.ts";

const all = "/retailers/:retailerId/connections";

export const connections: Chapter = {
  tag: "Connections",
  description:
    "Shop systems whose products and stock Highstreet reads. A retailer has one connection for each kind of shop system. The source of a store (`connection`) names its location.",
  operations: [
    {
      method: "GET",
      path: all,
      procedure: "connections.list",
      summary: "List a retailer's connections",
    },
    {
      method: "POST",
      path: all,
      procedure: "connections.save",
      guarded: true,
      etag: "version",
      summary: "Connect a shop system",
      description:
        "Replaces the credential of an earlier connection. The first pull starts within seconds. It shows in `status` and `warnings` whether the shop system accepts the credential, and in `locations` where the shop has stock. Everything is pulled once a night, and changes every five minutes.",
      examples: {
        Shopify: { connector: "shopify", credential: { shop: "corner-shop", accessToken: "shpat_0123456789abcdef" } },
      },
    },
    {
      method: "GET",
      path: `${all}/:connector`,
      procedure: "connections.get",
      etag: "view",
      summary: "Read a connection",
    },
    {
      method: "DELETE",
      path: `${all}/:connector`,
      procedure: "connections.remove",
      guarded: true,
      summary: "Remove a connection",
      description: "Deletes the credential. The sources of its stores are disconnected. Items stay.",
    },
  ],
};
