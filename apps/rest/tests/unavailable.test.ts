import { openDatabase } from "@highstreet/db";
import { createSandboxProviders } from "@highstreet/providers";
import { createVault, Sender } from "@highstreet/router";
import { expect, test } from "vitest";
import { buildServer } from "../src/server.ts";

test("without the database every call is 503 with Retry-After, and the process stays healthy", async () => {
  // Port 9 is "discard": nothing listens there.
  const db = openDatabase({ url: "postgresql://nobody@127.0.0.1:9/none" });
  const settings = { allowLocalWebhooks: false };
  const context = {
    db,
    now: () => new Date(),
    providers: createSandboxProviders(),
    vault: createVault(Buffer.alloc(32).toString("base64")),
    settings,
    sender: new Sender(settings),
  };
  const whyNotReady = () => db.query("SELECT 1").then(() => undefined);
  const app = buildServer({ context, publicUrl: "https://api.example", whyNotReady });
  const authorization = `Bearer hs_${crypto.randomUUID()}_${"0".repeat(64)}`;
  for (const url of ["/retailers", "/readyz"]) {
    const answer = await app.inject({ url, headers: { authorization } });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 503, "Unavailable"]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|nobody/);
  }
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  await app.close();
  await db.close();
});
