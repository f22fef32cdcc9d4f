import { randomBytes } from "node:crypto";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../router.ts";
import { openContext } from "./open-context.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("an open context serves createCaller for any actor, until it is closed", async () => {
  const shop = await t.retailer({ name: "Corner Shop" });
  const opened = openContext({
    database: { url: t.databaseUrl },
    secretKey: randomBytes(32).toString("base64"),
    settings: { allowLocalWebhooks: false },
    env: {},
  });
  const { retailers } = createCaller(opened.contextOf(t.ctx.actor));
  expect(await retailers.get({ retailerId: shop.id })).toMatchObject({ name: "Corner Shop" });
  const anonymous = createCaller(opened.contextOf(null));
  await expect(anonymous.retailers.list({ page: {} })).rejects.toMatchObject({ cause: { code: "Unauthorized" } });
  await opened.close();
  await expect(retailers.get({ retailerId: shop.id })).rejects.toThrow();
});
