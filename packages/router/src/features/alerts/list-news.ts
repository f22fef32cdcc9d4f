import type { Prisma } from "@highstreet/db";
import { personOf } from "../../access/authorize.ts";
import { ofOwnStores, storesOf } from "../../access/find-retailer.ts";
import { aboutEndpoints, subjectOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { MAX_NEWS, type News, type NewsOf, type SeeNews } from "./alerts.schema.ts";
import { findPerson } from "./internal/readers.ts";

const KEPT_MS = 14 * 86_400_000;
const MAX_SHOPS = 20;

const MAX_OF_PARTNER = 1_000;

/** The shop of the call and others in which the person has a role or, without a shop, all shops of the partner. */
async function shopsOf(ctx: Context, id: string | undefined): Promise<{ userId: string; shops: string[] }> {
  const { userId, roles, isPartner, partnerId } = personOf(ctx.actor);
  if (id !== undefined) {
    const { retailerId } = await findPerson(ctx, id);
    return { userId, shops: [...new Set([retailerId, ...roles.keys()])].slice(0, MAX_SHOPS) };
  }
  if (!isPartner || !partnerId) throw retailerNotFound();
  const of = { where: { partnerId }, select: { id: true }, take: MAX_OF_PARTNER } as const;
  return { userId, shops: (await ctx.db.prisma.retailer.findMany(of)).map((shop) => shop.id) };
}

const shown = {
  store: { select: { id: true, name: true, retailer: { select: { id: true, name: true } } } },
} satisfies Prisma.AlertInclude;

/**
 * The problems of the person's shops that began or ended in the last two weeks, at most 30. A problem that came back is named once.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function listNews(ctx: Context, input: NewsOf): Promise<News> {
  const { userId, shops } = await shopsOf(ctx, input.retailerId);
  const { prisma } = ctx.db;
  const since = { gte: new Date(ctx.now().getTime() - KEPT_MS) };
  const each = shops.map((id) => ({
    retailerId: id,
    ...ofOwnStores(ctx.actor, id, "storeId"),
    ...(storesOf(ctx.actor, id) && { NOT: aboutEndpoints }),
  }));
  const OR = input.retailerId === undefined ? [{ retailerId: { in: shops } }] : each;
  const page = { include: shown, take: MAX_NEWS };
  const [begun, over, visits] = await Promise.all([
    prisma.alert.findMany({ where: { OR, closedAt: null, openedAt: since }, orderBy: { openedAt: "desc" }, ...page }),
    prisma.alert.findMany({ where: { OR, closedAt: since }, orderBy: { closedAt: "desc" }, ...page }),
    prisma.alertSetting.findMany({
      where: { retailerId: { in: shops }, userId },
      select: { retailerId: true, seenAt: true },
    }),
  ]);
  const seen = new Map(visits.map((visit) => [visit.retailerId, visit.seenAt]));
  const data = [...begun, ...over].map(({ id, kind, subject, message, openedAt, closedAt, store, retailerId: of }) => {
    const at = closedAt ?? openedAt;
    return {
      ...{ id, kind, ...subjectOf({ subject }), message, at: at.toISOString(), isOver: closedAt !== null },
      isNew: at > (seen.get(of) ?? new Date(0)),
      shop: store.retailer,
      store: { id: store.id, name: store.name },
    };
  });
  return { data: data.sort((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_NEWS) };
}

/**
 * Notes that the person has seen the news up to a time, in all shops of their list. For a partner, that is the shops with news.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function seeNews(ctx: Context, input: SeeNews): Promise<void> {
  const { userId, shops } = await shopsOf(ctx, input.retailerId);
  const { data } = input.retailerId === undefined ? await listNews(ctx, {}) : { data: undefined };
  const seenAt = new Date(Math.min(Date.parse(input.until), ctx.now().getTime()));
  for (const retailerId of new Set(data?.map(({ shop }) => shop.id) ?? shops)) {
    await ctx.db.transaction({ retailerId }, ({ prisma }) =>
      prisma.alertSetting.upsert({
        where: { retailerId_userId: { retailerId, userId } },
        // No timing is chosen, so the role still decides.
        create: { retailerId, userId, timings: {}, seenAt },
        update: { seenAt },
        select: { userId: true },
      }),
    );
  }
}
