import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signDelivery } from "@highstreet/router/webhooks/index.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest } from "../../../apps/rest/tests/start-rest.ts";

const client = join(import.meta.dirname, "..");
const modules = join(client, "../../node_modules");
const secret = "s3cretS3cretS3cret";
const scratch = mkdtempSync(join(tmpdir(), "highstreet-client-"));
const rest = await startRest();
const port = await rest.listen();
let partner: ChildProcess | undefined;
let said = "";

/** All snippets of the README, in their order, are one program. */
function program(): string {
  const readme = readFileSync(join(client, "README.md"), "utf8");
  return [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code).join("\n");
}

/** What a partner has: the package as it is shipped, in plain JavaScript, and what it depends on. */
function install(): void {
  const installed = join(scratch, "node_modules/@highstreet/client");
  mkdirSync(installed, { recursive: true });
  cpSync(join(client, "package.json"), join(installed, "package.json"));
  const build = ["-p", join(client, "tsconfig.build.json"), "--outDir", join(installed, "dist")];
  const { status, stdout } = spawnSync(join(modules, ".bin/tsc"), build, { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
  symlinkSync(join(modules, "openapi-fetch"), join(scratch, "node_modules/openapi-fetch"));
  writeFileSync(join(scratch, "partner.mjs"), program());
}

beforeAll(async () => {
  install();
  partner = spawn(process.execPath, [join(scratch, "partner.mjs")], {
    env: {
      PATH: process.env.PATH,
      HIGHSTREET_URL: `http://127.0.0.1:${port}`,
      HIGHSTREET_KEY: rest.t.partner.key.key,
      WEBHOOK_SECRET: secret,
      PORT: "0",
    },
  });
  const listening = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.includes("listening on")) resolve();
    };
    partner?.stdout?.on("data", listen);
    partner?.stderr?.on("data", listen);
    partner?.once("exit", () => resolve());
  });
  await listening;
});

afterAll(async () => {
  if (partner?.exitCode === null) {
    const ended = once(partner, "exit");
    partner.kill();
    await ended;
  }
  rmSync(scratch, { recursive: true, force: true });
  await rest.close();
});

test("the README's snippets, run as one program of a partner's, do what they say", () => {
  expect(said.split("\n")).toEqual([
    "1 item changed",
    "PreconditionFailed",
    "Olivia Owner",
    "5012345678900 44.9 in_stock",
    "5012345678917 9.99 out_of_stock",
    "true 1",
    expect.stringMatching(/^listening on \d+$/),
    "",
  ]);
});

test("its receiver takes calls of ours and refuses all others", async () => {
  const url = `http://127.0.0.1:${/listening on (\d+)/.exec(said)?.[1]}`;
  const body = JSON.stringify({ action: "inventory.update", data: { barcode: "5012345678900", status: "low_stock" } });
  const sign = (by: string) => signDelivery({ storeId: "s", sequence: 1, body, at: new Date() }, [by]);
  const send = async (headers: Record<string, string>) => (await fetch(url, { method: "POST", body, headers })).status;
  expect(await send(sign(secret))).toBe(204);
  expect(await send(sign("another1another2"))).toBe(400);
  expect(await send({})).toBe(400);
  await expect.poll(() => said).toContain("now 5012345678900 low_stock\n");
});
