import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import {
  CreateStore,
  FindStores,
  FoundStores,
  ListStores,
  Store,
  StoreIds,
  StorePage,
  UpdateStore,
} from "../../core/stores/stores.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { createStore } from "./create-store.ts";
import { deleteStore } from "./delete-store.ts";
import { findStores, getStore, listStores } from "./read-stores.ts";
import { updateStore } from "./update-store.ts";

export const stores = router({
  create: mutation(procedure.meta({ access: "retailers:write" }), CreateStore, Store, createStore),
  list: query(procedure.meta({ access: "retailers:read", stores: "own" }), ListStores, StorePage, listStores),
  find: query(procedure.meta({ access: "retailers:read", stores: "own" }), FindStores, FoundStores, findStores),
  get: query(procedure.meta({ access: "retailers:read", stores: "named" }), StoreIds, Store, getStore),
  update: mutation(procedure.meta({ access: "retailers:write" }), UpdateStore, Store, updateStore),
  delete: mutation(procedure.meta({ access: "retailers:write" }), StoreIds, z.void(), deleteStore),
});
