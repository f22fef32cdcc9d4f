import { procedure, router } from "../../kernel/trpc.ts";
import { getShopSetup } from "./get-shop-setup.ts";
import { getShopTotals } from "./get-shop-totals.ts";
import { listStoreStates } from "./list-store-states.ts";
import { listTasks } from "./list-tasks.ts";
import {
  GetShopSetup,
  ListStoreStates,
  ListTasks,
  ShopSetup,
  ShopTotals,
  StoreStates,
  Tasks,
} from "./overview.schema.ts";

const read = procedure.meta({ access: "inventory:read" });

/** The state of the stores of a retailer, the tasks for a person, and the set-up of a new shop. */
export const overview = router({
  tasks: read
    .input(ListTasks)
    .output(Tasks)
    .query(({ ctx, input }) => listTasks(ctx, input)),
  totals: read
    .input(ListTasks)
    .output(ShopTotals)
    .query(({ ctx, input }) => getShopTotals(ctx, input)),
  setup: read
    .input(GetShopSetup)
    .output(ShopSetup)
    .query(({ ctx, input }) => getShopSetup(ctx, input)),
  stores: read
    .input(ListStoreStates)
    .output(StoreStates)
    .query(({ ctx, input }) => listStoreStates(ctx, input)),
});
