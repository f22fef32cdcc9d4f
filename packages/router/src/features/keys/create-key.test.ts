import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, describe, expect, test } from "vitest";
import { authenticateKey } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import type { KeyBody } from "./keys.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const other = await t.retailer();
const stranger = await t.newPartner();
const foreign = await t.retailer({}, t.asKey({ partnerId: stranger.partnerId }));
const inOneHour = new Date(t.ctx.now().getTime() + 3_600_000);
const body = (fields: Partial<KeyBody> = {}): { body: KeyBody } => ({
  body: { name: "till", scopes: ["inventory:write"], ...fields },
});
const refused = { code: "InsufficientScope" };

describe("createKey", () => {
  test("creates a key with the given permissions and stores only its digest", async () => {
    const made = await createKey(t.ctx, body({ retailerIds: [shop.id, shop.id], expiresAt: inOneHour }));
    expect(made.key).toMatch(new RegExp(`^hs_${made.id}_[0-9a-f]{64}$`));
    expect(await authenticateKey(t.ctx.db, made.key, t.ctx.now())).toEqual({
      kind: "key",
      keyId: made.id,
      partnerId: t.partner.partnerId,
      scopes: new Set(["inventory:write"]),
      retailerIds: new Set([shop.id]),
      expiresAt: inOneHour,
      isTest: false,
    });
    const stored = await t.ctx.db.query("SELECT encode(digest, 'hex') || k::text AS row FROM api_key k WHERE id = $1", [
      made.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain(made.key.slice(-64));
  });

  test("refuses more scopes, more retailers or a later end than the calling key has", async () => {
    const scoped = t.asKey({ scopes: new Set(["keys:write", "inventory:write"]) });
    await expect(createKey(scoped, body({ scopes: ["inventory:write", "inventory:read"] }))).rejects.toMatchObject(
      refused,
    );
    expect((await createKey(scoped, body())).scopes).toEqual(["inventory:write"]);

    const limited = t.asKey({ retailerIds: new Set([shop.id]) });
    for (const retailerIds of [undefined, null, [other.id], [shop.id, other.id]]) {
      await expect(createKey(limited, body({ retailerIds }))).rejects.toMatchObject(refused);
    }
    expect((await createKey(limited, body({ retailerIds: [shop.id.toUpperCase()] }))).retailerIds).toEqual([shop.id]);

    const short = t.asKey({ expiresAt: inOneHour });
    for (const expiresAt of [undefined, null, new Date(inOneHour.getTime() + 1)]) {
      await expect(createKey(short, body({ expiresAt }))).rejects.toMatchObject(refused);
    }
    expect((await createKey(short, body({ expiresAt: inOneHour }))).expiresAt).toBe(inOneHour.toISOString());
  });

  test("refuses another partner's retailer with the same message as a missing retailer", async () => {
    const say = (id: string) => createKey(t.ctx, body({ retailerIds: [id] })).catch((error: Error) => error.message);
    expect(await say(foreign.id)).toBe(await say(randomUUID()));
    await expect(createKey(t.ctx, body({ retailerIds: [foreign.id] }))).rejects.toMatchObject(refused);
  });

  test("refuses an expiry in the past, and callers without a key", async () => {
    await expect(createKey(t.ctx, body({ expiresAt: t.ctx.now() }))).rejects.toMatchObject({
      code: "ValidationFailed",
    });
    await expect(createKey(t.asSystem(), body())).rejects.toMatchObject(refused);
  });
});
