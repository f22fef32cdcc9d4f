import type { Context } from "../context.ts";
import { idOf } from "../id-position.ts";
import { readPage } from "../paging.ts";
import { callingKey } from "./check-within.ts";
import type { KeyPage, ListKeys } from "./keys.schema.ts";
import { type KeyRow, presentKey } from "./present-key.ts";

const page = (beyond: ">" | "<", order: "ASC" | "DESC"): string => `
  SELECT id, name, scopes, limited, retailer_ids AS "retailerIds", expires_at AS "expiresAt", created_at AS "createdAt"
  FROM api_key
  WHERE partner_id = $1 AND revoked_at IS NULL AND ($2::uuid[] IS NULL OR (limited AND retailer_ids <@ $2))
    AND ($3::uuid IS NULL OR id ${beyond} $3)
  ORDER BY id ${order} LIMIT $4`;

const forth = page(">", "ASC");
const back = page("<", "DESC");

/**
 * A page of the partner's keys, the oldest first, expired ones included, revoked ones not. A key that is limited to
 * retailers sees those that are limited to the same or fewer.
 * @throws MalformedRequest for a cursor that is not of this API
 */
export async function listKeys(ctx: Context, input: ListKeys): Promise<KeyPage> {
  const { partnerId, retailerIds } = callingKey(ctx.actor);
  const { data, ...neighbours } = await readPage<KeyRow>(
    input.page,
    (row) => row.id,
    (position, limit) =>
      ctx.db.query(position?.back ? back : forth, [partnerId, retailerIds && [...retailerIds], idOf(position), limit]),
  );
  return { data: data.map(presentKey), ...neighbours };
}
