import type { Invitation, WaitingLocation } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../core/channels/index.ts";
import { forRetailer } from "../../core/provider-state/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/jobs.ts";
import { releaseLocation } from "./internal/locations.ts";
import { waitingSql } from "./search.sql.ts";

type Waiting = StoreIds & Omit<WaitingLocation, "key">;

/**
 * Makes the checks of the fitting stores due, even if the answer to the acceptance is lost.
 * @returns the number of stores that still wait
 */
async function markInvited({ prisma }: WithPrisma, rows: readonly Waiting[], now: Date): Promise<number> {
  const fitting = rows.map(({ retailerId, storeId, locationId }) => ({ retailerId, storeId, locationId }));
  const where = { accessAt: null, OR: fitting };
  return (await prisma.searchSetup.updateMany({ where, data: { invitationAt: now, nextCheckAt: now } })).count;
}

/** No store waits any more for these locations of an invitation, and we may have access to them now. */
async function giveUpUnwanted({ prisma }: WithPrisma, rows: readonly Waiting[], now: Date): Promise<void> {
  const setups = await prisma.searchSetup.findMany({
    where: { locationId: { in: rows.map(({ locationId }) => locationId) } },
    select: { locationId: true },
  });
  const wanted = new Set(setups.map(({ locationId }) => locationId));
  // In order, because two invitations can have common locations.
  const data = rows
    .filter(({ locationId }) => !wanted.has(locationId))
    .toSorted((a, b) => (a.locationId < b.locationId ? -1 : 1))
    .map(({ locationId, retailerId, storeId }) => ({
      locationId,
      retailerId,
      storeId,
      claimedAt: now,
      isGivenUp: true,
    }));
  await prisma.searchLocation.createMany({ data, skipDuplicates: true });
}

/** @returns false if no fitting store waits any more */
async function accept(ctx: Context, invitation: Invitation, rows: readonly Waiting[]): Promise<boolean> {
  if (!(await markInvited(ctx.db, rows, ctx.now()))) return false;
  await ctx.providers.search.acceptInvitation(invitation.id);
  await markInvited(ctx.db, rows, ctx.now());
  await giveUpUnwanted(ctx.db, rows, ctx.now());
  return true;
}

/**
 * An invitation does not name its location. The next check of each fitting store sees whether its location is open to us.
 * @param only one store; default: all stores
 * @returns the number of invitations accepted
 * @throws ProviderError; AggregateError of the invitations that failed, which the next run finds again
 */
export async function acceptInvitations(ctx: Context, only?: StoreIds): Promise<number> {
  const rows = await (only
    ? ctx.db.query<Waiting>(waitingSql.ofStore, [only.retailerId, only.storeId])
    : ctx.db.query<Waiting>(waitingSql.all));
  if (!rows.length) return 0;
  const stores = new Map(rows.map((row) => [row.storeId, row]));
  const found = await ctx.providers.search.findInvitations(rows.map((row) => ({ ...row, key: row.storeId })));
  let accepted = 0;
  await forEachConcurrent(found, async (invitation) => {
    const fitting = invitation.fits.flatMap((key) => stores.get(key) ?? []);
    if (fitting.length && (await accept(ctx, invitation, fitting))) accepted++;
  });
  return accepted;
}

/**
 * Ends our access to the locations that stores have given up. After that, they are free for other stores. An interrupted run can be
 * repeated.
 * @returns the number of locations that are free now
 * @throws AggregateError of the locations that failed; the next run tries again
 */
export async function giveUpLocations(ctx: Context): Promise<number> {
  const rows = await ctx.db.prisma.searchLocation.findMany({
    where: { isGivenUp: true },
    orderBy: { claimedAt: "asc" },
    select: { locationId: true, retailerId: true, storeId: true },
  });
  await forEachConcurrent(rows, async ({ locationId, ...store }) => {
    await forRetailer(ctx, store.retailerId, () => ctx.providers.search.giveUpAccess(locationId));
    const how = { isGivenUp: true, now: ctx.now() };
    await ctx.db.transaction(store, (tx) => releaseLocation(tx, locationId, store, how));
  });
  return rows.length;
}
