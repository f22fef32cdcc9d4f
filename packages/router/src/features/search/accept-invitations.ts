import type { Sql } from "@highstreet/db";
import type { Invitation, WaitingLocation } from "@highstreet/providers";
import type { StoreIds } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { forEachConcurrent } from "../../kernel/for-each-concurrent.ts";
import { giveUpUnwantedSql, markInvitedSql, waitingOfStoreSql, waitingSql } from "./search.sql.ts";

/** A store that waits for its location. */
type Waiting = StoreIds & Omit<WaitingLocation, "key">;

const columnsOf = (rows: readonly Waiting[]): string[][] => [
  rows.map(({ retailerId }) => retailerId),
  rows.map(({ storeId }) => storeId),
  rows.map(({ locationId }) => locationId),
];

/** @returns the number of stores that still wait */
async function markInvited(sql: Sql, rows: readonly Waiting[], now: Date): Promise<number> {
  return (await sql.query(markInvitedSql, [...columnsOf(rows), now])).length;
}

/** Accepts an invitation, unless no fitting store waits any more. @returns whether the invitation was accepted */
async function accept(ctx: Context, invitation: Invitation, rows: readonly Waiting[]): Promise<boolean> {
  if (!(await markInvited(ctx.db, rows, ctx.now()))) return false;
  await ctx.providers.search.acceptInvitation(invitation.id);
  await markInvited(ctx.db, rows, ctx.now());
  await ctx.db.query(giveUpUnwantedSql, [...columnsOf(rows), ctx.now()]);
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
    ? ctx.db.query<Waiting>(waitingOfStoreSql, [only.retailerId, only.storeId])
    : ctx.db.query<Waiting>(waitingSql));
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
