import { openDatabase } from "@highstreet/db";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSharedMemory } from "./shared-state.ts";

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it("shows every process the same world", async () => {
  const other = openDatabase({ url: test.databaseUrl });
  const [here, there] = [createSharedMemory(test.ctx.db), createSharedMemory(other)];
  await here.put("item:a_1", { offerId: "1" });
  await here.put("item:a_1", { offerId: "2" });
  await there.put("item:a_2", "a text");
  await here.put("item:ab", [1]);
  expect(await there.get("item:a_1")).toEqual({ offerId: "2" });
  expect(await here.list("item:a_")).toEqual([
    { key: "item:a_1", value: { offerId: "2" } },
    { key: "item:a_2", value: "a text" },
  ]);
  await there.delete("item:a_1");
  expect(await here.get("item:a_1")).toBeUndefined();
  await other.close();
});
