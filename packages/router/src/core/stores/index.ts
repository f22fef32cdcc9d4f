export { defaultCurrency } from "./country.ts";
export { findStore, storeNotFound } from "./find-store.ts";
export { type StoreRow, storeColumns } from "./store-row.ts";
export { isZoneOf } from "./time-zone.ts";
export { zoneOfStore } from "./zone-of-store.ts";
