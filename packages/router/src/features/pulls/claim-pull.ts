import type { Sql } from "@highstreet/db";
import * as sqlOf from "./claim-pull.sql.ts";

/** Longer than a fetch and the taking in of what it brought may take: then the source is another's to fetch. */
const LEASE_MS = 15 * 60_000;

/**
 * The right to fetch a source's file, and a slot of its partner. The right holds while the source is due at the end of the
 * claim: connecting the source again ends it. The slot is held until `endClaim`, or until the end of the claim.
 */
export interface Claim {
  retailerId: string;
  storeId: string;
  until: Date;
  parameters: { url: string; intervalMinutes: number; mode?: "update" | "replace" };
  /** Sealed. */
  authorization: Uint8Array | null;
  partnerId: string;
  slot: number;
}

/**
 * Claims a due source of the partner that was served least recently. A partner has at most two claims in all workers
 * together. @returns undefined if no partner with a free slot has a due source
 */
export async function claimPull(sql: Sql, now: Date): Promise<Claim | undefined> {
  const until = new Date(now.getTime() + LEASE_MS);
  const [row] = await sql.query<Omit<Claim, "until">>(sqlOf.claimPull, [now, until]);
  return row && { ...row, until };
}

/** Frees the slot of a claim. The source stays claimed until its pull is settled or the claim expires. */
export async function endClaim(sql: Sql, { partnerId, slot, until }: Claim): Promise<void> {
  await sql.query(sqlOf.freeSlot, [partnerId, slot, until]);
}

/** Whether a claim holds; where the store is locked, until the end of the transaction. */
export async function holdsClaim(sql: Sql, { retailerId, storeId, until }: Claim): Promise<boolean> {
  return (await sql.query(sqlOf.heldClaim, [retailerId, storeId, until])).length > 0;
}
