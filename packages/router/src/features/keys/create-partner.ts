import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { scopes } from "../../kernel/scopes.schema.ts";
import { insertKey } from "./internal/key-row.ts";
import type { NewKey } from "./keys.schema.ts";

export interface NewPartner {
  partnerId: string;
  /** The first key, with all scopes and all retailers. It does not expire. */
  key: NewKey;
}

/**
 * Creates a partner with its first key. Only the system may call this.
 * @throws InsufficientScope
 */
export async function createPartner(ctx: Context, input: { name: string }): Promise<NewPartner> {
  if (ctx.actor?.kind !== "system") {
    throw new DomainError("InsufficientScope", "Only the system creates partners.");
  }
  const now = ctx.now();
  const partnerId = newId(now);
  return ctx.db.transaction("no shop", async ({ prisma }) => {
    await prisma.partner.create({ data: { id: partnerId, name: input.name, createdAt: now } });
    const grant = { scopes, retailerIds: null, expiresAt: null };
    return { partnerId, key: await insertKey(prisma, { ...grant, partnerId, name: "First key" }, now) };
  });
}
