import type { Tx } from "@highstreet/db";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { withinQuota } from "../../kernel/quotas.ts";
import { assertSubset, grantorOf } from "./internal/grant.ts";
import { insertKey } from "./internal/key-row.ts";
import { shownKey } from "./internal/key-token.ts";
import type { CreateKey, NewKey } from "./keys.schema.ts";

/**
 * Creates a key of the caller's partner. Only the answer contains the token.
 * @throws ValidationFailed for an expiry in the past; QuotaExceeded; InsufficientScope for a key with more rights than the calling
 *   key. Rights are scopes, retailers and the time until the end. Retailers of another partner are also refused
 */
export async function createKey(ctx: Context, { body }: CreateKey): Promise<NewKey> {
  const now = ctx.now();
  const actor = grantorOf(ctx.actor);
  const { partnerId } = actor;
  const expiresAt = body.expiresAt ?? null;
  if (expiresAt && expiresAt <= now) {
    throw validationFailed([{ pointer: "/expiresAt", code: "InvalidValue", message: "must lie in the future" }]);
  }
  const retailerIds = body.retailerIds ? [...new Set(body.retailerIds.map((id) => id.toLowerCase()))] : null;
  const grant = { scopes: body.scopes, retailerIds, expiresAt };
  assertSubset(actor, grant);
  const created = await ctx.db.transaction("no shop", async (tx) => {
    await withinQuota(ctx, tx, partnerId, "keys");
    const inserted = await insertKey(tx.prisma, { ...grant, partnerId, name: body.name }, now);
    // After the write, because a distributed database refuses a write of keys after a read of several machines.
    if (retailerIds) await assertOwn(tx, partnerId, retailerIds);
    return inserted;
  });
  return { ...created, key: shownKey(ctx, created.key) };
}

/** @throws InsufficientScope */
async function assertOwn(tx: Tx, partnerId: string, retailerIds: string[]): Promise<void> {
  const known = await tx.prisma.retailer.count({ where: { partnerId, id: { in: retailerIds } } });
  if (known === retailerIds.length) return;
  throw new DomainError("InsufficientScope", "retailerIds names a retailer that is not there, or not yours to give.");
}
