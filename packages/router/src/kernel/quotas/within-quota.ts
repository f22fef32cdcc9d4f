import type { Sql } from "@highstreet/db";
import type { Context } from "../context.ts";
import { DomainError } from "../errors.ts";
import { limitOf, type Quota } from "./quotas.ts";
import { counts, lockPartner, partnerOfRetailer } from "./within-quota.sql.ts";

const names: Record<Quota, string> = {
  retailers: "retailers",
  stores: "stores",
  keys: "API keys",
  sources: "connected inventory sources",
  staff: "staff roles",
};

/**
 * Checks that a partner may create `more` rows of a quota. Locks the partner's row until the transaction ends, so that concurrent
 * calls cannot exceed the quota together. Call this function before the rows are written, and after any lock on a store.
 * @throws QuotaExceeded with `quota`, `limit` and `actual`
 */
export async function withinQuota(ctx: Context, tx: Sql, partnerId: string, quota: Quota, more = 1): Promise<void> {
  if (more < 1) return;
  const limit = limitOf(ctx.settings?.quotas, quota);
  // A separate statement after the lock, so that the count sees the rows of the previous call.
  await tx.query(lockPartner, [partnerId]);
  const values = [partnerId, limit + 1, ...(quota === "keys" ? [ctx.now()] : [])];
  const [{ actual } = { actual: 0 }] = await tx.query<{ actual: number }>(counts[quota], values);
  if (actual + more <= limit) return;
  throw new DomainError(
    "QuotaExceeded",
    `The partner has ${actual} of at most ${limit} ${names[quota]}, so ${more} more exceed the limit. Remove some, or ask the operator for a higher limit.`,
    { quota, limit, actual },
  );
}

/** Does the same for the partner of a retailer. */
export async function withinQuotaOf(ctx: Context, tx: Sql, retailerId: string, quota: Quota): Promise<void> {
  const [retailer] = await tx.query<{ partnerId: string }>(partnerOfRetailer, [retailerId]);
  // The foreign key refuses rows of a deleted retailer.
  if (retailer) await withinQuota(ctx, tx, retailer.partnerId, quota);
}
