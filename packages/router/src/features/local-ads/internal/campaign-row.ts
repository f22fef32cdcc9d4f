import { Prisma } from "@highstreet/db";
import type { AdsArea, CampaignDay, CampaignState, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";

type Columns = Omit<Prisma.AdsCampaignModel, "retailerId" | "storeId" | "sentArea" | "state" | "problem" | "outcome">;

/**
 * The state of a store's campaign: what the ads service was last sent. `sentBudget` and `sentArea` are null while a call has
 * no answer. All functions of this file that write need the store's lock.
 */
export interface CampaignRow extends Columns {
  sentArea: AdsArea | null;
  /** The last answer of the ads service. */
  state: Pick<CampaignState, "status" | "reasons"> | null;
  problem: { kind: ProviderErrorKind; message: string } | null;
}

const noCampaign: CampaignRow = {
  campaignId: null,
  sentBudget: null,
  sentArea: null,
  claimedUntil: null,
  state: null,
  checkedAt: null,
  dueAt: null,
  failures: 0,
  problem: null,
};

/** Reads a store's campaign. A store without a row has an empty campaign. */
export async function readCampaign({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<CampaignRow> {
  const row = await prisma.adsCampaign.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    omit: { retailerId: true, storeId: true, outcome: true },
  });
  return (row as CampaignRow | null) ?? noCampaign;
}

const json = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

/** Saves a campaign, if the store has a row for it. */
export async function saveCampaign(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  { sentArea, state, problem, ...columns }: CampaignRow,
): Promise<void> {
  await prisma.adsCampaign.updateMany({
    where: { retailerId, storeId },
    data: { ...columns, sentArea: json(sentArea), state: json(state), problem: json(problem) },
  });
}

/** What the ads of a campaign did in the last days, and when the ads service said so. */
export interface StoredOutcome {
  readAt: string;
  days: CampaignDay[];
}

/** The last outcome of a store's campaign; null: none yet. */
export async function readStoredOutcome(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<StoredOutcome | null> {
  const where = { retailerId_storeId: { retailerId, storeId } };
  const row = await prisma.adsCampaign.findUnique({ where, select: { outcome: true } });
  return (row?.outcome ?? null) as StoredOutcome | null;
}

export async function saveOutcome(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  outcome: StoredOutcome,
): Promise<void> {
  await prisma.adsCampaign.updateMany({ where: { retailerId, storeId }, data: { outcome: json(outcome) } });
}

/** Makes a store's campaign due at a time or earlier. Creates the row if the store has none. */
export async function wakeCampaign(tx: WithPrisma, { retailerId, storeId }: StoreIds, at: Date): Promise<void> {
  await tx.prisma.adsCampaign.createMany({ data: [{ retailerId, storeId, dueAt: at }], skipDuplicates: true });
  await nudgeCampaign(tx, { retailerId, storeId }, at);
}

/** Makes a store's campaign due at a time or earlier, if the store has one. */
export async function nudgeCampaign(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
  at: Date,
): Promise<void> {
  await prisma.adsCampaign.updateMany({
    where: { retailerId, storeId, OR: [{ dueAt: null }, { dueAt: { gt: at } }] },
    data: { dueAt: at },
  });
}

/** Deletes the campaign row of a deleted store. */
export async function forgetCampaign({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  await prisma.adsCampaign.deleteMany({ where: { retailerId, storeId } });
}

/** Before a store is deleted: deletes its campaign row if no ads run. Otherwise the worker pauses the ads first. */
export async function endCampaign(tx: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.adsCampaign.deleteMany({
    where: { retailerId, storeId, claimedUntil: null, OR: [{ campaignId: null }, { sentBudget: 0 }] },
  });
  await nudgeCampaign(tx, { retailerId, storeId }, now);
}
