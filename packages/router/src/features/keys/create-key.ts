import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { callingKey, checkWithin } from "./check-within.ts";
import { insertKey } from "./insert-key.ts";
import type { CreateKey, NewKey } from "./keys.schema.ts";
import { shownKey } from "./shown-key.ts";

const known = "SELECT retailer_id FROM retailer WHERE partner_id = $1 AND retailer_id = ANY ($2::uuid[])";

/**
 * Makes a key of the calling key's partner (contract §7). The answer alone holds the key itself.
 * @throws ValidationFailed for an expiry that has passed; InsufficientScope for a key with more scopes, retailers
 *   (another partner's, or none at all, included) or time than the calling one; QuotaExceeded
 */
export async function createKey(ctx: Context, { body }: CreateKey): Promise<NewKey> {
  const now = ctx.now();
  const actor = callingKey(ctx.actor);
  const expiresAt = body.expiresAt ?? null;
  if (expiresAt && expiresAt <= now) {
    throw validationFailed([{ pointer: "/expiresAt", code: "InvalidValue", message: "must lie in the future" }]);
  }
  const retailerIds = body.retailerIds ? [...new Set(body.retailerIds.map((id) => id.toLowerCase()))] : null;
  const powers = { scopes: body.scopes, retailerIds, expiresAt };
  checkWithin(actor, powers);
  if (retailerIds) {
    const rows = await ctx.db.query(known, [actor.partnerId, retailerIds]);
    if (rows.length < retailerIds.length) {
      throw new DomainError(
        "InsufficientScope",
        "retailerIds names a retailer that is not there, or not yours to give.",
      );
    }
  }
  const made = await ctx.db.transaction("no shop", async (tx) => {
    await withinQuota(ctx, tx, actor.partnerId, "keys");
    return insertKey(tx.prisma, { ...powers, partnerId: actor.partnerId, name: body.name }, now);
  });
  return { ...made, key: shownKey(ctx, made.key) };
}
