import type { Tx } from "@highstreet/db";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { endListings } from "../../listings/index.ts";
import { lockLocationSql } from "../search.sql.ts";
import { deleteSetup, type SetupRow } from "./setup-row.ts";

/** The store that a location serves. `ending`: no store, but our access has not ended yet. */
export type Holder = "us" | "another" | "ending" | "free";

/**
 * Serializes transactions that change the setups of several stores at one location, so that they cannot deadlock. A transaction
 * takes this lock before it writes the setup of its own store.
 */
export function lockLocation(tx: Tx, locationId: string): void {
  tx.send(lockLocationSql, [locationId]);
}

/** The setups of other partners' stores at the location of a setup. */
export async function othersAt({ prisma }: WithPrisma, { locationId, retailerId }: SetupRow) {
  const { partnerId } = await prisma.retailer.findUniqueOrThrow({
    where: { id: retailerId },
    select: { partnerId: true },
  });
  return { locationId, partnerId: { not: partnerId } };
}

/** The store that holds a location. A location serves at most one store of all retailers. */
export async function holderOf({ prisma }: WithPrisma, locationId: string, store: StoreIds): Promise<Holder> {
  const row = await prisma.searchLocation.findUnique({ where: { locationId } });
  if (!row) return "free";
  if (row.isGivenUp) return "ending";
  return row.retailerId === store.retailerId && row.storeId === store.storeId ? "us" : "another";
}

/** Takes a free location for a store. @returns whether the store holds the location now */
export async function claimLocation(
  tx: WithPrisma,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  now: Date,
): Promise<boolean> {
  const data = [{ locationId, retailerId, storeId, claimedAt: now }];
  await tx.prisma.searchLocation.createMany({ data, skipDuplicates: true });
  return (await holderOf(tx, locationId, { retailerId, storeId })) === "us";
}

/** We may have access to a location that no store holds. `giveUpLocations` ends this access. */
export async function releaseOrphanedLocation(
  { prisma }: WithPrisma,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  now: Date,
): Promise<void> {
  const data = [{ locationId, retailerId, storeId, claimedAt: now, isGivenUp: true }];
  await prisma.searchLocation.createMany({ data, skipDuplicates: true });
}

/**
 * Frees the store's location after our access has ended. Makes the checks of the stores that wait for the location due.
 * @param isGivenUp whether the store has given up the location. If the store has claimed the location again since, it keeps the
 *   location
 */
export async function releaseLocation(
  tx: Tx,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  { isGivenUp, now }: { isGivenUp: boolean; now: Date },
): Promise<void> {
  lockLocation(tx, locationId);
  await tx.prisma.searchLocation.deleteMany({ where: { locationId, retailerId, storeId, isGivenUp } });
  await tx.prisma.searchSetup.updateMany({ where: { locationId }, data: { nextCheckAt: now } });
}

/**
 * Deletes the setup of a store's search channel and gives up its location. `giveUpLocations` then ends our access. The caller
 * holds the store's lock.
 */
export async function endSetup(tx: Tx, setup: SetupRow, now: Date): Promise<void> {
  const { locationId, retailerId, storeId } = setup;
  await tx.prisma.searchLocation.updateMany({
    where: { locationId, retailerId, storeId },
    data: { isGivenUp: true },
  });
  if ((await holderOf(tx, locationId, setup)) === "free") {
    lockLocation(tx, locationId);
    // Stores of other partners do not inherit the access of this store.
    const where = { ...(await othersAt(tx, setup)), accessAt: null };
    await tx.prisma.searchSetup.updateMany({ where, data: { contestedAt: now, nextCheckAt: now } });
    // We may have just accepted an invitation for this store. If another store waits for the location, it gets the access.
    const isMaybeOpen = setup.invitationAt !== null || setup.contestedAt !== null;
    if (isMaybeOpen && !(await isWaitedFor(tx, setup))) await releaseOrphanedLocation(tx, locationId, setup, now);
  }
  await deleteSetup(tx, setup);
  await endListings(tx, setup);
}

/** Whether another store waits for the location. */
async function isWaitedFor({ prisma }: WithPrisma, { locationId, retailerId, storeId }: SetupRow): Promise<boolean> {
  const other = await prisma.searchSetup.findFirst({
    where: { locationId, NOT: { retailerId, storeId } },
    select: { storeId: true },
  });
  return other !== null;
}
