import type { Chapter } from "./operation.ts";

export const keys: Chapter = {
  tag: "API keys",
  description: "Keys for your systems, each with only the rights that it needs.",
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
    { method: "GET", path: "/keys", procedure: "keys.list", page: "body", summary: "List API keys" },
    {
      method: "DELETE",
      path: "/keys/:keyId",
      procedure: "keys.revoke",
      summary: "Revoke an API key",
      description: "The key is refused from now on.",
    },
  ],
};
