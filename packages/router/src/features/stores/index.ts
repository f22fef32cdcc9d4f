export { insertStores, newStore } from "./internal/new-store.ts";
export { presentStore, storeWrite } from "./internal/present-store.ts";
export { stores } from "./stores.router.ts";
