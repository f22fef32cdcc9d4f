export { findStore, storeNotFound } from "./find-store.ts";
export { insertStores } from "./insert-stores.ts";
export { firstStores } from "./list-stores.sql.ts";
export { newStore } from "./new-store.ts";
export { presentStore } from "./present-store.ts";
export type { StoreRow } from "./store-row.ts";
export { storeWrite } from "./store-write.ts";
export type { AreaType } from "./stores.schema.ts";
