import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createVault } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing.ts";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
afterAll(() => t.close());

test("a console with keys that do not decrypt the database's values refuses to start with a one-line error", async () => {
  const { partnerId } = t.partner;
  const answer = createVault(randomBytes(32).toString("base64")).seal("{}", ["idempotency_key", partnerId, "k"]);
  const row = { partnerId, key: "k", fingerprint: Buffer.of(1), answer, expiresAt: new Date() };
  await t.ctx.db.prisma.idempotencyKey.create({ data: row });
  const child = spawn(process.execPath, [fileURLToPath(new URL("../src/main.ts", import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: t.databaseUrl,
      HIGHSTREET_SECRET_KEY: randomBytes(32).toString("base64"),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  expect(await once(child, "close")).toEqual([1, null]);
  expect(errors.trim().split("\n")).toEqual([
    expect.stringMatching(/^HIGHSTREET_SECRET_KEY does not open the secrets in this database/),
  ]);
});
