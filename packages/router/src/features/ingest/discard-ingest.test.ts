import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../../router.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { inventory, history } = createCaller(t.ctx);

async function holdFeed() {
  const { ids } = await t.store((await t.retailer()).id);
  const put = async (count: number) => {
    async function* feed(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(
        `barcode,price,quantity\n${Array.from({ length: count }, (_, n) => `item-${n},1.00,5`).join("\n")}\n`,
      );
    }
    return inventory.putStock({ ...ids, mode: "replace", feed: feed() });
  };
  await put(30);
  const held = await put(2);
  expect(held.status).toBe("held");
  return { ids, put, at: { ...ids, ingestId: held.id } };
}

test("discarding keeps the shelf, removes the warning and the bytes, and is in the history", async () => {
  const { ids, at } = await holdFeed();
  expect(await inventory.discardIngest(at)).toMatchObject({ status: "discarded", reason: "A person discarded it." });
  expect(await inventory.getIngest(at)).toMatchObject({ status: "discarded" });
  expect(await inventory.getSource(ids)).toMatchObject({ status: "connected", warnings: [] });
  const { data } = await inventory.listItems({ ...ids, page: { size: 100 } });
  expect(data.filter(({ status }) => status !== "out_of_stock")).toHaveLength(30);
  expect(await t.ctx.db.query("SELECT FROM held_feed WHERE retailer_id = $1", [ids.retailerId])).toEqual([]);
  const [entry] = (await history.list({ retailerId: ids.retailerId, page: { size: 1 } })).data;
  expect(entry).toMatchObject({ action: "stock.feed", after: { status: "discarded" } });
});

test("a discarded feed is neither accepted nor discarded again, and the same file can be held again", async () => {
  const { put, at } = await holdFeed();
  await inventory.discardIngest(at);
  const notHeld = { cause: { code: "IngestNotHeld" } };
  await expect(inventory.discardIngest(at)).rejects.toMatchObject(notHeld);
  await expect(inventory.acceptIngest(at)).rejects.toMatchObject(notHeld);
  expect(await put(2)).toMatchObject({ status: "held" });
});

test("only a held feed is discarded", async () => {
  const { put, at } = await holdFeed();
  await put(30);
  await expect(inventory.discardIngest(at)).rejects.toMatchObject({ cause: { code: "IngestNotHeld" } });
  await expect(inventory.discardIngest({ ...at, ingestId: at.storeId })).rejects.toMatchObject({
    cause: { code: "IngestNotFound" },
  });
});
