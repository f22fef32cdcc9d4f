import { z } from "zod";
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
import { procedure, router } from "../../kernel/trpc.ts";
import { createStore } from "./create-store.ts";
import { deleteStore } from "./delete-store.ts";
import { findStores } from "./find-stores.ts";
import { getStore } from "./get-store.ts";
import { listStores } from "./list-stores.ts";
import { updateStore } from "./update-store.ts";

/** The stores of a retailer. */
export const stores = router({
  create: procedure
    .meta({ access: "retailers:write" })
    .input(CreateStore)
    .output(Store)
    .mutation(({ ctx, input }) => createStore(ctx, input)),
  list: procedure
    .meta({ access: "retailers:read" })
    .input(ListStores)
    .output(StorePage)
    .query(({ ctx, input }) => listStores(ctx, input)),
  find: procedure
    .meta({ access: "retailers:read" })
    .input(FindStores)
    .output(FoundStores)
    .query(({ ctx, input }) => findStores(ctx, input)),
  get: procedure
    .meta({ access: "retailers:read" })
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
