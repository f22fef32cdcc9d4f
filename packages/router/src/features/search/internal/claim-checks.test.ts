import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { enable } from "../../../../tests/search/search-life.ts";
import { claimDueChecks } from "./claim-checks.ts";

const t = await createTestContext();
afterAll(() => t.close());

test("a partner's only channel is among the first claims despite 10,000 channels of another partner", async () => {
  const { partnerId, key } = await t.newPartner();
  const world = { ...t, ctx: t.asKey({ partnerId, keyId: key.id }) };
  await t.ctx.db.query(
    `INSERT INTO search_setup (retailer_id, store_id, location_id, partner_id, next_check_at)
     SELECT gen_random_uuid(), gen_random_uuid(), n, $1, now() - interval '1 year' FROM generate_series(1, 10000) n`,
    [t.partner.partnerId],
  );
  const { id } = await t.retailer({}, world.ctx);
  const { ids } = await t.store(id, {}, world.ctx);
  await enable(world, ids, "2001");
  const claims = await claimDueChecks(t.ctx.db, t.ctx.now(), { speed: 1 });
  expect(claims).toHaveLength(32);
  expect(claims.map(({ storeId }) => storeId)).toContain(ids.storeId);
  const next = await claimDueChecks(t.ctx.db, t.ctx.now(), { speed: 1 });
  expect(next).toHaveLength(32);
  await t.ctx.db.query("DELETE FROM search_setup WHERE partner_id = $1 AND retailer_id <> $2", [
    t.partner.partnerId,
    id,
  ]);
});

test("channels in setup are checked before live channels, even if these are due longer", async () => {
  const { id } = await t.retailer();
  const { ids } = await t.store(id);
  await enable(t, ids, "1001");
  const longDue = "now() - interval '1 year'";
  await t.ctx.db.query(`
    INSERT INTO search_setup (retailer_id, store_id, location_id, live_at, next_check_at)
    SELECT gen_random_uuid(), gen_random_uuid(), n, ${longDue}, ${longDue} FROM generate_series(1, 100) n`);
  const claims = await claimDueChecks(t.ctx.db, t.ctx.now(), { speed: 1 });
  expect(claims.length).toBeLessThan(100);
  expect(claims.map(({ storeId }) => storeId)).toContain(ids.storeId);
});
