import type { Actor, Context } from "../../kernel/context.ts";
import type { RetailerRow } from "../../kernel/find-retailer.ts";
import { cursorToId, LOWEST_ID, readPage } from "../../kernel/paging.ts";
import { ofIds, ofPartner, ofSystem } from "./list-retailers.sql.ts";
import { presentRetailer } from "./present-retailer.ts";
import type { ListRetailers, RetailerPage } from "./retailers.schema.ts";
import { summariseStores } from "./summarise-stores.ts";

/** The retailers that `canAccessRetailer` allows to the actor: the statements, the partner, and the retailer ids. */
function reach(actor: Actor | null): [typeof ofIds, partnerId: string | null, retailerIds: string[] | null] {
  switch (actor?.kind) {
    case "system":
      return [ofSystem, null, null];
    case "staff":
      return [ofIds, null, [...actor.roles.keys()]];
    case "key":
      return actor.retailerIds ? [ofIds, actor.partnerId, [...actor.retailerIds]] : [ofPartner, actor.partnerId, null];
    default:
      return [ofIds, null, []];
  }
}

/**
 * A page of the retailers that the actor may see, the oldest first; `externalId` finds the one that has it.
 * @throws MalformedRequest for a cursor that is not of this API
 */
export async function listRetailers(ctx: Context, input: ListRetailers): Promise<RetailerPage> {
  const [statements, ...of] = reach(ctx.actor);
  const { externalId } = input;
  const { forward, back } = externalId === undefined ? statements.all : statements.ofExternalId;
  const { data, ...neighbours } = await readPage<RetailerRow>(
    input.page,
    (row) => row.retailerId,
    (position, limit) => {
      const values = [
        cursorToId(position) ?? LOWEST_ID,
        limit,
        ...of,
        ...(externalId === undefined ? [] : [externalId]),
      ];
      return ctx.db.query(position?.back ? back : forward, values);
    },
  );
  const retailerIds = data.map((row) => row.retailerId);
  const summaries = await summariseStores(ctx.db, retailerIds);
  return { data: data.map((row) => presentRetailer(row, summaries(row.retailerId))), ...neighbours };
}
