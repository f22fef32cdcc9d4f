import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { childEnv } from "@highstreet/db/testing";
import { createVault } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
/** All processes of a database have the same key. */
const secretKey = randomBytes(32).toString("base64");
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await t.close();
});

async function start(env: Record<string, string> = {}) {
  const child = fork(new URL("../src/main.ts", import.meta.url), {
    env: {
      ...childEnv,
      DATABASE_URL: t.databaseUrl,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
      ...env,
    },
    execArgv: [],
    silent: true,
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, "close");
  const [report] = (await Promise.race([once(child, "message"), ended])) as [{ port: number }];
  return { child, ended, output: () => output, base: `http://127.0.0.1:${report?.port}` };
}

const { ids } = await t.store((await t.retailer()).id);
const headers = { authorization: `Bearer ${t.partner.key.key}`, "content-type": "text/csv" };

/** Starts an upload of a feed that never ends. */
async function standStill(base: string) {
  const path = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
  const sent = request(base + path, { method: "PUT", headers, agent: new Agent() });
  const cut = once(sent, "error");
  sent.write("barcode,price,quantity\n1,1.00,");
  // When a later call is answered, the service has started this upload.
  await expect.poll(async () => (await fetch(`${base}/healthz`)).status).toBe(200);
  return { cut };
}

test("a stalled upload does not keep the process alive beyond the deadline", async () => {
  const { child, ended, base, output } = await start({
    HIGHSTREET_DRAIN_SECONDS: "1",
    HIGHSTREET_DRAIN_DELAY_SECONDS: "0",
  });
  const { cut } = await standStill(base);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await cut;
  expect(output()).toContain("cut off");
  expect((await t.ctx.db.query("SELECT FROM ingest WHERE retailer_id = $1", [ids.retailerId])).length).toBe(0);
});

test("a second signal ends the process at once", async () => {
  const { child, ended, base, output } = await start({ HIGHSTREET_DRAIN_SECONDS: "3600" });
  const { cut } = await standStill(base);
  child.kill("SIGTERM");
  await expect.poll(output).toContain('"msg":"ending"');
  child.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
  await cut;
});

test("while the process ends, readiness is 503 and calls are still served until listening stops", async () => {
  const { child, ended, base, output } = await start({
    HIGHSTREET_DRAIN_DELAY_SECONDS: "3600",
    HIGHSTREET_DRAIN_SECONDS: "0",
  });
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  await expect.poll(output).toContain('"msg":"ending"');
  const readiness = await fetch(`${base}/readyz`);
  expect([readiness.status, ((await readiness.json()) as { detail: string }).detail]).toEqual([
    503,
    expect.stringContaining("ending"),
  ]);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/v1/retailers`, { headers })).status).toBe(200);
  child.kill("SIGTERM");
  await ended;
});

test("a process with keys that do not decrypt the database's values refuses to start with a one-line error", async () => {
  const key = randomBytes(32).toString("base64");
  const { partnerId } = t.partner;
  const answer = createVault(key).seal("{}", ["idempotency_key", partnerId, "k"]);
  const row = { partnerId, key: "k", fingerprint: Buffer.of(1), answer, expiresAt: new Date() };
  await t.ctx.db.prisma.idempotencyKey.create({ data: row });
  const wrong = await start();
  expect(await wrong.ended).toEqual([1, null]);
  // The log before it has JSON only.
  expect(
    wrong
      .output()
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("{")),
  ).toEqual([expect.stringMatching(/^HIGHSTREET_SECRET_KEY does not open the secrets in this database/)]);
  const right = await start({ HIGHSTREET_SECRET_KEY: `${randomBytes(32).toString("base64")},${key},${secretKey}` });
  expect((await fetch(`${right.base}/readyz`)).status).toBe(200);
  await t.ctx.db.prisma.idempotencyKey.deleteMany({ where: { partnerId } });
});
