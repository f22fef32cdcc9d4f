import type { OperationDocs } from "../operation-doc.ts";

export const keyOperations: OperationDocs = {
  "POST /keys": {
    summary: "Create an API key",
    description: "Within your own scopes, retailers and expiry. The key is shown this once; a dry run shows none.",
    bodies: { "For a till": { name: "Till in Carnaby Street", scopes: ["inventory:read", "inventory:write"] } },
    errors: ["RetailerNotFound", "QuotaExceeded"],
  },
  "GET /keys": { summary: "List API keys" },
  "DELETE /keys/:keyId": { summary: "Revoke an API key", description: "It opens nothing from this moment on." },
};
