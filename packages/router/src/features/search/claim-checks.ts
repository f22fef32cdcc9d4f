import type { Sql } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import { claimEnd, type Paced } from "../../core/provider-state/index.ts";
import { claimDue } from "./claim-checks.sql.ts";
import { readSetup, type SetupRow, setupColumns } from "./setup-row.ts";

const claimOne = `UPDATE search_setup u SET next_check_at = $3
  WHERE u.retailer_id = $1 AND u.store_id = $2 AND (u.checked_at IS NULL OR u.checked_at <= $4)
  RETURNING ${setupColumns}`;

/** A check that is under way: it holds until the channel is checked, enabled anew or removed by somebody else. */
export type ClaimedCheck = SetupRow;

/** The check was taken over: what it saw is not to be recorded. */
export class ClaimLost extends Error {}

/**
 * Claims some of the due channels, of all partners in turn. Within a partner, channels whose listings do not show yet come first,
 * and then the longest due.
 */
export function claimDueChecks(sql: Sql, now: Date, providers: Paced): Promise<ClaimedCheck[]> {
  return sql.query<ClaimedCheck>(claimDue, [now, claimEnd(now, providers)]);
}

/**
 * Claims a store's channel, due or not, from whoever checks it.
 * @param checkedBy only if it was not checked since
 * @returns undefined: it has none, or was
 */
export async function claimCheck(
  sql: Sql,
  { retailerId, storeId }: StoreIds,
  { now, providers, checkedBy }: { now: Date; providers: Paced; checkedBy: Date },
): Promise<ClaimedCheck | undefined> {
  const [row] = await sql.query<ClaimedCheck>(claimOne, [retailerId, storeId, claimEnd(now, providers), checkedBy]);
  return row;
}

/** The setup as it stands, under the store's lock. @throws ClaimLost */
export async function readClaimed(tx: Sql, claim: ClaimedCheck): Promise<SetupRow> {
  const row = await readSetup(tx, claim);
  if (row?.nextCheckAt.getTime() !== claim.nextCheckAt.getTime()) throw new ClaimLost();
  return row;
}
