import { randomUUID } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { authenticateKey } from "./authenticate.ts";
import { createPartnerKey } from "./create-key.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { partnerId } = t.partner;
const body = { name: "Key", scopes: ["keys:write" as const] };

test("creates a key for a partner without any key", async () => {
  await t.ctx.db.prisma.apiKey.deleteMany({ where: { partnerId } });
  const { key } = await createPartnerKey(t.asSystem(), { partnerId, body });
  expect(await authenticateKey(t.ctx.db, key, t.ctx.now())).toMatchObject({ partnerId, scopes: new Set(body.scopes) });
});

test("refuses an unknown partner, and callers other than the system", async () => {
  const unknown = createPartnerKey(t.asSystem(), { partnerId: randomUUID(), body });
  await expect(unknown).rejects.toMatchObject({ code: "ValidationFailed" });
  await expect(createPartnerKey(t.ctx, { partnerId, body })).rejects.toMatchObject({ code: "InsufficientScope" });
});
