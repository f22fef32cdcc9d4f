import type { Invitation, WaitingLocation } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { waitingSql } from "./search.sql.ts";

/** A store that waits for its location. */
type Waiting = StoreIds & Omit<WaitingLocation, "key">;

/**
 * Makes the checks of the stores that fit an invitation due, even if the answer to its acceptance is lost.
 * @returns the number of stores that still wait
 */
async function markInvited({ prisma }: WithPrisma, rows: readonly Waiting[], now: Date): Promise<number> {
  const fitting = rows.map(({ retailerId, storeId, locationId }) => ({ retailerId, storeId, locationId }));
  const where = { accessAt: null, OR: fitting };
  return (await prisma.searchSetup.updateMany({ where, data: { invitationAt: now, nextCheckAt: now } })).count;
}

/** Gives up the locations of an invitation for which no store waits any more. We may have access to them now. */
async function giveUpUnwanted({ prisma }: WithPrisma, rows: readonly Waiting[], now: Date): Promise<void> {
  const setups = await prisma.searchSetup.findMany({
    where: { locationId: { in: rows.map(({ locationId }) => locationId) } },
    select: { locationId: true },
  });
  const wanted = new Set(setups.map(({ locationId }) => locationId));
  // Two invitations can have common locations. Their transactions insert these in the same order, so they never deadlock.
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

/** Accepts an invitation, unless no fitting store waits any more. @returns whether the invitation was accepted */
async function accept(ctx: Context, invitation: Invitation, rows: readonly Waiting[]): Promise<boolean> {
  if (!(await markInvited(ctx.db, rows, ctx.now()))) return false;
  await ctx.providers.search.acceptInvitation(invitation.id);
  await markInvited(ctx.db, rows, ctx.now());
  await giveUpUnwanted(ctx.db, rows, ctx.now());
  return true;
}

/**
 * Accepts the invitations that fit a waiting store. An invitation does not name its location. The next check of each fitting store
 * sees whether its location is open to us.
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
