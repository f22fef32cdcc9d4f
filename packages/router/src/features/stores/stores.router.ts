import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
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
  create: procedure
    .meta({ access: "retailers:write" })
    .input(CreateStore)
    .output(Store)
    .mutation(({ ctx, input }) => createStore(ctx, input)),
  list: procedure
    .meta({ access: "retailers:read", stores: "own" })
    .input(ListStores)
    .output(StorePage)
    .query(({ ctx, input }) => listStores(ctx, input)),
  find: procedure
    .meta({ access: "retailers:read", stores: "own" })
    .input(FindStores)
    .output(FoundStores)
    .query(({ ctx, input }) => findStores(ctx, input)),
  get: procedure
    .meta({ access: "retailers:read", stores: "named" })
    .input(StoreIds)
    .output(Store)
    .query(({ ctx, input }) => getStore(ctx, input)),
  update: procedure
    .meta({ access: "retailers:write" })
    .input(UpdateStore)
    .output(Store)
    .mutation(({ ctx, input }) => updateStore(ctx, input)),
  delete: procedure
    .meta({ access: "retailers:write" })
    .input(StoreIds)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteStore(ctx, input)),
});
