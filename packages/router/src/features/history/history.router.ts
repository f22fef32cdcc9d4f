import { mutation, procedure, query } from "../../access/procedure.ts";
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
  list: query(procedure.meta({ access: "inventory:read", stores: "named" }), ListHistory, HistoryPage, listHistory),
  listOperations: query(
    procedure.meta({ access: "inventory:read", stores: "named" }),
    ListHistoryOperations,
    HistoryOperationPage,
    listHistoryOperations,
  ),
  nameProducts: query(
    procedure.meta({ access: "inventory:read", stores: "named" }),
    NameProducts,
    NamedProducts,
    nameProducts,
  ),
  revert: mutation(procedure.meta({ access: "inventory:write", stores: "own" }), RevertEntry, Reverted, revertEntry),
});
