export { checkPlace } from "./check-place.ts";
export { findStore, storeNotFound } from "./find-store.ts";
export { defaultCurrency, isZoneOf, minuteIn, zoneOfStore } from "./locale.ts";
export { type NotedAlert, noteAlerts } from "./note-alerts.ts";
export { type StoreRow, storeFields, storeRowOf } from "./store-row.ts";
export { lockEdits, removeOfIngests } from "./stores.sql.ts";
export { zoneOfShop } from "./zone-of-shop.ts";
