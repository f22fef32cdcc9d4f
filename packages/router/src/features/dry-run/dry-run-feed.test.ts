import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";
import { dryRunFeed } from "./index.ts";

const t = await createTestContext();
afterAll(() => t.close());
const caller = createCaller(t.ctx);

test("a dry run of a feed counts its events and leaves no ingest", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("barcode,price,quantity\nmug,1,5\nhat,2,5\n");
  }
  const { response, affected } = await dryRunFeed(t.ctx, ids, bytes(), (inside, feed) =>
    createCaller(inside).inventory.putStock({ ...ids, feed }),
  );
  expect(response).toMatchObject({ status: "applied", newItems: 2 });
  expect(affected.counts.events).toBe(3);
  expect((await caller.inventory.listIngests({ ...ids, page: {} })).data).toEqual([]);
});
