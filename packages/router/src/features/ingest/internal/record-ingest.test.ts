import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../../kernel/context.ts";
import { createCaller } from "../../../router.ts";
import { dryRun } from "../../dry-run/index.ts";

let world: TestContext;
beforeAll(async () => {
  world = await createTestContext();
});
afterAll(() => world.close());

test("the meter counts an ingest after its commit, and never the ingest of a dry run", async () => {
  const counted: unknown[] = [];
  const nothing = () => undefined;
  const meter: NonNullable<Context["meter"]> = {
    ingested: ({ mode, status, validLines, rejectedLines }) => counted.push([mode, status, validLines, rejectedLines]),
    askedQuota: nothing,
    watch: nothing,
  };
  const ctx: Context = { ...world.ctx, meter };
  const { ids } = await world.store((await world.retailer()).id);
  const patch = (inside: Context) =>
    createCaller(inside).inventory.patchStock({ ...ids, body: [{ barcode: "mug", price: 1, quantity: 1 }, {}] });
  await dryRun(ctx, ids, patch);
  expect(counted).toEqual([]);
  await patch(ctx);
  expect(counted).toEqual([["patch", "applied", 1, 1]]);
});
