import type { Tx } from "@highstreet/db";
import type { Profile } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { endListings } from "../../listings/index.ts";
import { lockLocationSql } from "../search.sql.ts";
import type { Held } from "./record-check.ts";
import { codesIn, deleteSetup, emptySetup, type SetupRow } from "./setup-row.ts";

/** `ending`: our access has not ended yet. */
export type Holder = "us" | "another" | "ending" | "free";

/** Transactions that change the setups of several stores at one location take this lock first, so they cannot deadlock. */
async function lockLocation(tx: Tx, locationId: string): Promise<void> {
  await tx.execute(lockLocationSql, [locationId]);
}

async function othersAt({ prisma }: WithPrisma, { locationId, retailerId }: SetupRow) {
  const { partnerId } = await prisma.retailer.findUniqueOrThrow({
    where: { id: retailerId },
    select: { partnerId: true },
  });
  return { locationId, partnerId: { not: partnerId } };
}

/** A location serves at most one store of all retailers. */
export async function holderOf({ prisma }: WithPrisma, locationId: string, store: StoreIds): Promise<Holder> {
  const row = await prisma.searchLocation.findUnique({ where: { locationId } });
  if (!row) return "free";
  if (row.isGivenUp) return "ending";
  return row.retailerId === store.retailerId && row.storeId === store.storeId ? "us" : "another";
}

/** @returns whether the store holds the location now */
async function claimLocation(
  tx: WithPrisma,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  now: Date,
): Promise<boolean> {
  const data = [{ locationId, retailerId, storeId, claimedAt: now }];
  await tx.prisma.searchLocation.createMany({ data, skipDuplicates: true });
  return (await holderOf(tx, locationId, { retailerId, storeId })) === "us";
}

/** `giveUpLocations` ends the access that we may have. */
async function releaseOrphanedLocation(
  { prisma }: WithPrisma,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  now: Date,
): Promise<void> {
  const data = [{ locationId, retailerId, storeId, claimedAt: now, isGivenUp: true }];
  await prisma.searchLocation.createMany({ data, skipDuplicates: true });
}

/**
 * After our access has ended. Makes the checks of the waiting stores due.
 * @param isGivenUp a store that has claimed the location again keeps it
 */
export async function releaseLocation(
  tx: Tx,
  locationId: string,
  { retailerId, storeId }: StoreIds,
  { isGivenUp, now }: { isGivenUp: boolean; now: Date },
): Promise<void> {
  await lockLocation(tx, locationId);
  await tx.prisma.searchLocation.deleteMany({ where: { locationId, retailerId, storeId, isGivenUp } });
  await tx.prisma.searchSetup.updateMany({ where: { locationId }, data: { nextCheckAt: now } });
}

/** `giveUpLocations` then ends our access. The caller holds the store's lock. */
export async function endSetup(tx: Tx, setup: SetupRow, now: Date): Promise<void> {
  const { locationId, retailerId, storeId } = setup;
  await tx.prisma.searchLocation.updateMany({
    where: { locationId, retailerId, storeId },
    data: { isGivenUp: true },
  });
  if ((await holderOf(tx, locationId, setup)) === "free") {
    await lockLocation(tx, locationId);
    // Other partners do not inherit the access of this store.
    const where = { ...(await othersAt(tx, setup)), accessAt: null };
    await tx.prisma.searchSetup.updateMany({ where, data: { contestedAt: now, nextCheckAt: now } });
    // We may have just accepted an invitation. If another store waits, it gets the access.
    const isMaybeOpen = setup.invitationAt !== null || setup.contestedAt !== null;
    if (isMaybeOpen && !(await isWaitedFor(tx, setup))) await releaseOrphanedLocation(tx, locationId, setup, now);
  }
  await deleteSetup(tx, setup);
  await endListings(tx, setup);
}

async function isWaitedFor({ prisma }: WithPrisma, { locationId, retailerId, storeId }: SetupRow): Promise<boolean> {
  const other = await prisma.searchSetup.findFirst({
    where: { locationId, NOT: { retailerId, storeId } },
    select: { storeId: true },
  });
  return other !== null;
}

async function isContested(tx: Tx, setup: SetupRow): Promise<boolean> {
  const where = await othersAt(tx, setup);
  return (await tx.prisma.searchSetup.findFirst({ where, select: { storeId: true } })) !== null;
}

