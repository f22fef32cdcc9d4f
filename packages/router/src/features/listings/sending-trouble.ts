import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { isLasting } from "../../core/provider-state/index.ts";

/** What keeps a store's items from being sent, as far as it is to be told. */
export type SendingTrouble = "quota" | "unavailable";

/** How sending went lately: `publication.problem`, `.failures`. */
export interface SendingRecord {
  problem: { kind: string; message: string } | null;
  failures: number;
}

/** A quota that no waiting of the adapter's could bridge is told at once, and so is what does not mend itself. */
export function troubleOf({ problem, failures }: SendingRecord): SendingTrouble | null {
  if (!problem) return null;
  if (problem.kind === "quota") return "quota";
  return problem.kind === "setup" || isLasting(failures) ? "unavailable" : null;
}

const read = "SELECT problem, failures FROM publication WHERE retailer_id = $1 AND store_id = $2";

/** What keeps a store's items from being sent; null: nothing, or nothing to be told yet. */
export async function sendingTrouble(sql: Sql, { retailerId, storeId }: StoreIds): Promise<SendingTrouble | null> {
  const [row] = await sql.query<SendingRecord>(read, [retailerId, storeId]);
  return row ? troubleOf(row) : null;
}
