import type { Write } from "../../../core/history/index.ts";
import type { StoreRow } from "../../../core/stores/index.ts";
import type { Store } from "../../../core/stores/stores.schema.ts";

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

/** The history entry for a change of a store. `before` is null for a new store, `after` is null for a removed store. */
export function storeWrite(before: StoreRow | null, after: StoreRow | null): Write {
  const row = after ?? before;
  if (!row) throw new Error("a change needs a row before or after it");
  const { retailerId, storeId } = row;
  return {
    retailerId,
    action: before ? (after ? "store.update" : "store.delete") : "store.create",
    target: { type: "store", id: storeId, storeId },
    before: before && presentStore(before),
    after: after && presentStore(after),
  };
}
