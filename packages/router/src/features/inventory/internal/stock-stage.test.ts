import { copyText } from "@highstreet/feeds";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { copyTo } from "../../../kernel/copy.ts";
import { createTestContext } from "../../../testing.ts";
import { openStage, Stage } from "./stock-stage.ts";
import { readItemKeys } from "./stored-digest.ts";

const t = await createTestContext();
afterAll(() => t.close());

const insertItems = `
  INSERT INTO stock_item (retailer_id, store_id, item_key, barcode, status, quantity, price, currency, condition, created_at, updated_at)
  SELECT $1, $2, item_key, item_key, 'in_stock', 3, 1, 'GBP', 'new', now(), now() FROM stock_stage`;

test("all writers and the reader of COPY text keep every character of a key", async () => {
  const { ids } = await t.store((await t.retailer()).id);
  const character = fc.constantFrom("\\", "\t", "\n", "\r", "\b", "\f", "\v", "N", "n", ".", " ", "é", "😀", "0");
  const key = fc.string({ unit: character, minLength: 1, maxLength: 12 });
  const run = async (keys: string[]) =>
    t.ctx.db.bulkTransaction(ids, "small", async (tx) => {
      await tx.query("DELETE FROM stock_item WHERE retailer_id = $1 AND store_id = $2", [ids.retailerId, ids.storeId]);
      await openStage(tx);
      const stage = new Stage(tx);
      const [first = "", ...others] = keys;
      const bytes = Buffer.from(first);
      stage.item("seen", bytes, 0, bytes.length);
      await stage.close();
      await copyTo(
        tx,
        "stock_stage (line, item_key)",
        others.map((other) => copyText(["0", other])),
      );
      await tx.query(insertItems, [ids.retailerId, ids.storeId]);
      const read: string[] = [];
      await readItemKeys(tx, ids, (buffer, start, end) => {
        read.push(Buffer.from(buffer.subarray(start, end)).toString());
      });
      expect(read.toSorted()).toEqual(keys.toSorted());
    });
  await fc.assert(fc.asyncProperty(fc.uniqueArray(key, { minLength: 1, maxLength: 8 }), run), { numRuns: 40 });
});
