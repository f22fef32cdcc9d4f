import { procedure, router } from "../../kernel/trpc.ts";
import { listJobs } from "./list-jobs.ts";
import { listStoreStates } from "./list-store-states.ts";
import { Jobs, ListJobs, ListStoreStates, StoreStates } from "./overview.schema.ts";

const read = procedure.meta({ access: "inventory:read" });

/** The state of the stores of a retailer, and the tasks for a person. */
export const overview = router({
  jobs: read
    .input(ListJobs)
    .output(Jobs)
    .query(({ ctx, input }) => listJobs(ctx, input)),
  stores: read
    .input(ListStoreStates)
    .output(StoreStates)
    .query(({ ctx, input }) => listStoreStates(ctx, input)),
});
