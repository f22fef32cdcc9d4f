export { findStore, storeNotFound } from "./find-store.ts";
export type { StoreRow } from "./store-row.ts";
