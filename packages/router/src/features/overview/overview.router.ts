import { procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { getShopSetup } from "./get-shop-setup.ts";
import { listStoreStates } from "./list-store-states.ts";
import { listTasks } from "./list-tasks.ts";
import { GetShopSetup, ListStoreStates, ListTasks, ShopSetup, StoreStates, Tasks } from "./overview.schema.ts";

const read = procedure.meta({ access: "inventory:read", stores: "own" });

export const overview = router({
  tasks: query(read, ListTasks, Tasks, listTasks),
  setup: query(read, GetShopSetup, ShopSetup, getShopSetup),
  stores: query(read, ListStoreStates, StoreStates, listStoreStates),
});
