import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, describe, expect, test } from "vitest";
import { authenticateKey } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import type { KeyBody } from "./keys.schema.ts";

const t = await createTestContext();
afterAll(() => t.close());
const inOneHour = new Date(t.ctx.now().getTime() + 3_600_000);
const body = (fields: Partial<KeyBody> = {}): { body: KeyBody } => ({
  body: { name: "till", scopes: ["inventory:write"], ...fields },
});

describe("authenticateKey", () => {
  test("refuses a wrong secret, an unknown id and a token of another format", async () => {
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

  test("refuses a key from the millisecond of its expiry", async () => {
    const { key } = await createKey(t.ctx, body({ expiresAt: inOneHour }));
    expect(await authenticateKey(t.ctx.db, key, new Date(inOneHour.getTime() - 1))).not.toBeNull();
    expect(await authenticateKey(t.ctx.db, key, inOneHour)).toBeNull();
  });
});
