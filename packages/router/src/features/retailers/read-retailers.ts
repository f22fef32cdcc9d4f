import type { Prisma } from "@highstreet/db";
import { findRetailer, ownedBy, type RetailerRow, retailerRowOf, storesOf } from "../../access/find-retailer.ts";
import { storeFields, storeRowOf } from "../../core/stores/index.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { presentStore } from "../stores/index.ts";
import { presentRetailer, presentWithStores, summariseStores } from "./internal/retailer-record.ts";
import {
  type ListRetailers,
  type RetailerId,
  type RetailerPage,
  type RetailerWithStores,
  STORES_SHOWN,
} from "./retailers.schema.ts";

/**
 * One retailer with its oldest stores and the path of the list of all stores.
 * @throws RetailerNotFound
 */
export async function getRetailer(ctx: Context, input: RetailerId): Promise<RetailerWithStores> {
  const row = await findRetailer(ctx, input.retailerId);
  const { retailerId } = row;
  const [stores, summaries] = await Promise.all([
    ctx.db.prisma.store.findMany({
      where: { retailerId, id: { gt: LOWEST_ID } },
      orderBy: { id: "asc" },
      take: STORES_SHOWN,
      select: storeFields,
    }),
    summariseStores(ctx.db, [retailerId]),
  ]);
  const summary = summaries(retailerId);
  const shown = stores.map((store) => presentStore(storeRowOf(store)));
  return presentWithStores(row, summary, shown, summary.storesTotal);
}

/** The retailers that `canAccessRetailer` allows to the actor. */
function accessibleTo(actor: Actor | null): Prisma.RetailerWhereInput {
  switch (actor?.kind) {
    case "system":
      return {};
    case "staff": {
      // The record sums up all stores of a retailer.
      const withRole = { id: { in: [...actor.roles.keys()].filter((id) => !storesOf(actor, id)) } };
      if (!actor.isPartner || actor.partnerId === undefined) return withRole;
      const { partnerId } = actor;
      return actor.roles.size ? { OR: [{ partnerId }, withRole] } : { partnerId };
    }
    case "key": {
      const { retailerIds } = actor;
      return { ...ownedBy(actor), ...(retailerIds && { id: { in: [...retailerIds] } }) };
    }
    default:
      return { id: { in: [] } };
  }
}

/**
 * A page of the retailers that the actor may access, the oldest first. `externalId` selects one retailer of a partner.
 * @throws MalformedRequest for a cursor that this API did not return
 */
export async function listRetailers(ctx: Context, input: ListRetailers): Promise<RetailerPage> {
  const { externalId } = input;
  const accessible = accessibleTo(ctx.actor);
  const { data, ...neighbours } = await readPage<RetailerRow>(
    input.page,
    (row) => row.retailerId,
    async (position, limit) => {
      const from = cursorToId(position) ?? LOWEST_ID;
      const back = position?.back ?? false;
      const rows = await ctx.db.prisma.retailer.findMany({
        where: {
          AND: [accessible, { id: back ? { lt: from } : { gt: from } }],
          ...(externalId !== undefined && { externalId }),
        },
        orderBy: { id: back ? "desc" : "asc" },
        take: limit,
      });
      return rows.map(retailerRowOf);
    },
  );
  const summaries = await summariseStores(
    ctx.db,
    data.map(({ retailerId }) => retailerId),
  );
  return { data: data.map((row) => presentRetailer(row, summaries(row.retailerId))), ...neighbours };
}
