import type { Tx } from "@highstreet/db";
import type { Profile } from "@highstreet/providers";
import type { StoreIds } from "../../../core/channels/index.ts";
import { claimLocation, holderOf, lockLocation, othersAt, releaseOrphanedLocation } from "./locations.ts";
import type { Held } from "./record-check.ts";
import { emptySetup, type SetupRow } from "./setup-row.ts";
import { codesIn } from "./verification-code.ts";

async function isContested(tx: Tx, setup: SetupRow): Promise<boolean> {
  const where = await othersAt(tx, setup);
  return (await tx.prisma.searchSetup.findFirst({ where, select: { storeId: true } })) !== null;
}

/** Moves the location from a store of another partner, if the profile does not have the code of that store. */
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

/** Whether the location was closed before the accepted invitation that can be for it. */
const isInvited = ({ invitationAt, foundClosedAt }: Candidate): boolean =>
  invitationAt !== null && foundClosedAt !== null && invitationAt >= foundClosedAt;

type First = StoreIds & { hasCode: boolean };

/**
 * The store that gets a location. A store with its code in the profile comes first. Other stores must have seen the location closed
 * while they waited. First comes a store that matches the invitation, then the longest wait.
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
 * - The owner decides by a code in the profile's labels. The location goes to the store with the code. It also moves from a store
 *   of another partner, if the labels do not have the code of that store.
 * - If stores of several partners wait and the labels have no code, no store gets the location.
 * - Otherwise the location goes to a store that saw the location closed before. A store that matches the accepted invitation comes
 *   first, then the store that has waited longest. Access that is older than all waiting stores ends, and the stores wait for new access.
 */
export async function takeLocation({ tx, setup, now }: Held, { labels, ...profile }: Profile): Promise<SetupRow> {
  const { locationId } = setup;
  const codes = codesIn(labels);
  lockLocation(tx, locationId);
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
