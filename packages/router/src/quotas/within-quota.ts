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
 * Checks that a partner may have `more` of something, and keeps the partner's other creating calls waiting until the transaction ends:
 * of many calls at once, no more succeed than the quota has room for. To be called before the rows are written, and after any lock on
 * a store was taken.
 * @throws QuotaExceeded with `quota`, `limit` and `actual`
 */
export async function withinQuota(ctx: Context, tx: Sql, partnerId: string, quota: Quota, more = 1): Promise<void> {
  if (more < 1) return;
  const limit = limitOf(ctx.settings?.quotas, quota);
  // A statement of its own: the count then sees what the call before committed.
  await tx.query(lockPartner, [partnerId]);
  const values = [partnerId, limit + 1, ...(quota === "keys" ? [ctx.now()] : [])];
  const [{ actual } = { actual: 0 }] = await tx.query<{ actual: number }>(counts[quota], values);
  if (actual + more <= limit) return;
  throw new DomainError(
    "QuotaExceeded",
    `The partner has ${actual} of at most ${limit} ${names[quota]}; ${more} more do not fit. Remove some, or ask the operator for a higher limit.`,
    { quota, limit, actual },
  );
}

/** The same for the partner of a retailer. */
export async function withinQuotaOf(ctx: Context, tx: Sql, retailerId: string, quota: Quota): Promise<void> {
  const [retailer] = await tx.query<{ partnerId: string }>(partnerOfRetailer, [retailerId]);
  // A retailer that is gone takes no rows: the foreign key says so.
  if (retailer) await withinQuota(ctx, tx, retailer.partnerId, quota);
}
