import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { callingKey, checkWithin } from "./check-within.ts";
import { REVOKED } from "./key-cache.ts";
import type { KeyId } from "./keys.schema.ts";
import { keyColumns, scopesOf } from "./present-key.ts";

/**
 * Ends a key of the calling key's partner at once; a key may end itself.
 * @throws KeyNotFound, also for one that is revoked already; InsufficientScope for a key with more powers than the calling one
 */
export async function revokeKey(ctx: Context, { keyId }: KeyId): Promise<void> {
  const actor = callingKey(ctx.actor);
  const where = { id: keyId, partnerId: actor.partnerId, revokedAt: null };
  const key = isId(keyId) ? await ctx.db.prisma.apiKey.findFirst({ where, select: keyColumns }) : null;
  if (!key) throw keyNotFound();
  if (key.id !== actor.keyId) {
    checkWithin(actor, {
      scopes: scopesOf(key),
      retailerIds: key.limited ? key.retailerIds : null,
      expiresAt: key.expiresAt,
    });
  }
  await ctx.db.transaction("no shop", async (tx) => {
    const { count } = await tx.prisma.apiKey.updateMany({ where, data: { revokedAt: ctx.now() } });
    if (!count) throw keyNotFound();
    await tx.query("SELECT pg_notify($1, $2)", [REVOKED, key.id]);
    tx.afterCommit(async () => ctx.keyCache?.forget(key.id));
  });
}

function keyNotFound(): DomainError {
  return new DomainError("KeyNotFound", "There is no key with this id.");
}
