import type { StoreRow } from "../../core/stores/index.ts";
import type { Store } from "../../core/stores/stores.schema.ts";

/** A store's row as the API shows it. */
export function presentStore(row: StoreRow): Store {
  return {
    id: row.storeId,
    externalId: row.externalId,
    name: row.name,
    address: row.address,
    postcode: row.postcode,
    city: row.city,
    country: row.country,
    currency: row.currency,
    phone: row.phone,
    timezone: row.timezone,
    latitude: row.latitude,
    longitude: row.longitude,
    areaType: row.areaType,
    links: row.links,
    widgetToken: row.widgetToken,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
