import type { Sql, Tx } from "@highstreet/db";
import type { RetailerRow } from "../../../access/find-retailer.ts";
import type { Write } from "../../../core/history/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { lockPartner } from "../../../kernel/kernel.sql.ts";
import { type Retailer, type RetailerWithStores, STORES_SHOWN, type Summary } from "../retailers.schema.ts";
import { countStores } from "../retailers.sql.ts";

interface Identified {
  retailerId: string;
  partnerId: string;
  isTest: boolean;
  externalId: string | null;
}

/**
 * Checks that no other retailer of the partner and of the same mode has the external id. Locks the partner, so that concurrent calls cannot
 * both take it: no database has a unique index over retailers (docs/decisions/0061).
 * @throws ExternalIdTaken
 */
export async function checkExternalId(
  tx: Tx,
  { retailerId, partnerId, isTest, externalId }: Identified,
): Promise<void> {
  if (externalId === null) return;
  await tx.query(lockPartner, [partnerId]);
  const others = await tx.prisma.retailer.count({ where: { partnerId, isTest, externalId, id: { not: retailerId } } });
  if (others > 0) throw new DomainError("ExternalIdTaken", "Another of your retailers has this externalId already.");
}

export interface Summaries {
  inventoryStatus: Summary;
  channelStatus: Summary;
}

interface Counts {
  retailerId: string;
  stores: number;
  sourcesConnected: number;
  sourcesPending: number;
  channelsConnected: number;
  channelsPending: number;
}

export function summaryOf(stores: number, connected: number, pending: number): Summary {
  if (stores === 0) return "unknown";
  if (connected === stores) return "connected";
  if (connected > 0) return "partial";
  return pending === stores ? "pending" : "disconnected";
}

/** Summaries and numbers of stores for each retailer. A store's channels count as connected if all are, and as disconnected if it has none. */
export async function summariseStores(
  sql: Sql,
  retailerIds: string[],
): Promise<(retailerId: string) => Summaries & { storesTotal: number }> {
  const rows = await sql.query<Counts>(countStores, [retailerIds]);
  const found = new Map(rows.map((row) => [row.retailerId, row]));
  return (retailerId) => {
    const row = found.get(retailerId);
    if (!row) return { inventoryStatus: "unknown", channelStatus: "unknown", storesTotal: 0 };
    return {
      inventoryStatus: summaryOf(row.stores, row.sourcesConnected, row.sourcesPending),
      channelStatus: summaryOf(row.stores, row.channelsConnected, row.channelsPending),
      storesTotal: row.stores,
    };
  };
}

export function presentRetailer(row: RetailerRow, summaries: Summaries): Retailer {
  return {
    id: row.retailerId,
    externalId: row.externalId,
    name: row.name,
    isTest: row.isTest,
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
  const { externalId, name, contactName, contactEmail, contactPhone, version, clockAhead } = row;
  const fields = {
    externalId,
    name,
    contactName,
    contactEmail,
    contactPhone,
    ...(clockAhead > 0 && { clockAhead }),
    version,
  };
  const times = { createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
  return { id: row.retailerId, ...fields, ...times };
}

export function retailerWrite(before: RetailerRow | null, after: RetailerRow): Write {
  const { retailerId } = after;
  const target = { type: "retailer", id: retailerId } as const;
  const action = before ? "retailer.update" : "retailer.create";
  return { retailerId, action, target, before: facts(before), after: facts(after) };
}
