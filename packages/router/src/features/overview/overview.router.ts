import { procedure, router } from "../../kernel/trpc.ts";
import { listStoreStates } from "./list-store-states.ts";
import { listTasks } from "./list-tasks.ts";
import { ListStoreStates, ListTasks, StoreStates, Tasks } from "./overview.schema.ts";

const read = procedure.meta({ access: "inventory:read" });

/** The state of the stores of a retailer, and the tasks for a person. */
export const overview = router({
  tasks: read
    .input(ListTasks)
    .output(Tasks)
    .query(({ ctx, input }) => listTasks(ctx, input)),
  stores: read
    .input(ListStoreStates)
    .output(StoreStates)
    .query(({ ctx, input }) => listStoreStates(ctx, input)),
});
