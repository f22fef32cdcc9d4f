import type { Prisma } from "@highstreet/db";
import type { Actor, Context } from "../../kernel/context.ts";
import { type RetailerRow, retailerRowOf } from "../../kernel/find-retailer.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { presentRetailer } from "./internal/present-retailer.ts";
import { summariseStores } from "./internal/summarise-stores.ts";
import type { ListRetailers, RetailerPage } from "./retailers.schema.ts";

/** The retailers that `canAccessRetailer` allows to the actor. */
function accessibleTo(actor: Actor | null): Prisma.RetailerWhereInput {
  switch (actor?.kind) {
    case "system":
      return {};
    case "staff": {
      const withRole = { id: { in: [...actor.roles.keys()] } };
      if (!actor.isPartner || actor.partnerId === undefined) return withRole;
      const { partnerId } = actor;
      return actor.roles.size ? { OR: [{ partnerId }, withRole] } : { partnerId };
    }
    case "key": {
      const { partnerId, retailerIds } = actor;
      return retailerIds ? { partnerId, id: { in: [...retailerIds] } } : { partnerId };
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
