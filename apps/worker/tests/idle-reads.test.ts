import { readByInside, recordAll, type SentInside } from "@highstreet/db/testing";
import { DeliveryEngine } from "@highstreet/delivery";
import { reconcileListings } from "@highstreet/router/features/listings/index.ts";
import { deliveryHost } from "@highstreet/router/features/webhooks/index.ts";
import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillWorld } from "../../../bench/world/make-world.ts";
import { FeedFetcher } from "../src/feed-fetcher.ts";
import { jobsOf, readBacklogs } from "../src/jobs.ts";
import { ShopSystems } from "../src/shop-systems.ts";
import { until } from "./shop.ts";

/** A scan of any table reads more rows than this test allows. */
const STORES = 10_000;
const MAX_READ = 1_000;
/** A sequential scan of a hundred rows or more. */
const SCAN = /Seq Scan .*: \d{3,} rows/;

const t = await createTestContext();
afterAll(() => t.close());

const id = "md5('world' || n)::uuid";
/** An id of the present. The ids of the world's stores are of 1970. */
const newId = "('0200' || substr(store_id::text, 5))::uuid";
/** Rows of every table that a job reads. None is due. `$1`: the partner. */
const rest = [
  `INSERT INTO partner (id, name) SELECT ${id}, 'Partner' FROM rows`,
  `INSERT INTO api_key (id, partner_id, name, digest, scopes, retailer_ids, revoked_at)
   SELECT ${id}, ${id}, 'Old key', '\\x00', '{}', '{}', CASE WHEN n % 2 = 0 THEN now() END FROM rows`,
  `INSERT INTO pull_slot (partner_id, slot) SELECT ${id}, slot FROM rows CROSS JOIN generate_series(1, 2) slot`,
  "INSERT INTO staff_user (id, name, email, updated_at) SELECT 'u' || n, 'Person', 'p' || n || '@shop.example', now() FROM rows",
  "INSERT INTO staff_session (id, expires_at, token, updated_at, user_id) SELECT 's' || n, now() + interval '1 day', 't' || n, now(), 'u' || n FROM rows",
  "INSERT INTO staff_verification (id, identifier, value, expires_at) SELECT 'v' || n, 'i' || n, '', now() + interval '1 day' FROM rows",
  `INSERT INTO staff_invitation (partner_id, retailer_id, id, email, invited_by, expires_at, created_at)
   SELECT ${id}, NULL, ${id}, 'p' || n || '@shop.example', 'Owner', now() + interval '1 day', now() FROM rows`,
  "INSERT INTO staff_reset_link (user_id, digest, expires_at) SELECT 'u' || n, md5(n::text)::bytea, now() + interval '1 day' FROM rows",
  `INSERT INTO mail (id, kind, recipient, subject_id, due_at, created_at) SELECT ${id}, 'reset', 'p' || n, '', now() + interval '1 day', now() FROM rows`,
  `INSERT INTO idempotency_key (partner_id, key, fingerprint, answer, expires_at)
   SELECT $1, 'k' || n, '\\x00', '\\x00', now() + interval '1 day' FROM rows`,
  `INSERT INTO alert (retailer_id, store_id, kind, alert_id, message, opened_at, closed_at)
   SELECT retailer_id, store_id, 'till_silent', gen_random_uuid(), '', now(), now() FROM store`,
  "INSERT INTO alert_setting (retailer_id, user_id, timings, daily_at) SELECT retailer_id, 'u' || n, '{}', now() + interval '1 day' FROM rows, retailer WHERE n <= 50",
  `INSERT INTO connection (retailer_id, connector, parameters, credential, partner_id, next_pull_at, created_at, updated_at)
   SELECT retailer_id, 'shop-' || n, '{}', '\\x00', $1, now() + interval '1 day', now(), now() FROM rows, retailer WHERE n <= 50`,
  `INSERT INTO customization (retailer_id, customization_id, item_key, barcode, hidden, hidden_until, channels, created_at, updated_at)
   SELECT retailer_id, gen_random_uuid(), store_id::text, '1', true, now() + interval '1 day', NULL, now(), now() FROM store`,
  `INSERT INTO operation (retailer_id, operation_id, kind, status, actor, request_id, total, created_at, finished_at)
   SELECT retailer_id, ${newId}, 'edit', 'done', '{}', '', 0, now(), now() FROM store`,
  `INSERT INTO history_entry (retailer_id, history_id, created_at, actor, action, target, request_id, operation_id)
   SELECT retailer_id, ${newId}, now(), '{}', 'store.create', '{}', '', ${newId} FROM store`,
  `INSERT INTO ads_campaign (retailer_id, store_id, campaign_id, checked_at, due_at)
   SELECT retailer_id, store_id, 'c', now() + interval '1 day', now() + interval '1 day' FROM store`,
  "INSERT INTO search_location (location_id, retailer_id, store_id, claimed_at) SELECT store_id::text, retailer_id, store_id, now() FROM store",
  `UPDATE inventory_source SET next_pull_at = now() + interval '1 day', partner_id = $1, unseen_due_at = now() + interval '1 day'
   WHERE retailer_id IS NOT NULL AND ('x' || right(store_id::text, 1))::bit(4)::int % 4 = 1`,
  "UPDATE stock_item SET price_changes_at = now() + interval '1 day' WHERE retailer_id IS NOT NULL",
  "UPDATE retailer SET pictures_due_at = now() + interval '1 day' WHERE retailer_id IS NOT NULL",
  // Tills that were switched off long ago.
  `UPDATE inventory_source SET status = 'disconnected', last_contact_at = now() - interval '1 year'
   WHERE retailer_id IS NOT NULL AND ('x' || right(store_id::text, 1))::bit(4)::int % 2 = 0`,
  "UPDATE publication SET due_at = now() + interval '1 day', problems_due_at = now() + interval '1 day' WHERE retailer_id IS NOT NULL",
];

