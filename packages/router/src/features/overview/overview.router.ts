import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { getShopSetup } from "./get-shop-setup.ts";
import { listStoreStates } from "./list-store-states.ts";
import { listTasks } from "./list-tasks.ts";
import { GetShopSetup, ListStoreStates, ListTasks, ShopSetup, StoreStates, Tasks } from "./overview.schema.ts";

const read = procedure.meta({ access: "inventory:read", stores: "own" });

export const overview = router({
  tasks: read
    .input(ListTasks)
    .output(Tasks)
    .query(({ ctx, input }) => listTasks(ctx, input)),
  setup: read
    .input(GetShopSetup)
    .output(ShopSetup)
    .query(({ ctx, input }) => getShopSetup(ctx, input)),
  stores: read
    .input(ListStoreStates)
    .output(StoreStates)
    .query(({ ctx, input }) => listStoreStates(ctx, input)),
});
