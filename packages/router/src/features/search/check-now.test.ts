import { createSandboxProviders, type Providers } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enable } from "../../../tests/search/search-life.ts";
import { createCaller } from "../../router.ts";

let t: TestContext;
const sandbox = createSandboxProviders({ now: () => t.ctx.now() });
const asked: string[] = [];
/** Records the calls to the search engine. */
const search: Providers["search"] = new Proxy(sandbox.search, {
  get: (inner, name) => {
    asked.push(String(name));
    return Reflect.get(inner, name);
  },
});
beforeAll(async () => {
  t = await createTestContext({ providers: { ...sandbox, search, speed: 1 } });
});
afterAll(() => t.close());

test("a repeated check within 3 s shows the last result without a call to the search engine", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await enable(t, ids, "1001");
  const check = () => createCaller(t.ctx).channels.check(ids);
  const seen = await check();
  expect(asked).toContain("readProfile");
  for (const ms of [0, 1_000, 1_900]) {
    t.advance(ms);
    asked.length = 0;
    expect(await check()).toEqual(seen);
    expect(asked).toEqual([]);
  }
  t.advance(100);
  await check();
  expect(asked).toContain("readProfile");
});
