import type { Prisma } from "@highstreet/db";
import type { AreaType, StoreLink } from "./stores.schema.ts";

/** The columns of a store, for Prisma's `select`. */
export const storeFields = {
  retailerId: true,
  id: true,
  externalId: true,
  name: true,
  address: true,
  postcode: true,
  city: true,
  country: true,
  currency: true,
  phone: true,
  timezone: true,
  latitude: true,
  longitude: true,
  areaType: true,
  links: true,
  widgetToken: true,
  version: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.StoreSelect;

type Stored = Prisma.StoreGetPayload<{ select: typeof storeFields }>;

/** A store's row. */
export interface StoreRow extends Omit<Stored, "id" | "areaType" | "links"> {
  storeId: string;
  areaType: AreaType;
  links: StoreLink[];
}

/** Schemas check area types and links before they are stored. */
export function storeRowOf({ id, areaType, links, ...row }: Stored): StoreRow {
  return { ...row, storeId: id, areaType, links: links as unknown as StoreLink[] };
}
