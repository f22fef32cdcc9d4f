import type { Actor, Context } from "./context.ts";
import { DomainError } from "./errors.ts";
import { isId } from "./ids.ts";

/** A retailer as it is stored. */
export interface RetailerRow {
  retailerId: string;
  partnerId: string;
  externalId: string | null;
  name: string;
  contactName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a `RetailerRow`. */
export const retailerColumns = `retailer_id AS "retailerId", partner_id AS "partnerId", external_id AS "externalId", name,
  contact_name AS "contactName", contact_email AS "contactEmail", contact_phone AS "contactPhone",
  version, created_at AS "createdAt", updated_at AS "updatedAt"`;

const byId = `SELECT ${retailerColumns} FROM retailer WHERE retailer_id = $1`;

/** The one rule of who sees a retailer (contract §1, Tenancy). */
export function opensRetailer(actor: Actor | null, retailer: { retailerId: string; partnerId: string }): boolean {
  switch (actor?.kind) {
    case "system":
      return true;
    case "upload":
      return actor.retailerId === retailer.retailerId;
    case "staff":
      return actor.roles.has(retailer.retailerId);
    case "key":
      return actor.partnerId === retailer.partnerId && (actor.retailerIds?.has(retailer.retailerId) ?? true);
    default:
      return false;
  }
}

/** What is said of a retailer that is not there, and of one that the caller may not see: the same. */
export function retailerNotFound(): DomainError {
  return new DomainError("RetailerNotFound", "There is no retailer with this id, or it is not yours to see.");
}

/**
 * The tenancy gate of everything below a retailer: the retailer's row, if the actor may see it.
 * @throws RetailerNotFound, also for an id that is no UUID
 */
export async function findRetailer(ctx: Context, retailerId: string): Promise<RetailerRow> {
  const [row] = isId(retailerId) ? await ctx.db.query<RetailerRow>(byId, [retailerId]) : [];
  if (!row || !opensRetailer(ctx.actor, row)) throw retailerNotFound();
  return row;
}
