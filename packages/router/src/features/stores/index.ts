export { insertStores, newStore, presentStore, storeWrite } from "./internal/store-record.ts";
export { stores } from "./stores.router.ts";
