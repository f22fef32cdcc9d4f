import type { Prisma, SqlTx } from "@highstreet/db";
import type { Actor, Context } from "./context.ts";
import { DomainError } from "./errors.ts";
import { isId } from "./ids.ts";
import { lockRetailer } from "./kernel.sql.ts";

/** A retailer's row. */
export type RetailerRow = Omit<Prisma.RetailerGetPayload<object>, "id"> & { retailerId: string };

export function retailerRowOf({ id, ...row }: Prisma.RetailerGetPayload<object>): RetailerRow {
  return { retailerId: id, ...row };
}

/**
 * The one rule that decides which retailers an actor may access.
 * @returns the partner that the retailer must belong to, or `any`; undefined: no access
 */
export function partnerToOwn(actor: Actor | null, retailerId: string): string | "any" | undefined {
  switch (actor?.kind) {
    case "system":
      return "any";
    case "upload":
      return actor.retailerId === retailerId ? "any" : undefined;
    case "staff":
      if (actor.roles.has(retailerId)) return "any";
      return actor.isPartner === true ? actor.partnerId : undefined;
    case "key":
      return (actor.retailerIds?.has(retailerId) ?? true) ? actor.partnerId : undefined;
    default:
      return undefined;
  }
}

export function canAccessRetailer(actor: Actor | null, retailer: { retailerId: string; partnerId: string }): boolean {
  const partnerId = partnerToOwn(actor, retailer.retailerId);
  return partnerId === "any" || partnerId === retailer.partnerId;
}

/** The same error for a missing retailer and for a retailer that the caller may not access. */
export function retailerNotFound(): DomainError {
  return new DomainError("RetailerNotFound", "There is no retailer with this id, or it is not yours to see.");
}

/**
 * The tenancy gate of a retailer and all of its data. Returns the retailer's row if the actor may access it.
 * @throws RetailerNotFound, also for an id that is not a UUID
 */
export async function findRetailer(ctx: Context, retailerId: string): Promise<RetailerRow> {
  const found = isId(retailerId) ? await ctx.db.prisma.retailer.findUnique({ where: { id: retailerId } }) : null;
  const row = found && retailerRowOf(found);
  if (!row || !canAccessRetailer(ctx.actor, row)) throw retailerNotFound();
  return row;
}

/**
 * Prevents the deletion of a retailer until the transaction ends. Sends the statement without waiting for it. Foreign keys already
 * refuse rows of a deleted retailer; this lock also prevents a deadlock between a writer and `deleteRetailer`.
 * Call this function before the transaction locks any other row of the retailer.
 */
export function holdRetailer(tx: SqlTx, retailerId: string): void {
  tx.send(lockRetailer("FOR KEY SHARE"), [retailerId]);
}
