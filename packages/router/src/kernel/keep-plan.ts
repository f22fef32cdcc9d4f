import type { SqlTx } from "@highstreet/db";
import { keepPlanSql } from "./kernel.sql.ts";

/** Keeps the plans of the next statements (`keepPlanSql`). A distributed database has to see the retailer, so it plans each of them again. */
export function keepPlan(tx: SqlTx): void {
  if (!tx.isDistributed) tx.send(keepPlanSql);
}
