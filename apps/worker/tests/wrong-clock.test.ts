import { type Context, createCaller } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FeedFetcher } from "../src/feed-fetcher.ts";
import { jobsOf } from "../src/jobs.ts";
import { ShopSystems } from "../src/shop-systems.ts";

const DAY = 24 * 3_600_000;
const retention = { events: 30, ingests: 90, history: 365, keys: 365, sessions: 30 };

const t = await createTestContext();
const fetcher = new FeedFetcher({ allowLocalWebhooks: false });
const shops = new ShopSystems({ allowLocalWebhooks: false }, undefined);
afterAll(async () => {
  fetcher.close();
  await t.close();
});

/** Each job that depends on age, with a query for its old rows. */
const left: Record<string, string> = {
  "retain-logs": "SELECT FROM store_event WHERE retailer_id = $1",
  "remove-old": "SELECT FROM history_entry WHERE retailer_id = $1",
  "disconnect-silent": "SELECT FROM inventory_source WHERE retailer_id = $1 AND status = 'connected'",
  "expire-unseen": "SELECT FROM stock_item WHERE retailer_id = $1 AND quantity > 0",
};

let retailerId: string;
beforeAll(async () => {
  t.setNow(new Date());
  const { ids } = await t.store((await t.retailer()).id);
  ({ retailerId } = ids);
  const feed = (async function* () {
    yield Buffer.from("barcode,price,quantity\n1,1.00,5\n2,1.00,5");
  })();
  await createCaller(t.ctx).inventory.putStock({ ...ids, mode: "update", feed });
  await createCaller(t.ctx).inventory.putStock({
    ...ids,
    mode: "update",
    feed: (async function* () {
      yield Buffer.from("barcode,price,quantity\n1,1.00,5");
    })(),
  });
});

const rows = async (name: string) => (await t.ctx.db.query(left[name] ?? "", [retailerId])).length;

/** Runs a job with a clock ahead of the database's clock. @returns the log */
async function run(name: string, aheadMs: number): Promise<string> {
  const logged: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void logged.push(line) });
  const ctx: Context = { ...t.asSystem(), now: () => new Date(Date.now() + aheadMs) };
  const job = jobsOf(ctx, log, { fetcher, shops, retention, mailer: undefined }).find((one) => one.name === name);
  await job?.run();
  return logged.join("");
}

for (const name of Object.keys(left)) {
  test(`${name} does nothing with a clock that is 400 days wrong, and logs the reason`, async () => {
    const before = await rows(name);
    expect(before).toBeGreaterThan(0);
    expect(await run(name, 400 * DAY)).toContain("differs from the database's");
    expect(await run(name, -400 * DAY)).toContain("differs from the database's");
    expect(await rows(name)).toBe(before);
    expect(await run(name, 0)).toBe("");
  });
}
