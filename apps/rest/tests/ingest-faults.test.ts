import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { childEnv } from "@highstreet/db/testing";
import { createCaller } from "@highstreet/router";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { isFullRun, rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

/** At least so many. The same seed plans the same kills. */
const KILLS = rounds(200, 2);
const SEED = seedOr(20_261_121);
const ITEMS = 5_000;

const main = new URL("../src/main.ts", import.meta.url);
const secretKey = randomBytes(32).toString("base64");

let t: TestContext;
let ids: { retailerId: string; storeId: string };
const children = new Set<ChildProcess>();
beforeAll(async () => {
  t = await createTestContext();
  ids = (await t.store((await t.retailer()).id)).ids;
});
afterEach(async () => {
  for (const child of children) await kill(child);
});
afterAll(() => t.close());

async function startRest(): Promise<{ child: ChildProcess; origin: string }> {
  const child = fork(main, {
    env: {
      ...childEnv,
      ...{ DATABASE_URL: t.databaseUrl, HIGHSTREET_SECRET_KEY: secretKey },
      ...{ HIGHSTREET_REST_PORT: "0", HIGHSTREET_METRICS_PORT: "0", HIGHSTREET_LOG_LEVEL: "error" },
    },
    execArgv: [],
  });
  children.add(child);
  const failed = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`the process ended at its start with ${code}`)),
  );
  const [{ port }] = (await Promise.race([once(child, "message"), failed])) as [{ port: number }];
  // Later the test ends the process.
  failed.catch(() => undefined);
  return { child, origin: `http://127.0.0.1:${port}` };
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** Feed n: each item with another price, and ten new items. */
const priceOf = (n: number): number => 100 + n;
function feedOf(n: number): string {
  const barcodes = Array.from({ length: ITEMS + n * 10 }, (_, item) => `item-${item}`);
  return `barcode,price,quantity\n${barcodes.map((one) => `${one},${(priceOf(n) / 100).toFixed(2)},5`).join("\n")}\n`;
}

function send(origin: string, n: number): Promise<Response> {
  return fetch(`${origin}/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`, {
    method: "PUT",
    headers: { authorization: `Bearer ${t.partner.key.key}`, "content-type": "text/csv" },
    body: feedOf(n),
  });
}

/** All data that an ingest writes. Waits for the store's lock, until the killed process's transaction has ended. */
async function state() {
  const key = [ids.retailerId, ids.storeId];
  return t.ctx.db.transaction("no shop", async (tx) => {
    await tx.query("SELECT FROM store WHERE retailer_id = $1 AND store_id = $2 FOR UPDATE", key);
    const [items] = await tx.query(
      `SELECT count(*) AS items, (min(price) * 100)::int AS least, (max(price) * 100)::int AS most,
              count(*) FILTER (WHERE (status, price) IS DISTINCT FROM (announced_status, announced_price)) AS unsaid
       FROM stock_item WHERE retailer_id = $1 AND store_id = $2`,
      key,
    );
    const [events] = await tx.query(
      `SELECT count(*) AS events, max(sequence) AS last FROM store_event
       WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update'`,
      key,
    );
    const [ingests] = await tx.query(
      "SELECT count(*) AS ingests FROM ingest WHERE retailer_id = $1 AND store_id = $2",
      key,
    );
    const [store] = await tx.query(
      `SELECT in_stock_count AS "inStock" FROM store WHERE retailer_id = $1 AND store_id = $2`,
      key,
    );
    return { ...items, ...events, ...ingests, ...store };
  });
}

/** Waits until another process writes items in an open transaction. @returns false if `ended` resolves first */
async function seenWriting(ended: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const locks = await t.ctx.db.query(
      "SELECT FROM pg_locks WHERE relation = 'stock_item'::regclass AND mode = 'RowExclusiveLock'",
    );
    if (locks.length) return true;
  }
  return false;
}

/** Pseudo-random, in [0, 1). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(
  "a process that is killed during a feed leaves all of the feed or nothing. The same feed again completes it once",
  async () => {
    const next = random(SEED);
    const first = await startRest();
    const began = performance.now();
    expect((await send(first.origin, 0)).status).toBe(200);
    // The kills are at times within the duration of a feed. A feed that is answered before its kill is complete.
    let took = performance.now() - began;
    await kill(first.child);
    const outcomes = { all: 0, nothing: 0 };
    let cutOffInWriting = 0;
    let rest = startRest();
    // The test proves nothing if no kill hits the ingest.
    const isProof = () => cutOffInWriting > 0 && outcomes.all > 0 && outcomes.nothing > 0;
    for (let n = 1; n <= KILLS || !isProof(); n++) {
      const { child, origin } = await rest;
      rest = startRest();
      const before = await state();
      const answer = send(origin, n).then(
        ({ status }) => status,
        () => "cut off" as const,
      );
      // Of four kills, one is during the writing of items, one after the answer, and two at any time.
      if (n % 4 === 1) {
        if (await seenWriting(answer)) cutOffInWriting++;
      } else if (n % 4 === 2) await answer;
      else await Promise.race([answer, delay(next() * took)]);
      await kill(child);
      const status = await answer;
      const after = await state();
      const items = ITEMS + n * 10;
      const done = { items, least: priceOf(n), most: priceOf(n), unsaid: 0, inStock: items };
      const isAll = after.ingests !== before.ingests;
      outcomes[isAll ? "all" : "nothing"]++;
      if (status === 200) expect(isAll).toBe(true);
      if (isAll) expect(after).toMatchObject({ ...done, events: Number(before.events) + items });
      else expect(after).toEqual(before);

      const again = performance.now();
      const ingest = await createCaller(t.ctx).inventory.putStock({ ...ids, mode: "update", feed: bytes(feedOf(n)) });
      if (!isAll) took = performance.now() - again;
      expect(ingest.status).toBe(isAll ? "unchanged" : "applied");
      expect(await state()).toMatchObject({ ...done, events: Number(before.events) + items });
    }
    await rest;
    if (isFullRun) {
      console.log(`${KILLS} kills, ${cutOffInWriting} while items were written: ${JSON.stringify(outcomes)}`);
    }
  },
  600_000 + KILLS * 20_000,
);

async function* bytes(text: string) {
  yield Buffer.from(text);
}
