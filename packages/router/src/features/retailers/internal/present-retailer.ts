import type { Write } from "../../../core/history/index.ts";
import type { RetailerRow } from "../../../kernel/find-retailer.ts";
import { type Retailer, type RetailerWithStores, STORES_SHOWN } from "../retailers.schema.ts";
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
    inventoryStatus: summaries.inventoryStatus,
    channelStatus: summaries.channelStatus,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/**
 * A retailer's record with its oldest stores and the path of the list of all stores. The REST API makes the path absolute.
 * @param total number of stores
 */
export function presentWithStores(
  row: RetailerRow,
  summaries: Summaries,
  stores: RetailerWithStores["stores"],
  total: number,
): RetailerWithStores {
  return {
    ...presentRetailer(row, summaries),
    stores: stores.slice(0, STORES_SHOWN),
    storesTotal: total,
    links: { stores: `/retailers/${row.retailerId}/stores` },
  };
}

function facts(row: RetailerRow | null): object | null {
  if (!row) return null;
  const { retailerId: id, partnerId: _partnerId, createdAt, updatedAt, ...fields } = row;
  return { id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

/** The history entry for a change of a retailer. `before` is null for a new retailer. */
export function retailerWrite(before: RetailerRow | null, after: RetailerRow): Write {
  const { retailerId } = after;
  const target = { type: "retailer", id: retailerId } as const;
  const action = before ? "retailer.update" : "retailer.create";
  return { retailerId, action, target, before: facts(before), after: facts(after) };
}
