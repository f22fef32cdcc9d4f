import type { Database, Sql } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import type { Context } from "../../../kernel/context.ts";
import {
  type ClaimRow,
  claimPullSql,
  claimSlotSql,
  claimSourceSql,
  duePartnersSql,
  dueSourcesSql,
  freeSlotSql,
  heldClaimSql,
} from "../pulls.sql.ts";

/** Longer than the fetch and the ingest of any file. Afterwards another worker may fetch the source. */
const LEASE_MS = 15 * 60_000;

/**
 * The right to fetch the file of a source, and a slot of its partner. The right holds while the source is due at the end of the
 * claim, so connecting the source again ends it. The slot is held until `endClaim`, or until the end of the claim.
 */
export interface Claim extends ClaimRow {
  until: Date;
}

/**
 * Claims a due source of the partner that was served least recently. A partner has at most two claims in all workers
 * together. @returns undefined if no partner with a free slot has a due source
 */
export async function claimPull(db: Pick<Database, "query" | "isDistributed">, now: Date): Promise<Claim | undefined> {
  const until = new Date(now.getTime() + LEASE_MS);
  const row = (await db.isDistributed())
    ? await claimInSteps(db, now, until)
    : (await db.query<ClaimRow>(claimPullSql, [now, until]))[0];
  return row && { ...row, until };
}

/** The same without locks on rows of several machines. Another worker can take a source between the steps, then the next one counts. */
async function claimInSteps(sql: Sql, now: Date, until: Date): Promise<ClaimRow | undefined> {
  let partners = (await sql.query<{ partnerId: string }>(duePartnersSql, [now])).map(({ partnerId }) => partnerId);
  while (partners.length) {
    const [turn] = await sql.query<Pick<ClaimRow, "partnerId" | "slot">>(claimSlotSql, [now, until, partners]);
    if (!turn) return undefined;
    const due = await sql.query<StoreIds & { dueAt: Date }>(dueSourcesSql, [now, turn.partnerId]);
    for (const { retailerId, storeId, dueAt } of due) {
      const [source] = await sql.query<ClaimRow>(claimSourceSql, [retailerId, storeId, dueAt, until]);
      if (source) return { ...source, ...turn };
    }
    await sql.query(freeSlotSql, [turn.partnerId, turn.slot, until]);
    partners = partners.filter((partnerId) => partnerId !== turn.partnerId);
  }
  return undefined;
}

/** Frees the slot of a claim. The source stays claimed until its pull is settled or the claim expires. */
export async function endClaim({ db }: Context, { partnerId, slot, until }: Claim): Promise<void> {
  await db.query(freeSlotSql, [partnerId, slot, until]);
}

/** Whether a claim still holds. Under the lock of the store, it holds until the end of the transaction. */
export async function holdsClaim(sql: Sql, { retailerId, storeId, until }: Claim): Promise<boolean> {
  return (await sql.query(heldClaimSql, [retailerId, storeId, until])).length > 0;
}
