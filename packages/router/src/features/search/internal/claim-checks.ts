import type { Sql } from "@highstreet/db";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";
import { claimEnd, type Paced } from "../../../core/provider-state/index.ts";
import { claimDueSql, findDueSql } from "../search.sql.ts";
import { readSetup, type SetupRow } from "./setup-row.ts";

/** The claim ends when another caller checks, enables or removes the channel. */
export type ClaimedCheck = SetupRow;

/** Another caller has taken the claim. */
export class ClaimLost extends Error {}

/**
 * Claims some of the due channels, in turns between partners. Within a partner, channels that are not live yet come first, then the
 * longest due.
 */
export async function claimDueChecks(db: Sql, now: Date, providers: Paced): Promise<ClaimedCheck[]> {
  const due = await db.query<StoreIds>(findDueSql, [now]);
  const claimed: ClaimedCheck[] = [];
  for (const [retailerId, own] of Map.groupBy(due, (store) => store.retailerId)) {
    const storeIds = own.map(({ storeId }) => storeId);
    claimed.push(...(await db.query<ClaimedCheck>(claimDueSql, [retailerId, storeIds, now, claimEnd(now, providers)])));
  }
  return claimed;
}

/**
 * Claims a store's channel, due or not, also from another worker.
 * @param checkedBy the channel is claimed only if its last check is not later
 * @returns undefined if the store has no channel or the last check is later
 */
export async function claimCheck(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  { now, providers, checkedBy }: { now: Date; providers: Paced; checkedBy: Date },
): Promise<ClaimedCheck | undefined> {
  const [row] = await prisma.searchSetup.updateManyAndReturn({
    where: { retailerId, storeId, OR: [{ checkedAt: null }, { checkedAt: { lte: checkedBy } }] },
    data: { nextCheckAt: claimEnd(now, providers) },
    omit: { partnerId: true },
  });
  return row as ClaimedCheck | undefined;
}

/** Call it under the store's lock. @throws ClaimLost */
export async function readClaimed(tx: WithPrisma, claim: ClaimedCheck): Promise<SetupRow> {
  const row = await readSetup(tx, claim);
  if (row?.nextCheckAt.getTime() !== claim.nextCheckAt.getTime()) throw new ClaimLost();
  return row;
}