/** If the profile does not have the code of that store. */
async function moveLocation({ prisma }: Tx, setup: SetupRow, codes: string[], now: Date): Promise<boolean> {
  if (!codes.includes(setup.verificationCode)) return false;
  const { locationId, retailerId, storeId } = setup;
  const others = await othersAt({ prisma }, setup);
  const held = await prisma.searchLocation.findUnique({ where: { locationId, isGivenUp: false } });
  if (!held) return false;
  const holder = { retailerId: held.retailerId, storeId: held.storeId };
  const where = { ...others, ...holder, verificationCode: { notIn: codes } };
  if (!(await prisma.searchSetup.findFirst({ where, select: { storeId: true } }))) return false;
  const moved = await prisma.searchLocation.updateMany({
    where: { locationId, ...holder, isGivenUp: false },
    data: { retailerId, storeId, claimedAt: now },
  });
  if (moved.count) await prisma.searchSetup.updateMany({ where: holder, data: { nextCheckAt: now } });
  return moved.count > 0;
}

type Candidate = Pick<SetupRow, "retailerId" | "storeId" | "verificationCode" | "invitationAt" | "foundClosedAt">;

/** The location was closed before the accepted invitation. */
const isInvited = ({ invitationAt, foundClosedAt }: Candidate): boolean =>
  invitationAt !== null && foundClosedAt !== null && invitationAt >= foundClosedAt;

type First = StoreIds & { hasCode: boolean };

/**
 * A store with its code in the profile comes first. Others must have seen the location closed while they waited: first one that matches the
 * invitation, then the longest wait.
 */
async function firstInLine({ prisma }: Tx, locationId: string, codes: string[]): Promise<First | undefined> {
  const setups = await prisma.searchSetup.findMany({
    where: {
      locationId,
      OR: [{ verificationCode: { in: codes } }, { foundClosedAt: { not: null }, contestedAt: null }],
    },
    select: { retailerId: true, storeId: true, verificationCode: true, invitationAt: true, foundClosedAt: true },
  });
  if (!setups.length) return undefined;
  const channels = await prisma.channel.findMany({
    where: { channel: "search", OR: setups.map(({ retailerId, storeId }) => ({ retailerId, storeId })) },
    orderBy: [{ waitingSince: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }, { storeId: "asc" }],
    select: { storeId: true },
  });
  const waiting = channels.flatMap(({ storeId }) => setups.find((setup) => setup.storeId === storeId) ?? []);
  const hasCode = ({ verificationCode }: Candidate) => codes.includes(verificationCode);
  const place = (one: Candidate) => (hasCode(one) ? 0 : 2) + (isInvited(one) ? 0 : 1);
  const [first] = waiting.toSorted((a, b) => place(a) - place(b));
  return first && { retailerId: first.retailerId, storeId: first.storeId, hasCode: hasCode(first) };
}

/**
 * Decides whether the store gets a location that we may manage.
 *
 * - The owner decides by a code in the labels. The location also moves from a store of another partner without its code there.
 * - If stores of several partners wait and the labels have no code, none gets the location.
 * - Otherwise a store gets it that saw the location closed before. Access that is older than all waiting stores ends.
 */
export async function takeLocation({ tx, setup, now }: Held, { labels, ...profile }: Profile): Promise<SetupRow> {
  const { locationId } = setup;
  const codes = codesIn(labels);
  await lockLocation(tx, locationId);
  const access = { foundClosedAt: null, contestedAt: null, accessAt: now, profile };
  if ((await holderOf(tx, locationId, setup)) === "another") {
    return (await moveLocation(tx, setup, codes, now))
      ? { ...setup, ...emptySetup, ...access }
      : { ...setup, ...emptySetup };
  }
  const contested = await isContested(tx, setup);
  const waiting = { ...setup, contestedAt: contested ? (setup.contestedAt ?? now) : null };
  const first = await firstInLine(tx, locationId, codes);
  if (contested && !first?.hasCode) return waiting;
  if (!first) {
    await releaseOrphanedLocation(tx, locationId, setup, now);
    return waiting;
  }
  if (first.storeId === setup.storeId) {
    return (await claimLocation(tx, locationId, setup, now)) ? { ...setup, ...access } : waiting;
  }
  const where = { retailerId: first.retailerId, storeId: first.storeId, locationId };
  await tx.prisma.searchSetup.updateMany({ where, data: { nextCheckAt: now } });
  return waiting;
}
