import { spawn } from "node:child_process";
import { once } from "node:events";
import { childEnv } from "@highstreet/db/testing";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { createRetailer } from "../../features/retailers/create-retailer.ts";
import { sweepAnswers } from "../../features/retention/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type Answer, type KeyedCall, runOnce } from "./run-once.ts";

const t = await createTestContext();
afterAll(() => t.close());
const { db } = t.ctx;

let calls = 0;
function call(fields: Partial<KeyedCall> = {}): KeyedCall {
  const body = Buffer.from('{"name":"Once"}');
  return { key: `call ${++calls}`, sent: ["POST", "/retailers"], body, scope: "no shop", ...fields };
}

async function create(ctx: Context): Promise<Answer> {
  const { id } = await createRetailer(ctx, { body: { name: "Once" } });
  return { status: 201, headers: { location: `/retailers/${id}` }, body: `{"id":"${id}"}` };
}

const count = async (table: "retailer" | "idempotency_key"): Promise<number> =>
  (await db.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n ?? 0;

test("one of 50 concurrent calls runs, and the others get an error or its answer", async () => {
  const before = await count("retailer");
  const same = call();
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => runOnce(t.ctx, same, create)));
  expect(await count("retailer")).toBe(before + 1);
  const given = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(given.filter((answer) => !answer.replayed)).toHaveLength(1);
  expect(new Set(given.map((answer) => answer.body)).size).toBe(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "IdempotencyKeyInUse" });
  }
});

test("an answer is returned again for exactly 24 hours, and then the call runs again", async () => {
  const same = call();
  const { replayed, ...first } = await runOnce(t.ctx, same, create);
  expect(replayed).toBe(false);
  t.advance(24 * 3_600_000 - 1);
  expect(await runOnce(t.ctx, same, create)).toEqual({ ...first, replayed: true });
  t.advance(1);
  const next = await runOnce(t.ctx, same, create);
  expect(next).toMatchObject({ status: 201, replayed: false });
  expect(next.body).not.toBe(first.body);
});

test("a key of another call, or of an API key with other permissions, is refused. Partners have separate keys", async () => {
  const same = call();
  await runOnce(t.ctx, same, create);
  const reused = { code: "IdempotencyKeyReused" };
  const others: Partial<KeyedCall>[] = [
    { body: Buffer.from('{"name":"Once" }') },
    { sent: ["PATCH", "/retailers"] },
    { sent: ["POST", "/retailers?x=1"] },
  ];
  for (const other of others) await expect(runOnce(t.ctx, { ...same, ...other }, create)).rejects.toMatchObject(reused);
  const scopes = new Set(["retailers:write", "retailers:read"] as const);
  await expect(runOnce(t.asKey({ scopes }), same, create)).rejects.toMatchObject(reused);
  const retailerIds = new Set(["018f0000-0000-7000-8000-000000000000"]);
  await expect(runOnce(t.asKey({ retailerIds }), same, create)).rejects.toMatchObject(reused);
  await expect(runOnce(t.asKey({ isTest: true }), same, create)).rejects.toMatchObject(reused);

  const { partnerId } = await t.newPartner();
  expect(await runOnce(t.asKey({ partnerId }), same, create)).toMatchObject({ replayed: false });
});

test("an error stores neither the change nor the answer, and the call runs again", async () => {
  const before = await count("retailer");
  const same = call();
  const failing = async (ctx: Context): Promise<Answer> => {
    await create(ctx);
    throw new Error("late");
  };
  await expect(runOnce(t.ctx, same, failing)).rejects.toThrow("late");
  expect(await count("retailer")).toBe(before);
  expect(await runOnce(t.ctx, same, create)).toMatchObject({ replayed: false });
});

test("the table stores no readable part of an answer", async () => {
  const answer: Answer = { status: 201, headers: {}, body: '{"key":"hs_secret"}' };
  await runOnce(t.ctx, call(), async () => answer);
  const rows = await db.query("SELECT encode(answer, 'escape') AS answer FROM idempotency_key");
  expect(JSON.stringify(rows)).not.toContain("hs_secret");
});

test("only expired rows are removed", async () => {
  await runOnce(t.ctx, call(), create);
  t.advance(1);
  const kept = call();
  await runOnce(t.ctx, kept, create);
  t.advance(24 * 3_600_000 - 1);
  await sweepAnswers(t.ctx);
  expect(await count("idempotency_key")).toBe(1);
  expect(await runOnce(t.ctx, kept, create)).toMatchObject({ replayed: true });
});

test("a process that is killed between the change and its answer leaves neither and blocks no call", async () => {
  const before = await count("retailer");
  const same = call();
  const program = `
    import { openDatabase } from "@highstreet/db";
    import { runOnce } from ${JSON.stringify(import.meta.resolve("./run-once.ts"))};
    import { createRetailer } from ${JSON.stringify(import.meta.resolve("../../features/retailers/create-retailer.ts"))};
    const actor = { kind: "key", partnerId: ${JSON.stringify(t.partner.partnerId)}, scopes: new Set(), retailerIds: null };
    const ctx = { db: openDatabase({ url: process.env.DATABASE_URL }), actor, now: () => new Date(), requestId: "killed", settings: {} };
    const call = { key: ${JSON.stringify(same.key)}, sent: [], body: new Uint8Array(), scope: "no shop" };
    await runOnce(ctx, call, async (inside) => {
      await createRetailer(inside, { body: { name: "Killed" } });
      console.log("written");
      await new Promise(() => setInterval(() => {}, 1_000));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...childEnv, DATABASE_URL: t.databaseUrl },
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await once(child.stdout, "data");
  expect(String(output)).toBe("written\n");
  await expect(runOnce(t.ctx, same, create)).rejects.toMatchObject({ code: "IdempotencyKeyInUse" });
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => runOnce(t.ctx, same, create).catch(() => null)).toMatchObject({ replayed: false });
  expect(await count("retailer")).toBe(before + 1);
});
