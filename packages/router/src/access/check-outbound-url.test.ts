import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, it } from "vitest";
import { OutboundUrl } from "../kernel/body.schema.ts";
import { createCaller } from "../router.ts";
import { checkOutboundUrl } from "./check-outbound-url.ts";

it.each([
  "https://user@shop.example/",
  "https://:word@shop.example/",
  "http://",
  "https://",
  "shop.example",
  "https://a:99999/",
])("the schema refuses %s", (url) => expect(OutboundUrl.safeParse(url).success).toBe(false));

it("a forbidden URL is a field error with its pointer", async () => {
  const check = (url: string) => checkOutboundUrl(url, "/parameters/url", { allowLocalWebhooks: false });
  await expect(check("https://10.0.0.1/")).rejects.toMatchObject({
    code: "ValidationFailed",
    members: {
      errors: [
        {
          pointer: "/parameters/url",
          code: "InvalidValue",
          message:
            "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches",
        },
      ],
    },
  });
  await expect(check("https://8.8.8.8/")).resolves.toBeUndefined();
});

const t = await createTestContext({ settings: { resolver: { addressesOf: async () => ["93.184.216.34"] } } });
afterAll(() => t.close());

it("every address that is saved is checked, and an address that exists can be sent back with its port", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const api = createCaller(t.ctx);
  const woo = { consumerKey: "ck_a", consumerSecret: "cs_a" };
  const saves: Record<string, [pointer: string, save: (url: string) => Promise<unknown>]> = {
    webhooks: [
      "/parameters/webhookUrl",
      (webhookUrl) =>
        api.channels.enable({ ...ids, body: { type: "webhooks", parameters: { webhookUrl, secret: "s".repeat(16) } } }),
    ],
    "a change of webhooks": [
      "/parameters/webhookUrl",
      (webhookUrl) => api.channels.update({ ...ids, type: "webhooks", body: { parameters: { webhookUrl } } }),
    ],
    "the webhook of alerts": ["/url", (url) => createCaller(t.asSystem()).alerts.saveWebhook({ retailerId, url })],
    "a fetched file": [
      "/parameters/url",
      (url) => api.inventory.connect({ ...ids, body: { provider: "http-pull", parameters: { url } } }),
    ],
    "a fetched file of all stores": [
      "/parameters/url",
      (url) => api.inventory.connectFiles({ retailerId, body: { provider: "http-pull", parameters: { url } } }),
    ],
    WooCommerce: [
      "/credential/url",
      (url) => api.connections.save({ retailerId, body: { connector: "woocommerce", credential: { ...woo, url } } }),
    ],
  };
  const { prisma } = t.ctx.db;
  const replaceAll = (from: string, to: string) =>
    Promise.all([
      t.ctx.db.query("UPDATE channel SET parameters = replace(parameters::text, $1, $2)::jsonb", [from, to]),
      t.ctx.db.query("UPDATE inventory_source SET parameters = replace(parameters::text, $1, $2)::jsonb", [from, to]),
      t.ctx.db.query("UPDATE retailer_source SET parameters = replace(parameters::text, $1, $2)::jsonb", [from, to]),
      t.ctx.db.query("UPDATE connection SET parameters = replace(parameters::text, $1, $2)::jsonb", [from, to]),
      prisma.alertWebhook.updateMany({ data: { url: to } }),
    ]);
  for (const [name, [pointer, save]] of Object.entries(saves)) {
    await expect(save("https://shop.example:8443/")).resolves.toBeDefined();
    for (const url of [
      "https://127.0.0.1/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://169.254.169.254/",
      "https://shop.example:22/",
      "https://shop.example:6667/",
    ]) {
      const refused = { cause: { code: "ValidationFailed", members: { errors: [{ pointer }] } } };
      await expect(save(url), `${name} ${url}`).rejects.toMatchObject(refused);
    }
  }
  await replaceAll("https://shop.example:8443", "https://shop.example:22");
  for (const [name, [, save]] of Object.entries(saves)) {
    if (name === "the webhook of alerts")
      await prisma.alertWebhook.updateMany({ data: { url: "https://shop.example:22/" } });
    await expect(save("https://shop.example:22/"), name).resolves.toBeDefined();
    await expect(save("https://shop.example:23/"), name).rejects.toThrow();
  }
});
