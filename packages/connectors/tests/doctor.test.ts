import { afterEach, expect, test } from "vitest";
import { examineConnector } from "../src/connectors.ts";
import type { FakeSystem } from "./fake-system.ts";
import { startFakeWooCommerce } from "./fake-woocommerce.ts";

const fakes: FakeSystem[] = [];
afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.close())));

async function examine(credential: object, id = "woocommerce") {
  const fake = await startFakeWooCommerce();
  fakes.push(fake);
  const { host, key, secret } = fake.shop;
  const good = { url: `https://${host}`, consumerKey: key, consumerSecret: secret };
  return examineConnector(id, { ...good, ...credential }, { allowLocalWebhooks: true, standIn: fake.origin });
}

test("a good credential shows the locations and the first items", async () => {
  const findings = await examine({});
  expect(findings.map(({ check, outcome }) => [check, outcome])).toEqual([
    ["Credential", "good"],
    ["Locations", "good"],
    ["Items", "good"],
  ]);
});

test("a wrong credential, a wrong form and an unknown connector have a sentence each", async () => {
  expect(await examine({ consumerSecret: "cs_wrong" })).toMatchObject([{ check: "Credential", outcome: "wrong" }]);
  expect(await examine({ consumerKey: "" })).toMatchObject([
    { outcome: "wrong", what: expect.stringContaining("--consumerKey: The consumer key starts with ck_.") },
  ]);
  expect(await examine({}, "abacus")).toMatchObject([
    { outcome: "wrong", what: expect.stringContaining("These are: shopify, square, woocommerce.") },
  ]);
});
