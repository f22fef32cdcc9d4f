import type { Sql } from "@highstreet/db";
import type { Invitation, WaitingLocation } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";

/** Channels that have seen their location closed since they wait for it, while it serves no store. */
const waiting = (which: string): string => `
  SELECT u.retailer_id AS "retailerId", u.store_id AS "storeId", u.location_id AS "locationId", s.name, s.postcode,
         concat_ws(', ', s.address, s.city) AS address, u.verification_code AS code, COALESCE(c.waiting_since, c.created_at) AS "waitingSince"
  FROM search_setup u
  JOIN channel c ON c.retailer_id = u.retailer_id AND c.store_id = u.store_id AND c.channel = 'search'
  JOIN store s ON s.retailer_id = u.retailer_id AND s.store_id = u.store_id
  WHERE u.access_at IS NULL AND u.closed_at IS NOT NULL ${which}
    AND NOT EXISTS (SELECT FROM search_location l WHERE l.location_id = u.location_id)
  ORDER BY c.waiting_since, u.store_id`;

const waitingAll = waiting("");
const waitingOne = waiting("AND u.retailer_id = $1 AND u.store_id = $2");

const fits = "unnest($1::uuid[], $2::uuid[], $3::text[]) fit (retailer_id, store_id, location_id)";

/** Who the invitation can be for is looked at soon, whether we hear of the acceptance or not. */
const mark = `
  UPDATE search_setup u SET invitation_at = $4, next_check_at = $4 FROM ${fits}
  WHERE u.retailer_id = fit.retailer_id AND u.store_id = fit.store_id AND u.location_id = fit.location_id
    AND u.access_at IS NULL
  RETURNING u.store_id`;

/** What nobody waits for any more, when we may have been let in. */
const giveUp = `
  INSERT INTO search_location (location_id, retailer_id, store_id, claimed_at, is_given_up)
  SELECT fit.location_id, fit.retailer_id, fit.store_id, $4, true FROM ${fits}
  WHERE NOT EXISTS (SELECT FROM search_setup u WHERE u.location_id = fit.location_id)
  ON CONFLICT DO NOTHING`;

type Waiting = StoreIds & Omit<WaitingLocation, "key">;

const columnsOf = (rows: readonly Waiting[]): string[][] => [
  rows.map(({ retailerId }) => retailerId),
  rows.map(({ storeId }) => storeId),
  rows.map(({ locationId }) => locationId),
];

/** @returns how many of them still wait */
async function markFits(sql: Sql, rows: readonly Waiting[], now: Date): Promise<number> {
  return (await sql.query(mark, [...columnsOf(rows), now])).length;
}

/** Accepts an invitation, unless all that it can be for have stopped waiting. @returns whether it was accepted */
async function accept(ctx: Context, invitation: Invitation, rows: readonly Waiting[]): Promise<boolean> {
  if (!(await markFits(ctx.db, rows, ctx.now()))) return false;
  await ctx.providers.search.acceptInvitation(invitation.id);
  await markFits(ctx.db, rows, ctx.now());
  await ctx.db.query(giveUp, [...columnsOf(rows), ctx.now()]);
  return true;
}

/**
 * Accepts the invitations that can be for a store whose channel waits. An invitation does not say for which location it is:
 * the check that follows sees which one was opened to us.
 * @param only of one store; default: of all
 * @returns the number of invitations accepted
 * @throws ProviderError; AggregateError of the invitations that could not be accepted: the next run finds them again
 */
export async function acceptInvitations(ctx: Context, only?: StoreIds): Promise<number> {
  const rows = await (only
    ? ctx.db.query<Waiting>(waitingOne, [only.retailerId, only.storeId])
    : ctx.db.query<Waiting>(waitingAll));
  if (!rows.length) return 0;
  const stores = new Map(rows.map((row) => [row.storeId, row]));
  const found = await ctx.providers.search.findInvitations(rows.map((row) => ({ ...row, key: row.storeId })));
  let accepted = 0;
  await forEachConcurrent(found, async (invitation) => {
    const theirs = invitation.fits.flatMap((key) => stores.get(key) ?? []);
    if (theirs.length && (await accept(ctx, invitation, theirs))) accepted++;
  });
  return accepted;
}
