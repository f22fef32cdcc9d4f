import type { RetailerRow } from "./find-retailer.ts";
import type { Retailer } from "./retailers.schema.ts";
import type { Summaries } from "./summarise-stores.ts";

/** A retailer's row as the API shows it. */
export function presentRetailer(row: RetailerRow, summaries: Summaries): Retailer {
  return {
    id: row.retailerId,
    externalId: row.externalId,
    name: row.name,
    contactName: row.contactName,
    contactEmail: row.contactEmail,
    contactPhone: row.contactPhone,
    ...summaries,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
