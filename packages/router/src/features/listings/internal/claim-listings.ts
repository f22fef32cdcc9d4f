import type { Prisma, Sql } from "@highstreet/db";
import type { ListingStore } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { claimListingsSql } from "../listings.sql.ts";
import type { ShownDescription, ShownItem } from "./wanted-item.ts";

/** Longer than a round of calls with all their retries. */
const CLAIM_MS = 10 * 60_000;

/** An item that only this worker sends until its claim ends. */
export interface ClaimedListing extends Pick<Prisma.ListingModel, "itemKey"> {
  /** null: the item must be withdrawn. */
  wanted: ShownItem | null;
  sent: ShownItem | null;
  /** Whether an earlier call got no answer. */
  isDoubtful: boolean;
  /** A decimal. null: the item has an availability only. */
  quantity: string | null;
  /** Whether the provider has a description of the item for the country. */
  isDescribed: boolean;
  /** The description at the provider; null: unknown. */
  described: ShownDescription | null;
  describedAt: Date | null;
}

export interface Claim {
  until: Date;
  listings: ClaimedListing[];
}

/** Claims due items of a store. Items that the provider shows with a wrong state come first, then the longest due. */
export async function claimListings(
  db: Sql,
  { retailerId, storeId }: StoreIds,
  { country, now, limit }: { country: string; now: Date; limit: number },
): Promise<Claim> {
  const until = new Date(now.getTime() + CLAIM_MS);
  const values = [retailerId, storeId, now, until, limit, country];
  return { until, listings: await db.query<ClaimedListing>(claimListingsSql, values) };
}

/** The store as the provider knows it; null while the channel is not set up or we have no access. */
export async function findTarget(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<ListingStore | null> {
  const setup = await prisma.searchSetup.findUnique({
    where: { retailerId_storeId: { retailerId, storeId }, accessAt: { not: null } },
    select: { registeredStore: true },
  });
  return (setup?.registeredStore ?? null) as ListingStore | null;
}