beforeAll(async () => {
  t.setNow(new Date());
  const { db, vault } = t.ctx;
  const size = { stores: STORES, retailers: 200, items: 2, webhooks: STORES / 2, storesOfOne: 0 };
  const endpoint = { webhookUrl: "https://shop.invalid/hooks", secret: canary("webhook") };
  await fillWorld(db, vault, t.partner.partnerId, { ...size, ...endpoint });
  for (const text of rest) {
    const named = text.replaceAll("$1", `'${t.partner.partnerId}'`);
    await db.query(named.replace("FROM rows", `FROM generate_series(1, ${STORES}) n`));
  }
  await db.query("ANALYZE");
});

/** Fails for a statement that scans a table, or reads more with more stores. */
async function expectFewReads(name: string, sent: SentInside[], most = MAX_READ): Promise<void> {
  const client = await t.ctx.db.pool.connect();
  const faults: string[] = [];
  try {
    for (const statement of new Map(sent.map((one) => [one.text, one])).values()) {
      const modes = statement.isKept
        ? (["force_custom_plan", "force_generic_plan"] as const)
        : (["force_custom_plan"] as const);
      for (const mode of modes) {
        const { rows, blocks, scans } = await readByInside(client, statement, mode);
        if (rows <= MAX_READ && blocks <= most && !SCAN.test(scans)) continue;
        faults.push(`${name}, ${mode}: ${rows} rows, ${blocks} blocks\n${scans}\n${statement.text}`);
      }
    }
  } finally {
    client.release();
  }
  expect(faults.join("\n\n")).toBe("");
}

const settings = { allowLocalWebhooks: true };
const log = pino({ level: "silent" });
const fetcher = new FeedFetcher(settings);
const retention = { events: 30, ingests: 30, history: 30, keys: 30, sessions: 30 };
const mailer = { send: async () => undefined };
const parts = { fetcher, shops: new ShopSystems(settings, undefined), retention, mailer };
const jobs = jobsOf(t.asSystem(), log, parts);
/** This job asks each retailer for old rows once an hour, in pages of retailers. */
const WALK = "remove-old";

test.each(jobs)("the job $name reads few rows if nothing is due, with any number of stores", async ({ name, run }) => {
  const sent = await recordAll(t.ctx.db.pool, () => run());
  // Outside of the night this job does nothing. The next test runs it.
  if (name !== "reconcile-listings") expect(sent.length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(20);
  await expectFewReads(name, sent, name === WALK ? 10 * MAX_READ : MAX_READ);
});

test("the nightly comparison of listings reads few rows once it is done", async () => {
  const since = new Date(t.ctx.now().getTime() - 3_600_000);
  await expectFewReads("reconcile", await recordAll(t.ctx.db.pool, () => reconcileListings(t.asSystem(), { since })));
});

test("the search for due stores, the leases and the backlog of an idle worker read few rows", async () => {
  const { db, now } = t.ctx;
  const engine = new DeliveryEngine({ db, now, host: deliveryHost(t.asSystem()), settings, log });
  const sent = await recordAll(db.pool, async (sent) => {
    const has = (part: string) => sent.some(({ text }) => text.includes(part));
    await engine.start();
    await readBacklogs(t.asSystem());
    await until(() => has("UPDATE delivery_worker") && has("FROM delivery_work w") && has("FROM delivery_receiver"));
    await engine.stop();
  });
  await expectFewReads("engine", sent);
});
