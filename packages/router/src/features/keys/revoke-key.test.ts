import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, describe, expect, test } from "vitest";
import { authenticateKey } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import type { KeyBody } from "./keys.schema.ts";
import { revokeKey } from "./revoke-key.ts";

const t = await createTestContext();
afterAll(() => t.close());
const stranger = await t.newPartner();
const inOneHour = new Date(t.ctx.now().getTime() + 3_600_000);
const body = (fields: Partial<KeyBody> = {}): { body: KeyBody } => ({
  body: { name: "till", scopes: ["inventory:write"], ...fields },
});
const refused = { code: "InsufficientScope" };

describe("revokeKey", () => {
  test("revokes a key at once, and only once", async () => {
    const { id, key } = await createKey(t.ctx, body());
    await revokeKey(t.ctx, { keyId: id });
    expect(await authenticateKey(t.ctx.db, key, t.ctx.now())).toBeNull();
    await expect(revokeKey(t.ctx, { keyId: id })).rejects.toMatchObject({ code: "KeyNotFound" });
  });

  test("finds no key of another partner and no key by an id that is not a UUID", async () => {
    for (const keyId of [stranger.key.id, randomUUID(), "x"]) {
      await expect(revokeKey(t.ctx, { keyId })).rejects.toMatchObject({ code: "KeyNotFound" });
    }
    expect(await authenticateKey(t.ctx.db, stranger.key.key, t.ctx.now())).not.toBeNull();
  });

  test("refuses a key with more permissions, but a key may revoke itself", async () => {
    const { id } = await createKey(t.ctx, body({ scopes: ["inventory:read", "keys:write"] }));
    const weaker = t.asKey({ keyId: randomUUID(), scopes: new Set(["keys:write"]) });
    await expect(revokeKey(weaker, { keyId: id })).rejects.toMatchObject(refused);
    await revokeKey(t.asKey({ keyId: id, scopes: new Set(["keys:write"]), expiresAt: inOneHour }), { keyId: id });
  });
});
