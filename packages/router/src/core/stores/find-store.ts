import type { Prisma } from "@highstreet/db";
import { canAccessRetailer, seesStore } from "../../access/find-retailer.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound, storeNotFound } from "../../kernel/errors.ts";
import { isId, storeKeyOf } from "../../kernel/ids.ts";
import type { StoreHours } from "./hours.schema.ts";
import type { Pickup } from "./pickup.schema.ts";
import type { OfShelf } from "./shelf.schema.ts";
import { type AreaType, Store, type StoreLink } from "./stores.schema.ts";
import { selectStore } from "./stores.sql.ts";

const fields = Object.keys(Store.shape) as (keyof Store)[];

export const storeFields = Object.fromEntries(["retailerId", ...fields].map((field) => [field, true])) as Record<
  "retailerId" | keyof Store,
  true
> satisfies Prisma.StoreSelect;

type Nullable = { [Field in keyof Store]: null extends Store[Field] ? Field : never }[keyof Store];

export const emptyFields = Object.fromEntries(
  fields.filter((field) => Store.shape[field].safeParse(null).success).map((field) => [field, null]),
) as Record<Nullable, null>;

type Stored = Prisma.StoreGetPayload<{ select: typeof storeFields }>;

export interface StoreRow
  extends Omit<Stored, "id" | "areaType" | "links" | "hours" | "pickup" | keyof OfShelf>,
    OfShelf {
  storeId: string;
  areaType: AreaType;
  links: StoreLink[];
  hours: StoreHours;
  pickup: Pickup | null;
}

export function storeRowOf({ id, areaType, links, hours, pickup, pause, safetyStock, ...row }: Stored): StoreRow {
  const read = { links: links as unknown as StoreLink[], hours: hours as unknown as StoreHours };
  return {
    ...row,
    storeId: id,
    areaType,
    ...read,
    pickup: pickup as Pickup | null,
    ...({ pause, safetyStock } as OfShelf),
  };
}

/** `clockAhead`: of the retailer (`shopTime`). */
export interface FoundStore extends StoreRow {
  clockAhead: number;
}

type OfRetailer = { owner: string; partnerId: string; isTest: boolean; clockAhead: number };
type Found = (StoreRow | { [Column in keyof StoreRow]: null }) & OfRetailer;

/**
 * The tenancy gate of a store and all of its data. Returns the store's row if the actor may access its retailer.
 * Uses one SQL statement, because a till's PATCH calls it.
 * @throws RetailerNotFound before StoreNotFound, also for ids that are not UUIDs
 */
export async function findStore(ctx: Context, ids: { retailerId: string; storeId: string }): Promise<FoundStore> {
  if (!isId(ids.retailerId)) throw retailerNotFound();
  const [row] = await ctx.db.query<Found>(selectStore, [ids.retailerId, storeKeyOf(ids)]);
  if (!row || !canAccessRetailer(ctx.actor, { ...row, retailerId: row.owner })) throw retailerNotFound();
  if (row.storeId === null || !seesStore(ctx.actor, row.owner, row.storeId)) throw storeNotFound();
  const { owner: _owner, partnerId: _partnerId, isTest: _isTest, ...store } = row;
  return store;
}
