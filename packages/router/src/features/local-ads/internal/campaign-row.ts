import { Prisma } from "@highstreet/db";
import type { AdsArea, CampaignDay, CampaignState, ProviderErrorKind } from "@highstreet/providers";
import type { StoreIds, WithPrisma } from "../../../core/channels/index.ts";

type Columns = Omit<Prisma.AdsCampaignModel, "retailerId" | "storeId" | "sentArea" | "state" | "problem" | "outcome">;

/** What the ads service was last sent; null while a call has no answer. All writing functions of this file need the store's lock. */
export interface CampaignRow extends Columns {
  sentArea: AdsArea | null;
  state: Pick<CampaignState, "status" | "reasons"> | null;
  problem: { kind: ProviderErrorKind; message: string } | null;
}

const noCampaign: CampaignRow = {
  campaignId: null,
  sentBudget: null,
  sentArea: null,
  sentLeftOut: "",
  claimedUntil: null,
  state: null,
  checkedAt: null,
  dueAt: null,
  failures: 0,
  problem: null,
};

/** A store without a row has an empty campaign. */
export async function readCampaign({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<CampaignRow> {
  const row = await prisma.adsCampaign.findUnique({
    where: { retailerId_storeId: { retailerId, storeId } },
    omit: { retailerId: true, storeId: true, outcome: true },
  });
  return (row as CampaignRow | null) ?? noCampaign;
}

const json = (value: object | null) => (value === null ? Prisma.DbNull : (value as Prisma.InputJsonObject));

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

export interface StoredOutcome {
  readAt: string;
  days: CampaignDay[];
}

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

/** At a time or earlier. Creates the row if the store has none. */
export async function wakeCampaign(tx: WithPrisma, { retailerId, storeId }: StoreIds, at: Date): Promise<void> {
  await tx.prisma.adsCampaign.createMany({ data: [{ retailerId, storeId, dueAt: at }], skipDuplicates: true });
  await nudgeCampaign(tx, { retailerId, storeId }, at);
}

/** At a time or earlier, if the store has a campaign. */
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

export async function forgetCampaign({ prisma }: WithPrisma, { retailerId, storeId }: StoreIds): Promise<void> {
  await prisma.adsCampaign.deleteMany({ where: { retailerId, storeId } });
}

/** Before a store is deleted. If ads run, the worker pauses them first. */
export async function endCampaign(tx: WithPrisma, { retailerId, storeId }: StoreIds, now: Date): Promise<void> {
  await tx.prisma.adsCampaign.deleteMany({
    where: { retailerId, storeId, claimedUntil: null, OR: [{ campaignId: null }, { sentBudget: 0 }] },
  });
  await nudgeCampaign(tx, { retailerId, storeId }, now);
}

const DAY = 86_400_000;
const DAYS = 30;

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** With today. The ads account may be a few hours ahead, and its last day is then in the next read. */
export const lastDays = (now: Date): { from: string; to: string } => ({
  from: dateOf(now.getTime() - (DAYS - 1) * DAY),
  to: dateOf(now.getTime()),
});

export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) dates.push(dateOf(at));
  return dates;
}
