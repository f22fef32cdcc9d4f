import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { scopes } from "../../kernel/scopes.schema.ts";
import { createKey } from "./create-key.ts";
import type { KeyBody, NewKey } from "./keys.schema.ts";

/**
 * Creates an API key for a partner that may have lost all of its keys. Only the system may call this. Only the answer holds the key.
 * @throws InsufficientScope; ValidationFailed if the partner does not exist; the errors of `createKey`
 */
export async function createPartnerKey(ctx: Context, input: { partnerId: string; body: KeyBody }): Promise<NewKey> {
  if (ctx.actor?.kind !== "system")
    throw new DomainError("InsufficientScope", "Only the system creates keys for partners.");
  const partner = await ctx.db.prisma.partner.findUnique({ where: { id: input.partnerId } });
  if (!partner) throw validationFailed([{ pointer: "/partnerId", code: "InvalidValue", message: "names no partner" }]);
  const grant = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
  const actor = { kind: "key", keyId: newId(ctx.now()), partnerId: partner.id, ...grant } as const;
  return createKey({ ...ctx, actor }, { body: input.body });
}
