import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import {
  HistoryOperationPage,
  HistoryPage,
  ListHistory,
  ListHistoryOperations,
  NamedProducts,
  NameProducts,
  RevertEntry,
  Reverted,
} from "./history.schema.ts";
import { listHistory } from "./list-history.ts";
import { listHistoryOperations, nameProducts } from "./list-operations.ts";
import { revertEntry } from "./revert-entry.ts";

export const history = router({
  list: procedure
    .meta({ access: "inventory:read", stores: "named" })
    .input(ListHistory)
    .output(HistoryPage)
    .query(({ ctx, input }) => listHistory(ctx, input)),
  listOperations: procedure
    .meta({ access: "inventory:read", stores: "named" })
    .input(ListHistoryOperations)
    .output(HistoryOperationPage)
    .query(({ ctx, input }) => listHistoryOperations(ctx, input)),
  nameProducts: procedure
    .meta({ access: "inventory:read", stores: "named" })
    .input(NameProducts)
    .output(NamedProducts)
    .query(({ ctx, input }) => nameProducts(ctx, input)),
  revert: procedure
    .meta({ access: "inventory:write", stores: "own" })
    .input(RevertEntry)
    .output(Reverted)
    .mutation(({ ctx, input }) => revertEntry(ctx, input)),
});
