import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { childEnv } from "@highstreet/db/testing";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
/** All processes of a database have the same key. */
const secretKey = randomBytes(32).toString("base64");
const children: ChildProcess[] = [];
afterAll(async () => {
  await Promise.all(
    children.map(async (child) => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }),
  );
  await t.close();
});

async function start(): Promise<string> {
  const child = fork(new URL("../src/main.ts", import.meta.url), {
    env: {
      ...childEnv,
      DATABASE_URL: t.databaseUrl,
      HIGHSTREET_SECRET_KEY: secretKey,
      HIGHSTREET_REST_PORT: "0",
      HIGHSTREET_METRICS_PORT: "0",
    },
    execArgv: [],
    silent: true,
  });
  children.push(child);
  const [report] = (await once(child, "message")) as [{ port: number }];
  return `http://127.0.0.1:${report.port}/v1`;
}

const call = (base: string, path: string, key: string, method = "GET", body?: object) =>
  fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });

test("a revoked key stops with the next call in its process, and soon in another process that has it cached", async () => {
  const [here, there] = await Promise.all([start(), start()]);
  const { key: root } = t.partner.key;
  const made = await call(here, "/keys", root, "POST", { name: "k", scopes: ["retailers:read"] });
  const { id, key } = (await made.json()) as { id: string; key: string };
  for (const base of [here, there, here, there]) expect((await call(base, "/retailers", key)).status).toBe(200);

  expect((await call(here, `/keys/${id}`, root, "DELETE")).status).toBe(204);
  expect((await call(here, "/retailers", key)).status).toBe(401);
  await expect.poll(async () => (await call(there, "/retailers", key)).status, { timeout: 4_000 }).toBe(401);
});
