import type { Sql } from "@highstreet/db";
import type { Context } from "./context.ts";
import { endingWith } from "./ending-with.ts";
import { DomainError } from "./errors.ts";

// A key may revoke itself, so a row that this transaction wrote does not count.
const key = `
  SELECT FROM api_key WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
    AND (revoked_at IS NULL OR xmin = pg_current_xact_id_if_assigned()::xid)`;

const uploadKey = `
  SELECT FROM inventory_source WHERE retailer_id = $1 AND store_id = $2 AND upload_key_id = $3`;

/** @throws Unauthorized if the key of the call is revoked, replaced or expired */
async function checkStanding({ actor, now }: Context, sql: Sql): Promise<void> {
  if (actor?.kind === "key") {
    const [found] = await sql.query(key, [actor.keyId, now()]);
    if (!found) throw new DomainError("Unauthorized", "The API key was revoked or expired during the call.");
  }
  if (actor?.kind === "upload") {
    const [found] = await sql.query(uploadKey, [actor.retailerId, actor.storeId, actor.keyId]);
    if (!found) throw deadUploadKey();
  }
}

export function deadUploadKey(): DomainError {
  return new DomainError("Unauthorized", "The upload key is no longer valid. Connect the source again for a new key.");
}

/**
 * Returns a context whose transactions do not commit once the caller's key is revoked, replaced or expired. A call can take half an
 * hour from its authentication to its commit.
 */
export function whileKeyStands(ctx: Context): Context {
  const { actor } = ctx;
  return actor?.kind === "key" || actor?.kind === "upload" ? endingWith(ctx, (tx) => checkStanding(ctx, tx)) : ctx;
}
