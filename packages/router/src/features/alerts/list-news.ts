import type { Prisma } from "@highstreet/db";
import { personOf } from "../../access/authorize.ts";
import { ofOwnStores, storesOf } from "../../access/find-retailer.ts";
import type { Warning } from "../../core/channels/channel.schema.ts";
import { aboutEndpoints, endpointName, endpointsOf, nameInMessage, subjectOf } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { retailerNotFound } from "../../kernel/errors.ts";
import { MAX_NEWS, type News, type NewsOf, type SeeNews } from "./alerts.schema.ts";
import { findPerson } from "./internal/readers.ts";

type Since = { gte: Date };

const KEPT_MS = 14 * 86_400_000;
const MAX_SHOPS = 20;

const MAX_OF_PARTNER = 1_000;

interface Reach {
  userId: string;
  shops: string[];
  /** Without a shop in the call: all of it. */
  partnerId: string | null;
}

/** The shop of the call and others in which the person has a role or, without a shop, the partner and all of its shops. */
async function reachOf(ctx: Context, id: string | undefined): Promise<Reach> {
  const { userId, roles, isPartner, partnerId } = personOf(ctx.actor);
  if (id !== undefined) {
    const { retailerId } = await findPerson(ctx, id);
    const shops = [...new Set([retailerId, ...roles.keys()])].slice(0, MAX_SHOPS);
    return { userId, shops, partnerId: null };
  }
  if (!isPartner || !partnerId) throw retailerNotFound();
  const of = { where: { partnerId }, select: { id: true }, take: MAX_OF_PARTNER } as const;
  const retailers = await ctx.db.prisma.retailer.findMany(of);
  return { userId, shops: retailers.map((shop) => shop.id), partnerId };
}

const shown = {
  store: { select: { id: true, name: true, retailer: { select: { id: true, name: true } } } },
} satisfies Prisma.AlertInclude;

type OneNews = News["data"][number];

/** The problems of the partner's own endpoints. */
async function newsOfPartner({ db }: Context, partnerId: string, userId: string, since: Since): Promise<OneNews[]> {
  const { prisma } = db;
  const key = { partnerId_userId: { partnerId, userId } };
  const member = await prisma.partnerMember.findUnique({ where: key, select: { newsSeenAt: true } });
  const rows = await prisma.webhookEndpoint.findMany({
    where: {
      partnerId,
      retailerId: null,
      OR: [{ alertClosedAt: null, alertOpenedAt: since }, { alertClosedAt: since }],
    },
    orderBy: { alertOpenedAt: "desc" },
    take: MAX_NEWS,
  });
  return rows.map(({ alertOpenedAt, alertClosedAt, ...row }) => {
    const at = alertClosedAt ?? alertOpenedAt ?? row.updatedAt;
    const isOver = alertClosedAt !== null;
    const [warning] = row.warnings as unknown as Warning[];
    return {
      id: row.id,
      kind: "endpoint_failing",
      channel: null,
      endpointId: row.id,
      endpointName: endpointName(row),
      message: warning?.message ?? "",
      at: at.toISOString(),
      isOver,
      isGone: false,
      shop: null,
      store: null,
      isNew: at > (member?.newsSeenAt ?? new Date(0)),
    };
  });
}

async function newsOfShops(ctx: Context, { shops, userId, partnerId }: Reach, since: Since): Promise<OneNews[]> {
  if (!shops.length) return [];
  const { prisma } = ctx.db;
  const each = shops.map((id) => ({
    retailerId: id,
    AND: ofOwnStores(ctx.actor, id, "storeId"),
    ...(storesOf(ctx.actor, id) && { NOT: aboutEndpoints }),
  }));
  const OR = partnerId === null ? each : [{ retailerId: { in: shops } }];
  const page = { include: shown, take: MAX_NEWS };
  const [begun, over, visits] = await Promise.all([
    prisma.alert.findMany({ where: { OR, closedAt: null, openedAt: since }, orderBy: { openedAt: "desc" }, ...page }),
    prisma.alert.findMany({ where: { OR, closedAt: since }, orderBy: { closedAt: "desc" }, ...page }),
    prisma.alertSetting.findMany({
      where: { retailerId: { in: shops }, userId },
      select: { retailerId: true, seenAt: true },
    }),
  ]);
  const endpoints = await endpointsOf(ctx.db, [...begun, ...over]);
  const seen = new Map(visits.map((visit) => [visit.retailerId, visit.seenAt]));
  return [...begun, ...over].map(({ id, kind, subject, message, openedAt, closedAt, store, retailerId: of }) => {
    const at = closedAt ?? openedAt;
    const about = subjectOf({ subject });
    const name = endpoints.get(subject)?.name;
    return {
      id,
      kind,
      ...about,
      message,
      at: at.toISOString(),
      isOver: closedAt !== null,
      endpointName: about.endpointId && (name ?? nameInMessage(message)),
      isGone: about.endpointId !== null && name === undefined,
      isNew: at > (seen.get(of) ?? new Date(0)),
      shop: store.retailer,
      store: { id: store.id, name: store.name },
    };
  });
}

/**
 * The problems of the person's shops that began or ended in the last two weeks, at most 30. A problem that came back is named once.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function listNews(ctx: Context, input: NewsOf): Promise<News> {
  const reach = await reachOf(ctx, input.retailerId);
  const { partnerId, userId } = reach;
  const since: Since = { gte: new Date(ctx.now().getTime() - KEPT_MS) };
  const found = await Promise.all([
    newsOfShops(ctx, reach, since),
    partnerId === null ? [] : newsOfPartner(ctx, partnerId, userId, since),
  ]);
  const data = found.flat().sort((one, other) => other.at.localeCompare(one.at));
  return { data: data.slice(0, MAX_NEWS) };
}

/**
 * Notes that the person has seen the news up to a time, in all shops of their list. For a partner, that is the shops with news.
 * @throws RetailerNotFound; Unauthorized for nobody; InsufficientScope for keys
 */
export async function seeNews(ctx: Context, input: SeeNews): Promise<void> {
  const { userId, shops, partnerId } = await reachOf(ctx, input.retailerId);
  const data = partnerId === null ? undefined : (await listNews(ctx, {})).data;
  const seenAt = new Date(Math.min(Date.parse(input.until), ctx.now().getTime()));
  if (partnerId !== null) {
    const key = { where: { partnerId, userId }, data: { newsSeenAt: seenAt } };
    await ctx.db.transaction("no shop", ({ prisma }) => prisma.partnerMember.updateMany(key));
  }
  for (const retailerId of new Set(data?.flatMap(({ shop }) => shop?.id ?? []) ?? shops)) {
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
