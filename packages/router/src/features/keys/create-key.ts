import type { Tx } from "@highstreet/db";
import type { Owning } from "../../access/find-retailer.ts";
import { withinQuota } from "../../access/quotas.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, validationFailed } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { scopes } from "../../kernel/roles.schema.ts";
import { assertSubset, grantorOf, insertKey, shownKey } from "./internal/key-row.ts";
import type { CreateKey, KeyBody, NewKey } from "./keys.schema.ts";

/**
 * Creates a key of the caller's partner. Only the answer contains the token.
 * A test key creates test keys.
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
  const isTest = body.isTest ?? actor.isTest ?? false;
  const grant = { scopes: body.scopes, retailerIds, expiresAt, isTest };
  assertSubset(actor, grant);
  const created = await ctx.db.transaction("no shop", async (tx) => {
    await withinQuota(ctx, tx, partnerId, "keys");
    const inserted = await insertKey(tx.prisma, { ...grant, partnerId, name: body.name }, now);
    // After the write, because a distributed database refuses a write of keys after a read of several machines.
    if (retailerIds) await assertOwn(tx, { partnerId, isTest }, retailerIds);
    return inserted;
  });
  return { ...created, key: shownKey(ctx, created.key) };
}

async function assertOwn(tx: Tx, owning: Owning, retailerIds: string[]): Promise<void> {
  const known = await tx.prisma.retailer.count({ where: { ...owning, id: { in: retailerIds } } });
  if (known === retailerIds.length) return;
  throw new DomainError(
    "InsufficientScope",
    "retailerIds names a retailer that is not there, not yours to give, or not of the kind of the key.",
  );
}

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

export interface NewPartner {
  partnerId: string;
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
    const grant = { scopes, retailerIds: null, expiresAt: null, isTest: false };
    return { partnerId, key: await insertKey(prisma, { ...grant, partnerId, name: "First key" }, now) };
  });
}
