import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startProxy } from "@highstreet/db/testing";
import { freePorts } from "@highstreet/db/testing/free-ports";
import { createCaller, createVault } from "@highstreet/router";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openShop, SECRET, type Shop, until } from "./shop.ts";

const secretKey = randomBytes(32).toString("base64");
/** The lines that each child wrote to its standard error. */
const children = new Map<ChildProcess, string[]>();

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  // The process has no other clock than the machine's.
  shop.test.setNow(new Date());
});
afterEach(async () => {
  for (const child of children.keys()) await end(child, "SIGKILL");
  children.clear();
  await shop.clear();
});
afterAll(() => shop.test.close());

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}

async function startWorker(env: Record<string, string> = {}, output: "ignore" | number = "ignore") {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../src/main.ts")], {
    env: {
      ...process.env,
      DATABASE_URL: shop.test.databaseUrl,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_METRICS_PORT: "0",
      HIGHSTREET_ALLOW_LOCAL_WEBHOOKS: "1",
      HIGHSTREET_LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", output, "pipe", "ipc"],
  });
  const errors: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  children.set(child, errors);
  await Promise.race([once(child, "message"), once(child, "close")]);
  return child;
}

/** A store with the endpoint `url`. The secret is sealed with the key of the process. */
async function enable(url: string) {
  const store = await shop.newStore();
  const caller = createCaller({ ...shop.test.ctx, vault: createVault(secretKey) });
  const parameters = { webhookUrl: url, secret: SECRET };
  await caller.channels.enable({ ...store.ids, body: { type: "webhook", parameters } });
  return store;
}

describe("the worker's process", () => {
  it("reports that it is ready, delivers, and releases its stores on SIGTERM", async () => {
    const receiver = await shop.newReceiver();
    const store = await enable(receiver.url);
    await store.stock({ "101": 1 });
    const child = await startWorker();
    await until(() => receiver.callsAbout("101").length);
    expect(await end(child, "SIGTERM")).toBe(0);
    expect(receiver.faults).toEqual([]);
    expect((await store.work()).every(({ worker_id }) => worker_id === null)).toBe(true);
    expect(await shop.test.ctx.db.query("SELECT id FROM delivery_worker WHERE NOT is_dead")).toEqual([]);
  });

  it("is replaced by another process after a kill", async () => {
    const receiver = await shop.newReceiver();
    receiver.answerWith(({ data }) => (data.barcode ? "hang" : { status: 204 }));
    const store = await enable(receiver.url);
    await store.stock({ "201": 1, "202": 2 });
    const child = await startWorker();
    await until(() => receiver.ofAction("inventory.update").length === 2);
    await end(child, "SIGKILL");
    receiver.answerWith(() => ({ status: 204 }));
    await startWorker();
    await until(async () => !(await store.work()).length);
    expect(receiver.callsAbout("201").map(({ id }) => id)).toHaveLength(2);
    expect(new Set(receiver.callsAbout("201").map(({ id }) => id)).size).toBe(1);
    expect((await store.attemptsOf("201")).map(({ outcome }) => outcome)).toEqual(["delivered"]);
  });

  it("is alive but not ready while it waits for the database, and works when the database is up", async () => {
    const [metrics = 0, port = 0] = await freePorts(2);
    const url = new URL(shop.test.databaseUrl);
    url.host = `127.0.0.1:${port}`;
    const env = { DATABASE_URL: url.href, HIGHSTREET_METRICS_PORT: String(metrics), HIGHSTREET_LOG_LEVEL: "error" };
    const starting = startWorker(env);
    const get = (path: string) => fetch(`http://127.0.0.1:${metrics}${path}`).then(({ status }) => status, String);
    await expect.poll(() => get("/healthz")).toBe(200);
    expect(await get("/readyz")).toBe(503);
    const proxy = await startProxy(shop.test.databaseUrl, { port });
    const child = await starting;
    expect(await get("/readyz")).toBe(200);
    expect(await end(child, "SIGTERM")).toBe(0);
    await proxy.close();
  });

  it.each([1, 2])("waits for a slow database that has given it %i connections", async (ready) => {
    const [metrics = 0] = await freePorts(1);
    const proxy = await startProxy(shop.test.databaseUrl, { ready });
    const log = join(await mkdtemp(join(tmpdir(), "worker-")), "log");
    const output = openSync(log, "w");
    const env = { DATABASE_URL: proxy.url, HIGHSTREET_METRICS_PORT: String(metrics), HIGHSTREET_LOG_LEVEL: "warn" };
    const starting = startWorker(env, output);
    const waits = async () => (await readFile(log, "utf8")).includes("Next attempt in");
    await Promise.race([until(waits), starting]);
    proxy.release();
    const child = await starting;
    expect(child.exitCode).toBeNull();
    expect(await waits()).toBe(true);
    expect((await fetch(`http://127.0.0.1:${metrics}/readyz`)).status).toBe(200);
    expect(await end(child, "SIGTERM")).toBe(0);
    await proxy.close();
    closeSync(output);
    await rm(dirname(log), { recursive: true });
  });

  it.runIf(process.platform === "linux")("delivers and ends while its log is on a full disk", async () => {
    const receiver = await shop.newReceiver();
    const store = await enable(receiver.url);
    const child = await startWorker({ HIGHSTREET_LOG_LEVEL: "trace" }, openSync("/dev/full", "w"));
    await store.stock({ "301": 1 });
    await until(() => receiver.callsAbout("301").length);
    expect(await end(child, "SIGTERM")).toBe(0);
  });

  it("refuses to start, with one line, with a key that does not decrypt the database's values", async () => {
    await enable((await shop.newReceiver()).url);
    const child = await startWorker({ HIGHSTREET_SECRET_KEY: randomBytes(32).toString("base64") });
    expect(child.exitCode).toBe(1);
    const line = expect.stringMatching(/^HIGHSTREET_SECRET_KEY does not open the secrets in this database/);
    expect(children.get(child)?.join("").trim().split("\n")).toEqual([line]);
  });

  it.for([
    [{ HIGHSTREET_SECRET_KEY: "" }, "HIGHSTREET_SECRET_KEY is not set"],
    [{ HIGHSTREET_PROVIDERS: "bing" }, "HIGHSTREET_PROVIDERS is “bing”"],
    [{ HIGHSTREET_PROVIDERS: "google" }, "HIGHSTREET_GOOGLE_CLIENT_ID is missing"],
  ] as const)("ends with a line, without a stack, when something is missing or wrong: %j", async ([env, line]) => {
    const child = await startWorker(env);
    expect(child.exitCode).toBe(1);
    expect(children.get(child)?.join("")).toMatch(new RegExp(`^${line}`));
    expect(children.get(child)?.join("")).not.toContain("    at ");
  });
});
