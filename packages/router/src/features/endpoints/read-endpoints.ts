import type { Tx } from "@highstreet/db";
import { deliveriesFailed, GIVEN_UP_MS } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Page } from "../../kernel/paging.schema.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { type Endpoint, type EndpointPage, MAX_WAITING_STORES } from "./endpoints.schema.ts";
import {
  type EndpointRow,
  findEndpoint,
  findOwner,
  type OfEndpoint,
  type OfOwner,
  ofOwner,
  presentSettings,
} from "./internal/endpoint-record.ts";

/** The record of the API. */
export async function presentEndpoint({ prisma }: Pick<Tx, "prisma">, row: EndpointRow, now: Date): Promise<Endpoint> {
  const where = { endpointId: row.id };
  const lately = { gt: new Date(now.getTime() - GIVEN_UP_MS) };
  const givenUp = await prisma.endpointAttempt.findFirst({
    where: { ...where, outcome: "failed", attemptedAt: lately },
    select: { sequence: true },
  });
  const follower = await prisma.deliveryFollower.findUnique({ where, select: { failures: true, failingSince: true } });
  const waiting = await prisma.deliveryPosition.findMany({
    where,
    orderBy: { dueAt: "asc" },
    take: MAX_WAITING_STORES,
    select: { dueAt: true },
  });
  const settings = presentSettings(row);
  return {
    ...settings,
    warnings: givenUp ? [...settings.warnings, deliveriesFailed] : settings.warnings,
    health: {
      failures: follower?.failures ?? 0,
      failingSince: follower?.failingSince?.toISOString() ?? null,
      waitingStores: waiting.length,
      waitingSince: waiting[0]?.dueAt.toISOString() ?? null,
    },
  };
}

/** @throws RetailerNotFound; MalformedRequest for a cursor that this API did not return */
export async function listEndpoints(ctx: Context, input: OfOwner & { page: Page }): Promise<EndpointPage> {
  const owner = await findOwner(ctx, input);
  const { data, ...neighbours } = await readPage<EndpointRow>(
    input.page,
    (row) => row.id,
    (position, limit) => {
      const from = cursorToId(position) ?? LOWEST_ID;
      const back = position?.back ?? false;
      return ctx.db.prisma.webhookEndpoint.findMany({
        where: { ...ofOwner(owner), id: back ? { lt: from } : { gt: from } },
        orderBy: { id: back ? "desc" : "asc" },
        take: limit,
      });
    },
  );
  return { data: await Promise.all(data.map((row) => presentEndpoint(ctx.db, row, ctx.now()))), ...neighbours };
}

/** @throws RetailerNotFound, EndpointNotFound */
export async function getEndpoint(ctx: Context, input: OfEndpoint): Promise<Endpoint> {
  const owner = await findOwner(ctx, input);
  return presentEndpoint(ctx.db, await findEndpoint(ctx.db, owner, input.endpointId), ctx.now());
}
