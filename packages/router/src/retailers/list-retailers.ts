import type { Actor, Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import { readPage } from "../paging.ts";
import { type RetailerRow, retailerColumns } from "./find-retailer.ts";
import { presentRetailer } from "./present-retailer.ts";
import type { ListRetailers, RetailerPage } from "./retailers.schema.ts";
import { summariseStores } from "./summarise-stores.ts";

const page = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `SELECT ${retailerColumns} FROM retailer
  WHERE ($1::uuid IS NULL OR partner_id = $1) AND ($2::uuid[] IS NULL OR retailer_id = ANY ($2))
    AND ($3::text IS NULL OR external_id = $3) AND ($4::uuid IS NULL OR retailer_id ${beyond} $4)
  ORDER BY retailer_id ${order} LIMIT $5`;

const forth = page(">", "ASC");
const back = page("<", "DESC");

/** The retailers that `opensRetailer` opens to the actor, as a filter: of which partner, which ids; null: any. */
function reach(actor: Actor | null): [partnerId: string | null, retailerIds: string[] | null] {
  switch (actor?.kind) {
    case "system":
      return [null, null];
    case "staff":
      return [null, [...actor.roles.keys()]];
    case "key":
      return [actor.partnerId, actor.retailerIds && [...actor.retailerIds]];
    default:
      return [null, []];
  }
}

/**
 * A page of the retailers that the actor may see, the oldest first; `externalId` finds the one that has it.
 * @throws MalformedRequest for a cursor that is not of this API
 */
export async function listRetailers(ctx: Context, input: ListRetailers): Promise<RetailerPage> {
  const { data, ...neighbours } = await readPage<RetailerRow>(
    input.page,
    (row) => row.retailerId,
    (position, limit) =>
      ctx.db.query(position?.back ? back : forth, [
        ...reach(ctx.actor),
        input.externalId ?? null,
        idOf(position),
        limit,
      ]),
  );
  const retailerIds = data.map((row) => row.retailerId);
  const summaries = await summariseStores(ctx.db, retailerIds);
  return { data: data.map((row) => presentRetailer(row, summaries(row.retailerId))), ...neighbours };
}
