import type { Context } from "../../kernel/context.ts";
import { cursorToId, LOWEST_ID } from "../../kernel/paging.ts";
import { type Scanned, scanPage, windowOf } from "../../kernel/scan.ts";
import { grantorOf } from "./internal/grant.ts";
import { type KeyRow, presentKey } from "./internal/key-row.ts";
import type { KeyPage, ListKeys } from "./keys.schema.ts";
import { keysSql } from "./keys.sql.ts";

/**
 * A page of the partner's keys, the oldest first. It has expired keys, but no revoked keys. A calling key that is limited to
 * retailers sees only keys that are limited to some of its retailers.
 * @throws MalformedRequest for a cursor that this API did not return
 */
export async function listKeys(ctx: Context, input: ListKeys): Promise<KeyPage> {
  const { partnerId, retailerIds } = grantorOf(ctx.actor);
  const { data, ...neighbours } = await scanPage<KeyRow>(
    input.page,
    (row) => row.id,
    async (position, candidates, limit) => {
      const values = [partnerId, cursorToId(position) ?? LOWEST_ID, candidates, limit, retailerIds && [...retailerIds]];
      const statement = position?.back ? keysSql.back : keysSql.forward;
      return windowOf(await ctx.db.query<Scanned<KeyRow>>(statement, values), candidates);
    },
  );
  return { data: data.map(presentKey), ...neighbours };
}
