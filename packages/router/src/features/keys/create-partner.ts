import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { scopes } from "../../kernel/scopes.schema.ts";
import { insertKey } from "./insert-key.ts";
import type { NewKey } from "./keys.schema.ts";

export interface NewPartner {
  partnerId: string;
  /** The first key: all scopes, all retailers, without end. */
  key: NewKey;
}

/**
 * Takes a partner in, with its first key. For whoever runs the service: no call of the API reaches it.
 * @throws InsufficientScope for anyone but the system
 */
export async function createPartner(ctx: Context, input: { name: string }): Promise<NewPartner> {
  if (ctx.actor?.kind !== "system") {
    throw new DomainError("InsufficientScope", "Partners are taken in by whoever runs the service.");
  }
  const now = ctx.now();
  const partnerId = newId(now);
  return ctx.db.transaction("no shop", async ({ prisma }) => {
    await prisma.partner.create({ data: { id: partnerId, name: input.name, createdAt: now } });
    const powers = { scopes, retailerIds: null, expiresAt: null };
    return { partnerId, key: await insertKey(prisma, { ...powers, partnerId, name: "First key" }, now) };
  });
}
