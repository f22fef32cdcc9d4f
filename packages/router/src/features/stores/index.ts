export { insertStores } from "./insert-stores.ts";
export { firstStores } from "./list-stores.sql.ts";
export { newStore } from "./new-store.ts";
export { presentStore } from "./present-store.ts";
export { storeWrite } from "./store-write.ts";
export { stores } from "./stores.router.ts";
