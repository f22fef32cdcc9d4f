import { findRetailer } from "../access/find-retailer.ts";
import { deleteChannel } from "../core/channels/index.ts";
import { lockStores } from "../core/log/index.ts";
import type { StoreIds } from "../core/stores/stores.schema.ts";
import { removeChannel } from "../features/channels/change-channel.ts";
import { activateDueBudgets } from "../features/local-ads/index.ts";
import { deleteRetailer } from "../features/retailers/delete-retailer.ts";
import { giveUpLocations } from "../features/search/index.ts";
import { deleteStore } from "../features/stores/delete-store.ts";
import type { Context } from "../kernel/context.ts";
import { DomainError } from "../kernel/errors.ts";
import { countRows, tenantTables } from "./erase-retailer.sql.ts";

export interface EraseRetailer {
  retailerId: string;
  onStore?: () => void;
}

/**
 * Deletes a retailer with everything that belongs to it: stores, channels here and at their providers, events, files, edits, history,
 * roles. A person without another role loses the account, too. Only the system may call this. An interrupted call can be repeated.
 * A dry run only counts.
 * @returns the number of rows by table before the deletion
 * @throws RetailerNotFound; Unavailable while a provider has not closed its part
 */
export async function eraseRetailer(ctx: Context, input: EraseRetailer): Promise<Record<string, number>> {
  if (ctx.actor?.kind !== "system")
    throw new DomainError("InsufficientScope", "Only the system deletes a retailer with its stores.");
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const counts = await rowsOf(ctx, retailerId);
  if (ctx.isDryRun) return counts;
  const stores = await ctx.db.prisma.store.findMany({ where: { retailerId }, select: { id: true } });
  for (const { id } of stores) {
    await eraseStore(ctx, { retailerId, storeId: id });
    input.onStore?.();
  }
  await closeAtProviders(ctx, retailerId);
  await removePeople(ctx, retailerId);
  await deleteRetailer(ctx, { retailerId });
  await forgetInKeys(ctx, retailerId);
  return counts;
}

async function rowsOf({ db }: Context, retailerId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await db.query<{ name: string }>(tenantTables)) {
    const [row] = await db.query<{ rows: number }>(countRows(name), [retailerId]);
    if (row?.rows) counts[name] = row.rows;
  }
  return counts;
}

async function eraseStore(ctx: Context, store: StoreIds): Promise<void> {
  const { retailerId, storeId } = store;
  // A call ends the ads with the next day. Here they end with the store: its deletion makes their pause due.
  await ctx.db.transaction(store, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    await deleteChannel(tx, store, "local_ads", ctx.now());
  });
  const channels = await ctx.db.prisma.channel.findMany({ where: store, select: { channel: true } });
  for (const { channel } of channels) await removeChannel(ctx, { ...store, type: channel });
  await deleteStore(ctx, store);
}

/** Ends ads and gives up locations at once, which is otherwise the work of the worker. @throws Unavailable */
async function closeAtProviders(ctx: Context, retailerId: string): Promise<void> {
  const where = { retailerId };
  // Failures at other retailers are the worker's business. Those of this retailer leave a row.
  for (const close of [activateDueBudgets, giveUpLocations]) await close(ctx).catch(() => undefined);
  const { prisma } = ctx.db;
  const campaigns = await prisma.adsCampaign.count({ where });
  const locations = await prisma.searchLocation.count({ where });
  if (!campaigns && !locations) return;
  throw new DomainError(
    "Unavailable",
    `The stores are deleted, but the providers have not closed ${campaigns} campaigns and ${locations} locations yet: run the command again in a minute.`,
  );
}

/** Deletes the accounts of people whose only role is at this retailer, with their sessions, and the e-mails that wait for them. */
async function removePeople({ db }: Context, retailerId: string): Promise<void> {
  await db.transaction({ retailerId }, async ({ prisma }) => {
    const invited = await prisma.staffInvitation.findMany({ where: { retailerId }, select: { email: true } });
    const userId = {
      in: (await prisma.staffMember.findMany({ where: { retailerId } })).map((member) => member.userId),
    };
    const elsewhere = await prisma.staffMember.findMany({ where: { userId, retailerId: { not: retailerId } } });
    const staying = elsewhere.map((member) => member.userId);
    const people = await prisma.user.findMany({
      where: { id: { ...userId, notIn: staying }, partnerRole: null },
      select: { id: true, email: true },
    });
    const emails = [...invited, ...people].map(({ email }) => email);
    await prisma.mail.deleteMany({ where: { recipient: { in: emails }, kind: { not: "reset" } } });
    await prisma.mail.deleteMany({ where: { recipient: { in: people.map(({ email }) => email) } } });
    await prisma.user.deleteMany({ where: { id: { in: people.map(({ id }) => id) } } });
  });
}

/** Takes the retailer out of keys that were limited to it. They open no other retailer afterwards. */
async function forgetInKeys({ db }: Context, retailerId: string): Promise<void> {
  const keys = await db.prisma.apiKey.findMany({ where: { retailerIds: { has: retailerId } } });
  for (const { id, retailerIds } of keys) {
    const left = retailerIds.filter((one) => one !== retailerId);
    await db.prisma.apiKey.update({ where: { id }, data: { retailerIds: left } });
  }
}
