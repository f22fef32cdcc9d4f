import { afterAll, expect, test } from "vitest";
import { enable } from "../../tests/search/search-life.ts";
import { createTestContext } from "../testing.ts";
import { claimDueChecks } from "./claim-checks.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("what waits to be set up is looked at before what shows already, however long that has been due", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await enable(t, ids, "1001");
  const longDue = "now() - interval '1 year'";
  await t.ctx.db.query(`
    INSERT INTO search_setup (retailer_id, store_id, location_id, live_at, next_check_at)
    SELECT gen_random_uuid(), gen_random_uuid(), n, ${longDue}, ${longDue} FROM generate_series(1, 100) n`);
  const claims = await claimDueChecks(t.ctx.db, t.ctx.now(), 1);
  expect(claims.length).toBeLessThan(100);
  expect(claims.map(({ storeId }) => storeId)).toContain(ids.storeId);
});
