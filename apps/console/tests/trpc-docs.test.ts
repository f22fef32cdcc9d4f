import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const t = await createTestContext();
process.env.DATABASE_URL = t.databaseUrl;
process.env.HIGHSTREET_SECRET_KEY = randomBytes(32).toString("base64");
process.env.HIGHSTREET_CONSOLE_URL = "http://localhost:3000";
const { GET } = await import("../src/app/api/trpc/[trpc]/route.ts");

async function serve({ url, headers }: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { authorization = "" } = headers;
  const answer = await GET(new Request(`http://localhost:3000${url}`, { headers: { authorization } }));
  reply.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
}
const server = createServer((request, reply) => {
  serve(request, reply).catch((error: Error) => reply.destroy(error));
});
await once(server.listen(0, "127.0.0.1"), "listening");
const scratch = mkdtempSync(join(tmpdir(), "highstreet-trpc-"));
symlinkSync(join(root, "node_modules"), join(scratch, "node_modules"));
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  server.close();
  await t.close();
});

const page = readFileSync(join(root, "docs/trpc.md"), "utf8");
const blocks = [...page.matchAll(/^```(ts|sh)\n([\s\S]*?)^```/gm)].map(([, kind = "", code = ""]) => ({ kind, code }));

const env = {
  ...process.env,
  HIGHSTREET_KEY: t.partner.key.key,
  HIGHSTREET_CONSOLE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
};

/** Runs a block as a program of another package, and returns its output. */
async function run({ kind, code }: { kind: string; code: string }, n: number): Promise<string> {
  const file = join(scratch, `block-${n}.${kind === "ts" ? "mts" : "sh"}`);
  writeFileSync(file, code);
  const { stdout } = await promisify(execFile)(kind === "ts" ? process.execPath : "sh", [file], { env, cwd: scratch });
  return stdout.trim();
}

test("every block of the page runs", async () => {
  await t.retailer({ name: "Corner Shop" });
  const outputs: string[] = [];
  for (const [n, block] of blocks.entries()) outputs.push(await run(block, n));
  expect(outputs).toEqual([
    "",
    "in process: Corner Shop",
    "over HTTP: Corner Shop",
    expect.stringContaining('"name":"Corner Shop"'),
  ]);
});
