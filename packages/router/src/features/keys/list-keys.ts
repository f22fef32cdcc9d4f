import type { Context } from "../../kernel/context.ts";
import { cursorToId, LOWEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { callingKey } from "./check-within.ts";
import type { KeyPage, ListKeys } from "./keys.schema.ts";
import { keysBack, keysForward } from "./list-keys.sql.ts";
import { type KeyRow, presentKey } from "./present-key.ts";

/**
 * A page of the partner's keys, the oldest first, expired ones included, revoked ones not. A key that is limited to
 * retailers sees those that are limited to the same or fewer.
 * @throws MalformedRequest for a cursor that is not of this API
 */
export async function listKeys(ctx: Context, input: ListKeys): Promise<KeyPage> {
  const { partnerId, retailerIds } = callingKey(ctx.actor);
  const { data, ...neighbours } = await scanPage<KeyRow>(
    input.page,
    (row) => row.id,
    async (position, candidates, limit) => {
      const values = [partnerId, cursorToId(position) ?? LOWEST_ID, candidates, limit, retailerIds && [...retailerIds]];
      return windowOf(await ctx.db.query<Scanned<KeyRow>>(position?.back ? keysBack : keysForward, values), candidates);
    },
  );
  return { data: data.map(presentKey), ...neighbours };
}
