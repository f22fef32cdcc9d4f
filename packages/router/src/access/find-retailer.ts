import type { Prisma, Sql, SqlTx } from "@highstreet/db";
import type { Actor, Context } from "../kernel/context.ts";
import { retailerNotFound } from "../kernel/errors.ts";
import { isId } from "../kernel/ids.ts";
import { clockAheadSql, lockRetailer } from "../kernel/kernel.sql.ts";

type KeyActor = Extract<Actor, { kind: "key" }>;

export type RetailerRow = Omit<Prisma.RetailerGetPayload<object>, "id"> & { retailerId: string };

export function retailerRowOf({ id, ...row }: Prisma.RetailerGetPayload<object>): RetailerRow {
  return { retailerId: id, ...row };
}

/** Whose retailers an actor may access. `isTest`: only test retailers, or only live ones; undefined: both. */
export interface Owning {
  partnerId: string;
  isTest?: boolean;
}

/**
 * The one rule that decides which retailers an actor may access.
 * @returns what the retailer must be, or `any`; undefined: no access
 */
export function mustBe(actor: Actor | null, retailerId: string): Owning | "any" | undefined {
  switch (actor?.kind) {
    case "system":
      return "any";
    case "upload":
      return actor.retailerId === retailerId ? "any" : undefined;
    case "staff":
      if (actor.roles.has(retailerId)) return "any";
      return actor.isPartner === true && actor.partnerId ? { partnerId: actor.partnerId } : undefined;
    case "key":
      return (actor.retailerIds?.has(retailerId) ?? true) ? ownedBy(actor) : undefined;
    default:
      return undefined;
  }
}

/** The retailers of a key's partner and of the kind of the key, also as a condition of Prisma. */
export function ownedBy({ partnerId, isTest = false }: Pick<KeyActor, "partnerId" | "isTest">): Required<Owning> {
  return { partnerId, isTest };
}

export function canAccessRetailer(actor: Actor | null, retailer: Required<Owning> & { retailerId: string }): boolean {
  const owning = mustBe(actor, retailer.retailerId);
  if (owning === undefined || owning === "any") return owning === "any";
  return owning.partnerId === retailer.partnerId && (owning.isTest ?? retailer.isTest) === retailer.isTest;
}

/**
 * The stores of a retailer that a person with a role in chosen stores may see; undefined: all. Every list of such a call is filtered by
 * it or by `ofOwnStores`.
 */
export function storesOf(actor: Actor | null, retailerId: string): ReadonlySet<string> | undefined {
  return actor?.kind === "staff" ? actor.stores?.get(retailerId.toLowerCase()) : undefined;
}

export function seesStore(actor: Actor | null, retailerId: string, storeId: unknown): boolean {
  const own = storesOf(actor, retailerId);
  return !own || (typeof storeId === "string" && own.has(storeId.toLowerCase()));
}

/**
 * The stores that the caller may see, as a condition of Prisma on the column with the id of a store. Use it as `AND`, because a list also
 * has conditions of its own on the column.
 */
export function ofOwnStores<Column extends "id" | "storeId">(
  actor: Actor | null,
  retailerId: string,
  column: Column,
): { [Name in Column]?: { in: string[] } } {
  const own = storesOf(actor, retailerId);
  return own ? ({ [column]: { in: [...own] } } as { [Name in Column]: { in: string[] } }) : {};
}

/**
 * The time by which the rules of a retailer go: `now`, or what the test clock of a test retailer shows.
 * docs/test-mode.md lists the rules.
 */
export async function shopTime(sql: Sql, retailerId: string, now: Date): Promise<Date> {
  const [row] = await sql.query<{ ahead: number }>(clockAheadSql, [retailerId]);
  return ahead(now, row?.ahead ?? 0);
}

/** @param seconds `clock_ahead` of the retailer */
export const ahead = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

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
 * Prevents the deletion of a retailer until the transaction ends. Foreign keys already
 * refuse rows of a deleted retailer; this lock also prevents a deadlock between a writer and `deleteRetailer`.
 * Call this function before the transaction locks any other row of the retailer.
 */
export async function holdRetailer(tx: SqlTx, retailerId: string): Promise<void> {
  await tx.execute(lockRetailer("FOR KEY SHARE"), [retailerId]);
}
