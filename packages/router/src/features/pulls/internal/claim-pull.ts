import type { Sql } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { type ClaimRow, claimPullSql, heldClaimSql } from "../pulls.sql.ts";

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
export async function claimPull(sql: Sql, now: Date): Promise<Claim | undefined> {
  const until = new Date(now.getTime() + LEASE_MS);
  const [row] = await sql.query<ClaimRow>(claimPullSql, [now, until]);
  return row && { ...row, until };
}

/** Frees the slot of a claim. The source stays claimed until its pull is settled or the claim expires. */
export async function endClaim({ db }: Context, { partnerId, slot, until }: Claim): Promise<void> {
  await db.prisma.pullSlot.updateMany({
    where: { partnerId, slot, claimedUntil: until },
    data: { claimedUntil: null },
  });
}

/** Whether a claim still holds. Under the lock of the store, it holds until the end of the transaction. */
export async function holdsClaim(sql: Sql, { retailerId, storeId, until }: Claim): Promise<boolean> {
  return (await sql.query(heldClaimSql, [retailerId, storeId, until])).length > 0;
}
