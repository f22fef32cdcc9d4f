import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { scopes } from "../../kernel/roles.schema.ts";
import { authenticateKey } from "./authenticate.ts";
import { createPartner } from "./create-key.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("creates a partner with a key that has all scopes and does not expire", async () => {
  const { partnerId, key } = await createPartner(t.asSystem(), { name: "Tills & Co" });
  expect(await authenticateKey(t.ctx.db, key.key, t.ctx.now())).toEqual({
    ...{ kind: "key", keyId: key.id, partnerId },
    ...{ scopes: new Set(scopes), retailerIds: null, expiresAt: null, isTest: false },
  });
});

test("refuses callers other than the system", async () => {
  await expect(createPartner(t.ctx, { name: "Tills & Co" })).rejects.toMatchObject({ code: "InsufficientScope" });
});
