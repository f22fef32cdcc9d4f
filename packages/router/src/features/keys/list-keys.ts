import type { Context } from "../../kernel/context.ts";
import { cursorToId, LOWEST_ID, type Scanned, scanPage, windowOf } from "../../kernel/paging.ts";
import { grantorOf, type KeyRow, presentKey } from "./internal/key-row.ts";
import type { KeyPage, ListKeys } from "./keys.schema.ts";
import { keysSql } from "./keys.sql.ts";

/**
 * A page of the partner's keys, the oldest first. It has expired keys, but no revoked keys. A calling key that is limited to
 * retailers sees only keys that are limited to some of its retailers, and a test key only test keys.
 * @throws MalformedRequest for a cursor that this API did not return
 */
export async function listKeys(ctx: Context, input: ListKeys): Promise<KeyPage> {
  const { partnerId, retailerIds, isTest = false } = grantorOf(ctx.actor);
  const { data, ...neighbours } = await scanPage<KeyRow>(
    input.page,
    (row) => row.id,
    async (position, candidates, limit) => {
      const of = [retailerIds && [...retailerIds], isTest];
      const values = [partnerId, cursorToId(position) ?? LOWEST_ID, candidates, limit, ...of];
      const statement = position?.back ? keysSql.back : keysSql.forward;
      return windowOf(await ctx.db.query<Scanned<KeyRow>>(statement, values), candidates);
    },
  );
  return { data: data.map(presentKey), ...neighbours };
}
