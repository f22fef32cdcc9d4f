import type { Tx } from "@highstreet/db";
import type { Context } from "./context.ts";
import { DomainError } from "./errors.ts";
import { lockPartner } from "./kernel.sql.ts";
import { readSetting } from "./settings/index.ts";

/** The maximum of each kind of record per partner. */
export interface Quotas {
  retailers: number;
  stores: number;
  /** API keys that are neither revoked nor expired. */
  keys: number;
  /** Stores with a connected inventory source. */
  sources: number;
  /** Roles of staff and open invitations. A person with roles at two retailers counts twice. */
  staff: number;
}

export type Quota = keyof Quotas;

/**
 * Reads the quotas from the environment.
 * @throws Error with one line if a quota is not a whole number over 0
 */
export function readQuotas(env: Record<string, string | undefined>): Quotas {
  return {
    retailers: readSetting(env, "maxRetailers"),
    stores: readSetting(env, "maxStores"),
    keys: readSetting(env, "maxKeys"),
    sources: readSetting(env, "maxSources"),
    staff: readSetting(env, "maxStaff"),
  };
}

const standard = readQuotas({});

/** The limit of one quota. */
const limitOf = (quotas: Partial<Quotas> | undefined, quota: Quota): number => quotas?.[quota] ?? standard[quota];

const names: Record<Quota, string> = {
  retailers: "retailers",
  stores: "stores",
  keys: "API keys",
  sources: "connected inventory sources",
  staff: "staff roles",
};

/** Counts the rows of a quota, at most `take`. */
function countOf({ prisma }: Tx, partnerId: string, quota: Quota, { now, take }: { now: Date; take: number }) {
  const retailer = { partnerId };
  switch (quota) {
    case "retailers":
      return prisma.retailer.count({ where: { partnerId }, take });
    case "stores":
      return prisma.store.count({ where: { retailer }, take });
    case "keys":
      return prisma.apiKey.count({
        where: { partnerId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        take,
      });
    case "sources":
      return prisma.uploadKey.count({ where: { partnerId }, take });
    case "staff":
      return countStaff(prisma, partnerId, take);
  }
}

/** Roles at retailers, partner roles and open invitations. */
async function countStaff(prisma: Tx["prisma"], partnerId: string, take: number): Promise<number> {
  const roles = await prisma.staffMember.count({ where: { retailer: { partnerId } }, take });
  const partnerRoles = await prisma.partnerMember.count({ where: { partnerId }, take });
  return roles + partnerRoles + (await prisma.staffInvitation.count({ where: { partnerId }, take }));
}

/**
 * Checks that a partner may create `more` rows of a quota. Locks the partner's row until the transaction ends, so that concurrent
 * calls cannot exceed the quota together. Call this function before the rows are written, and after any lock on a store.
 * @throws QuotaExceeded with `quota`, `limit` and `actual`
 */
export async function withinQuota(ctx: Context, tx: Tx, partnerId: string, quota: Quota, more = 1): Promise<void> {
  if (more < 1) return;
  const limit = limitOf(ctx.settings?.quotas, quota);
  // A separate statement after the lock, so that the count sees the rows of the previous call.
  await tx.query(lockPartner, [partnerId]);
  const actual = await countOf(tx, partnerId, quota, { now: ctx.now(), take: limit + 1 });
  if (actual + more <= limit) return;
  throw new DomainError(
    "QuotaExceeded",
    `The partner has ${actual} of at most ${limit} ${names[quota]}, so ${more} more exceed the limit. Remove some, or ask the operator for a higher limit.`,
    { quota, limit, actual },
  );
}

/** Does the same for the partner of a retailer. */
export async function withinQuotaOf(ctx: Context, tx: Tx, retailerId: string, quota: Quota): Promise<void> {
  const retailer = await tx.prisma.retailer.findUnique({ where: { id: retailerId }, select: { partnerId: true } });
  // The foreign key refuses rows of a deleted retailer.
  if (retailer) await withinQuota(ctx, tx, retailer.partnerId, quota);
}
