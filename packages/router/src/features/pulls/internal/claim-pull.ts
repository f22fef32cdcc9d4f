import type { Sql } from "@highstreet/db";
import type { Context } from "../../../kernel/context.ts";
import { type ClaimRow, claimSlotSql, freeSlotSql, ofRetailers, ofStores, type Steps } from "../pulls.sql.ts";

/** Longer than the fetch and the ingest of any file. Afterwards another worker may fetch the source. */
const LEASE_MS = 15 * 60_000;

/**
 * The right to fetch the file of a source, and a slot of its partner. The right holds while the source is due at the end of the
 * claim, so connecting the source again ends it. The slot is held until `endClaim`, or until the end of the claim.
 */
export interface Claim extends ClaimRow {
  until: Date;
}

export type StoreClaim = Claim & { storeId: string };

/**
 * Claims a due source of the partner that was served least recently. A partner has at most two claims in all workers
 * together. @returns undefined if no partner with a free slot has a due source
 */
export async function claimPull(db: Sql, now: Date): Promise<Claim | undefined> {
  const until = new Date(now.getTime() + LEASE_MS);
  // In a random order, so that neither kind waits for an end of the other.
  const [first, second] = Math.random() < 0.5 ? [ofStores, ofRetailers] : [ofRetailers, ofStores];
  const row = (await claim(db, now, until, first)) ?? (await claim(db, now, until, second));
  return row && { ...row, until };
}

/** Claims a slot, then a source. Another worker can take a source between the statements, then the next one counts. */
async function claim(sql: Sql, now: Date, until: Date, steps: Steps): Promise<ClaimRow | undefined> {
  let partners = (await sql.query<{ partnerId: string }>(steps.duePartners, [now])).map(({ partnerId }) => partnerId);
  while (partners.length) {
    const [turn] = await sql.query<Pick<ClaimRow, "partnerId" | "slot">>(claimSlotSql, [now, until, partners]);
    if (!turn) return undefined;
    let isUsed = false;
    try {
      const due = await sql.query<Pick<ClaimRow, "retailerId" | "storeId"> & { dueAt: Date }>(steps.dueSources, [
        now,
        turn.partnerId,
      ]);
      for (const { retailerId, storeId, dueAt } of due) {
        const [source] = await sql.query<ClaimRow>(steps.claimSource, [retailerId, storeId, dueAt, until]);
        isUsed = source !== undefined;
        if (source) return { ...source, ...turn };
      }
    } finally {
      if (!isUsed) await sql.query(freeSlotSql, [turn.partnerId, turn.slot, until]);
    }
    partners = partners.filter((partnerId) => partnerId !== turn.partnerId);
  }
  return undefined;
}

/** The source stays claimed until its pull is settled or the claim expires. */
export async function endClaim({ db }: Context, { partnerId, slot, until }: Claim): Promise<void> {
  await db.query(freeSlotSql, [partnerId, slot, until]);
}

/** Whether a claim still holds. Under the lock of the store, it holds until the end of the transaction. */
export async function holdsClaim(sql: Sql, { retailerId, storeId, until }: Claim): Promise<boolean> {
  const { heldClaim } = storeId === null ? ofRetailers : ofStores;
  return (await sql.query(heldClaim, [retailerId, storeId, until])).length > 0;
}
