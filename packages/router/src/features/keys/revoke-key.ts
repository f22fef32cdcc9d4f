import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { assertSubset, grantorOf, keyColumns, scopesOf } from "./internal/key-row.ts";
import { REVOKED } from "./key-cache.ts";
import type { KeyId } from "./keys.schema.ts";
import { sendNotice } from "./keys.sql.ts";

/**
 * Revokes a key of the caller's partner. A key may revoke itself.
 * @throws KeyNotFound, also for a revoked key; InsufficientScope for a key with more permissions than the calling key
 */
export async function revokeKey(ctx: Context, { keyId }: KeyId): Promise<void> {
  const actor = grantorOf(ctx.actor);
  const where = { id: keyId, partnerId: actor.partnerId, revokedAt: null, ...(actor.isTest && { isTest: true }) };
  const key = isId(keyId) ? await ctx.db.prisma.apiKey.findFirst({ where, select: keyColumns }) : null;
  if (!key) throw keyNotFound();
  if (key.id !== actor.keyId) {
    assertSubset(actor, {
      scopes: scopesOf(key),
      retailerIds: key.limited ? key.retailerIds : null,
      expiresAt: key.expiresAt,
      isTest: key.isTest,
    });
  }
  await ctx.db.transaction("no shop", async (tx) => {
    const { count } = await tx.prisma.apiKey.updateMany({ where, data: { revokedAt: ctx.now() } });
    if (!count) throw keyNotFound();
    await tx.query(sendNotice, [REVOKED, key.id]);
    tx.afterCommit(async () => ctx.keyCache?.forget(key.id));
  });
}

function keyNotFound(): DomainError {
  return new DomainError("KeyNotFound", "There is no key with this id.");
}
