import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { createTestContext } from "../../testing.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { createKey } from "./create-key.ts";
import type { KeyBody } from "./keys.schema.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";

const t = await createTestContext();
afterAll(() => t.close());
const shop = await t.retailer();
const other = await t.retailer();
const stranger = await t.newPartner();
const foreign = await t.retailer({}, t.asKey({ partnerId: stranger.partnerId }));
const hour = 3_600_000;
const inOneHour = new Date(t.ctx.now().getTime() + hour);
const page = { size: 100 };

const body = (fields: Partial<KeyBody> = {}): { body: KeyBody } => ({
  body: { name: "till", scopes: ["inventory:write"], ...fields },
});
const refused = { code: "InsufficientScope" };

describe("createKey", () => {
  test("gives a key that opens what it says, and keeps no more of it than a digest", async () => {
    const made = await createKey(t.ctx, body({ retailerIds: [shop.id, shop.id], expiresAt: inOneHour }));
    expect(made.key).toMatch(new RegExp(`^hs_${made.id}_[0-9a-f]{64}$`));
    expect(await authenticateKey(t.ctx.db, made.key, t.ctx.now())).toEqual({
      kind: "key",
      keyId: made.id,
      partnerId: t.partner.partnerId,
      scopes: new Set(["inventory:write"]),
      retailerIds: new Set([shop.id]),
      expiresAt: inOneHour,
    });
    const stored = await t.ctx.db.query("SELECT encode(digest, 'hex') || k::text AS row FROM api_key k WHERE id = $1", [
      made.id,
    ]);
    expect(JSON.stringify(stored)).not.toContain(made.key.slice(-64));
  });

  test("refuses more scopes, more retailers or more time than the calling key has", async () => {
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

  test("refuses another partner's retailer in the words of one that is not there", async () => {
    const say = (id: string) => createKey(t.ctx, body({ retailerIds: [id] })).catch((error: Error) => error.message);
    expect(await say(foreign.id)).toBe(await say(randomUUID()));
    await expect(createKey(t.ctx, body({ retailerIds: [foreign.id] }))).rejects.toMatchObject(refused);
  });

  test("refuses an expiry that has passed, and callers that are no keys", async () => {
    await expect(createKey(t.ctx, body({ expiresAt: t.ctx.now() }))).rejects.toMatchObject({
      code: "ValidationFailed",
    });
    await expect(createKey(t.asSystem(), body())).rejects.toMatchObject(refused);
  });
});

describe("authenticateKey", () => {
  test("knows nobody by a wrong secret, an unknown id or a token of another form", async () => {
    const { key, id } = t.partner.key;
    const secret = key.slice(-64);
    const wrong = [
      "",
      "hs_",
      `hs_${id}`,
      `hs_${id}_`,
      `hs_${id}_${"0".repeat(64)}`,
      `hs_${randomUUID()}_${secret}`,
      `${key}\n`,
      `hs_'_${secret}`,
    ];
    for (const token of wrong) expect(await authenticateKey(t.ctx.db, token, t.ctx.now())).toBeNull();
    expect(await authenticateKey(t.ctx.db, key, t.ctx.now())).not.toBeNull();
  });

  test("a key ends at its expiry, to the millisecond", async () => {
    const { key } = await createKey(t.ctx, body({ expiresAt: inOneHour }));
    expect(await authenticateKey(t.ctx.db, key, new Date(inOneHour.getTime() - 1))).not.toBeNull();
    expect(await authenticateKey(t.ctx.db, key, inOneHour)).toBeNull();
  });
});

describe("listKeys", () => {
  test("shows the partner's own keys, without secrets or revoked ones", async () => {
    const { data } = await listKeys(t.ctx, { page });
    expect(data.map((key) => key.id)).toContain(t.partner.key.id);
    expect(data.map((key) => key.id)).not.toContain(stranger.key.id);
    expect(JSON.stringify(data)).not.toMatch(/hs_|digest/);
  });

  test("shows to a key limited to retailers those limited to the same or fewer", async () => {
    const mine = await createKey(t.ctx, body({ retailerIds: [other.id] }));
    const both = await createKey(t.ctx, body({ retailerIds: [shop.id, other.id] }));
    const seen = async (ids: string[]) =>
      (await listKeys(t.asKey({ retailerIds: new Set(ids) }), { page })).data.map((key) => key.id);
    expect(await seen([other.id])).toEqual([mine.id]);
    expect(await seen([shop.id, other.id])).toEqual(expect.arrayContaining([mine.id, both.id]));
  });
});

describe("revokeKey", () => {
  test("ends the key at once, and only once", async () => {
    const { id, key } = await createKey(t.ctx, body());
    await revokeKey(t.ctx, { keyId: id });
    expect(await authenticateKey(t.ctx.db, key, t.ctx.now())).toBeNull();
    await expect(revokeKey(t.ctx, { keyId: id })).rejects.toMatchObject({ code: "KeyNotFound" });
  });

  test("finds no key of another partner, and none by an id that is no UUID", async () => {
    for (const keyId of [stranger.key.id, randomUUID(), "x"]) {
      await expect(revokeKey(t.ctx, { keyId })).rejects.toMatchObject({ code: "KeyNotFound" });
    }
    expect(await authenticateKey(t.ctx.db, stranger.key.key, t.ctx.now())).not.toBeNull();
  });

  test("is refused for a key with more powers, but a key may end itself", async () => {
    const { id } = await createKey(t.ctx, body({ scopes: ["inventory:read", "keys:write"] }));
    const weaker = t.asKey({ keyId: randomUUID(), scopes: new Set(["keys:write"]) });
    await expect(revokeKey(weaker, { keyId: id })).rejects.toMatchObject(refused);
    await revokeKey(t.asKey({ keyId: id, scopes: new Set(["keys:write"]), expiresAt: inOneHour }), { keyId: id });
  });
});
