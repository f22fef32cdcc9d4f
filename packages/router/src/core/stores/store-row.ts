import type { AreaType, StoreLink } from "./stores.schema.ts";

/** A store as it is stored. */
export interface StoreRow {
  retailerId: string;
  storeId: string;
  externalId: string | null;
  name: string;
  address: string;
  postcode: string;
  city: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** ISO 4217 */
  currency: string;
  phone: string | null;
  /** IANA name */
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  areaType: AreaType;
  links: StoreLink[];
  widgetToken: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns of a `StoreRow`, of a table aliased `s`. */
export const storeColumns = `s.retailer_id AS "retailerId", s.store_id AS "storeId", s.external_id AS "externalId",
  s.name, s.address, s.postcode, s.city, s.country, s.currency, s.phone, s.timezone, s.latitude, s.longitude,
  s.area_type AS "areaType", s.links, s.widget_token AS "widgetToken", s.version,
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;
