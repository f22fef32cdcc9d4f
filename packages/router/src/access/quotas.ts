import { one, type Tx } from "@highstreet/db";
import type { Context, Quotas } from "../kernel/context.ts";
import { DomainError } from "../kernel/errors.ts";
import { countStoresSql, lockPartner } from "../kernel/kernel.sql.ts";

export type Quota = keyof Quotas;

export const standardQuotas: Quotas = {
  retailers: 10_000,
  stores: 100_000,
  keys: 1_000,
  sources: 100_000,
  staff: 100_000,
  pictures: 5_000_000_000,
  endpoints: 10,
};

const limitOf = (quotas: Partial<Quotas> | undefined, quota: Quota): number => quotas?.[quota] ?? standardQuotas[quota];

export const quotaNames: Record<Quota, string> = {
  retailers: "retailers",
  stores: "stores",
  keys: "API keys",
  sources: "connected inventory sources",
  staff: "staff roles",
  pictures: "bytes of pictures",
  endpoints: "webhook endpoints",
};

interface Counted {
  now: Date;
  take: number;
  retailerId: string | null;
}

function countOf(tx: Tx, partnerId: string, quota: Quota, { now, take, retailerId }: Counted): Promise<number> {
  const { prisma } = tx;
  switch (quota) {
    case "retailers":
      return prisma.retailer.count({ where: { partnerId }, take });
    case "stores":
      return countStores(tx, partnerId, take);
    case "keys":
      return prisma.apiKey.count({
        where: { partnerId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        take,
      });
    case "sources":
      return prisma.uploadKey.count({ where: { partnerId }, take });
    case "staff":
      return countStaff(prisma, partnerId, take);
    case "pictures":
      return sizeOfPictures(prisma, partnerId);
    case "endpoints":
      return prisma.webhookEndpoint.count({ where: { partnerId, retailerId }, take });
  }
}

async function countStores(tx: Tx, partnerId: string, take: number): Promise<number> {
  return one(await tx.query<{ count: number }>(countStoresSql, [partnerId, take])).count;
}

async function sizeOfPictures(prisma: Tx["prisma"], partnerId: string): Promise<number> {
  const { _sum } = await prisma.picture.aggregate({ where: { retailer: { partnerId } }, _sum: { size: true } });
  return Number(_sum.size ?? 0);
}

async function countStaff(prisma: Tx["prisma"], partnerId: string, take: number): Promise<number> {
  const roles = await prisma.staffMember.count({ where: { retailer: { partnerId } }, take });
  const partnerRoles = await prisma.partnerMember.count({ where: { partnerId }, take });
  return roles + partnerRoles + (await prisma.staffInvitation.count({ where: { partnerId }, take }));
}

/**
 * Checks that a partner may create `more` rows of a quota. Locks the partner's row until the transaction ends, so that concurrent
 * calls cannot exceed the quota together. Call this function before the rows are written, and after any lock on a store.
 * @param retailerId the owner of the endpoints, if it is not the partner
 * @throws QuotaExceeded with `quota`, `limit` and `actual`
 */
export async function withinQuota(
  ctx: Context,
  tx: Tx,
  partnerId: string,
  quota: Quota,
  more = 1,
  retailerId: string | null = null,
): Promise<void> {
  if (more < 1) return;
  const limit = limitOf(ctx.settings?.quotas, quota);
  // A separate statement after the lock, so that the count sees the rows of the previous call.
  await tx.query(lockPartner, [partnerId]);
  const actual = await countOf(tx, partnerId, quota, { now: ctx.now(), take: limit + 1, retailerId });
  if (actual + more <= limit) return;
  throw new DomainError(
    "QuotaExceeded",
    `The ${retailerId ? "retailer" : "partner"} has ${actual} of at most ${limit} ${quotaNames[quota]}, so ${more} more exceed the limit. Remove some, or ask the operator for a higher limit.`,
    { quota, limit, actual },
  );
}

export async function withinQuotaOf(ctx: Context, tx: Tx, retailerId: string, quota: Quota, more = 1): Promise<void> {
  const retailer = await tx.prisma.retailer.findUnique({ where: { id: retailerId }, select: { partnerId: true } });
  if (retailer) await withinQuota(ctx, tx, retailer.partnerId, quota, more);
}
