import { procedure, router } from "../../kernel/trpc.ts";
import { HistoryPage, ListHistory, RevertEntry, Reverted } from "./history.schema.ts";
import { listHistory } from "./list-history.ts";
import { revertEntry } from "./revert-entry.ts";

/** The history of a retailer and the undoing of edits. */
export const history = router({
  list: procedure
    .meta({ access: "inventory:read" })
    .input(ListHistory)
    .output(HistoryPage)
    .query(({ ctx, input }) => listHistory(ctx, input)),
  revert: procedure
    .meta({ access: "inventory:write" })
    .input(RevertEntry)
    .output(Reverted)
    .mutation(({ ctx, input }) => revertEntry(ctx, input)),
});
