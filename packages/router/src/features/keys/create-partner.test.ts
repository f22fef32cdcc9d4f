import { afterAll, expect, test } from "vitest";
import { scopes } from "../../kernel/scopes.schema.ts";
import { createTestContext } from "../../testing.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { createPartner } from "./create-partner.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("creates a partner with a key that has all scopes and does not expire", async () => {
  const { partnerId, key } = await createPartner(t.asSystem(), { name: "Tills & Co" });
  expect(await authenticateKey(t.ctx.db, key.key, t.ctx.now())).toEqual({
    ...{ kind: "key", keyId: key.id, partnerId },
    ...{ scopes: new Set(scopes), retailerIds: null, expiresAt: null },
  });
});

test("refuses callers other than the system", async () => {
  await expect(createPartner(t.ctx, { name: "Tills & Co" })).rejects.toMatchObject({ code: "InsufficientScope" });
});
