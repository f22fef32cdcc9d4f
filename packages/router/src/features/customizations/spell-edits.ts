import type { SqlTx } from "@highstreet/db";
import { spellEditsSql } from "./customizations.sql.ts";

/** An edit shows the longest spelling of its item. Call it with the lines in `stock_stage`, in the transaction that writes the stock. */
export function spellEdits(tx: SqlTx, { retailerId, storeId }: { retailerId: string; storeId: string }): void {
  tx.send(spellEditsSql, [retailerId, storeId]);
}
