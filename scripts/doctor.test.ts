import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createVault } from "@highstreet/router";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setDefaults } from "../packages/db/src/set-defaults.ts";
import { addressLine, bodyLine } from "./doctor/addresses.ts";
import { databaseLines, type Place } from "./doctor/database.ts";
import { diskLine } from "./doctor/disk.ts";
import type { Line } from "./doctor/lines.ts";

const t = await createTestContext();
/** Stands for a proxy: answers /readyz, and refuses large bodies when it is told to. */
const proxy = { status: 200, body: '{"status":"ready"}', limit: 1e9 };
const server = createServer((_request, response) => response.writeHead(proxy.status).end(proxy.body));
server.on("checkContinue", (request, response) => {
  if (Number(request.headers["content-length"]) > proxy.limit) response.writeHead(413).end();
  else response.writeContinue();
});
let port: number;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await t.close();
});

const [key, other] = [1, 2].map(() => randomBytes(32).toString("base64")) as [string, string];
const place = (more: Partial<Place> = {}): Place => ({
  ...{ url: t.databaseUrl, directUrl: undefined, secretKey: key, trustedProxies: [], hasProxy: false, ...more },
});
const lineOf = async (check: string, more: Partial<Place> = {}) =>
  (await databaseLines(place(more))).find((line) => line.check === check);

async function doctor(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "doctor.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: t.databaseUrl, HIGHSTREET_SECRET_KEY: key, ...env },
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  const [status] = await once(child, "close");
  return { status, stdout, lines: (): Line[] => JSON.parse(stdout) };
}

test("one run checks everything, prints JSON alone, and ends with 1 because of a problem", async () => {
  const { status, lines } = await doctor(
    {
      ...{ HIGHSTREET_PUBLIC_URL: `http://0.0.0.0:${port}`, HIGHSTREET_CONSOLE_URL: `http://localhost:${port}` },
      ...{ HIGHSTREET_SMTP_URL: "smtp://127.0.0.1:1", HIGHSTREET_SMTP_FROM: "a@shop.example" },
    },
    "--json",
  );
  const outcomes = Object.fromEntries(lines().map(({ check, outcome }) => [check, outcome]));
  expect([status, outcomes]).toMatchObject([
    1,
    {
      // The database of the tests does not wait for its disk.
      ...{ Settings: "ok", Database: "ok", Durability: "problem", Migrations: "ok", Clock: "ok", Keys: "ok" },
      ...{ REST: "warning", Console: "ok", "Large bodies": "ok", Mail: "problem", Backup: "warning", Providers: "ok" },
    },
  ]);
});

test("the options of a credential follow their names, and one without a value is refused", async () => {
  const { status, stdout } = await doctor({}, "--connector", "none", "--shop", "corner");
  expect([status, stdout]).toEqual([1, expect.stringContaining("none")]);
  expect(await doctor({}, "--register")).toMatchObject({ status: 1, stdout: "" });
});

test("wrong settings are told first, and what each line asks for is printed below it", async () => {
  const { status, stdout } = await doctor({ HIGHSTREET_SECRET_KEY: "short", HIGHSTREET_REST_PROT: "1" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^problem Settings: HIGHSTREET_SECRET_KEY must be 32 bytes.*\n {8}Correct it in \.env/);
  expect(stdout).toMatch(/^warning Settings: HIGHSTREET_REST_PROT is no setting of Highstreet: did you mean/m);
});

test("a database that does not answer, lacks migrations or has no timeouts is told with what to do", async () => {
  const unreachable = await databaseLines(place({ directUrl: "postgresql://a@127.0.0.1:1/b" }));
  expect(unreachable).toMatchObject([{ outcome: "problem", what: expect.stringContaining("start that server") }]);
  expect(await lineOf("Timeouts")).toMatchObject({
    ...{ outcome: "warning", todo: expect.stringMatching(/^npm run migrate, or as its owner: ALTER DATABASE/) },
  });
  await setDefaults(t.databaseUrl);
  expect(await lineOf("Timeouts")).toMatchObject({ outcome: "ok" });
  const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
  await t.ctx.db.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last}`);
  expect(await lineOf("Migrations")).toMatchObject({
    outcome: "problem",
    what: expect.stringContaining("run npm run"),
  });
  await t.ctx.db.query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
});

test("a wrong key, an old key in use and an old key without use are told", async () => {
  const sealed = Uint8Array.from(createVault(other).seal("canary", ["key_canary", "true"]));
  await t.ctx.db.prisma.keyCanary.create({ data: { sealed } });
  expect(await lineOf("Keys")).toMatchObject({ outcome: "problem", what: expect.stringContaining("add the key") });
  expect(await lineOf("Keys", { secretKey: `${key},${other}` })).toMatchObject({
    ...{ outcome: "warning", todo: "npm run admin -- keys reseal" },
  });
  expect(await lineOf("Keys", { secretKey: `${other},${key}` })).toMatchObject({
    ...{ outcome: "warning", todo: expect.stringContaining("Remove all keys but the first") },
  });
  expect(await lineOf("Keys", { secretKey: other })).toMatchObject({ outcome: "ok" });
});

test("with a database of one's own, the key of npm start is in the data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "highstreet-doctor-"));
  const env = { HIGHSTREET_SECRET_KEY: "", HIGHSTREET_DATA_DIR: folder };
  try {
    const without = await doctor(env, "--json");
    expect(without.lines()[0]).toMatchObject({ what: expect.stringContaining("HIGHSTREET_SECRET_KEY is not set") });
    writeFileSync(join(folder, "secret.key"), other);
    const lines = (await doctor(env, "--json")).lines();
    expect(lines).toContainEqual({ check: "Settings", outcome: "ok", what: "complete", todo: null });
    expect(lines).toContainEqual({ check: "Keys", outcome: "ok", what: "open all secrets", todo: null });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a proxy that hides the addresses of callers is told", async () => {
  const check = (trustedProxies: string[]) => lineOf("X-Forwarded-For", { hasProxy: true, trustedProxies });
  expect(await check([])).toMatchObject({ outcome: "warning", todo: expect.stringContaining("TRUSTED_PROXIES") });
  expect(await check(["10.0.0.0/8"])).toMatchObject({ outcome: "ok" });
  const { prisma } = t.ctx.db;
  await prisma.user.create({ data: { id: "u", name: "Ann", email: "ann@shop.example", updatedAt: new Date() } });
  const times = { expiresAt: new Date(), updatedAt: new Date() };
  await prisma.session.create({ data: { id: "s", token: "s", userId: "u", ipAddress: "10.0.0.5", ...times } });
  expect(await check(["10.0.0.0/8"])).toMatchObject({
    outcome: "warning",
    what: expect.stringContaining("the proxy itself"),
  });
  await prisma.session.create({ data: { id: "r", token: "r", userId: "u", ipAddress: "203.0.113.9", ...times } });
  expect(await check(["10.0.0.0/8"])).toMatchObject({ outcome: "ok" });
});

test("a public address that leads nowhere, is not ready, or refuses large bodies is told", async () => {
  const url = `http://0.0.0.0:${port}/`;
  const check = () => addressLine("REST", url, "HIGHSTREET_PUBLIC_URL");
  Object.assign(proxy, { status: 503, body: '{"detail":"The database lacks 2 migrations."}', limit: 1e6 });
  expect(await check()).toMatchObject({ outcome: "problem", what: expect.stringContaining("lacks 2 migrations") });
  proxy.status = 404;
  expect(await check()).toMatchObject({ outcome: "problem", todo: expect.stringContaining("the proxy") });
  expect(await bodyLine(url)).toMatchObject({
    outcome: "problem",
    todo: expect.stringContaining("client_max_body_size"),
  });
  Object.assign(proxy, { status: 200, limit: 1e9 });
  expect(await bodyLine(url)).toMatchObject({ outcome: "ok" });
  const nowhere = await addressLine("REST", "http://127.0.0.1:1", "HIGHSTREET_PUBLIC_URL");
  expect(nowhere).toMatchObject({ outcome: "problem", what: expect.stringContaining("does not answer") });
});

test("the age of the last backup and the free disk have a limit for a warning and one for a problem", async () => {
  const aged = async (hours: number) => {
    const lastBackupAt = new Date(Date.now() - hours * 3_600_000);
    await t.ctx.db.prisma.schemaVersion.updateMany({ data: { lastBackupAt } });
    return (await lineOf("Backup"))?.outcome;
  };
  expect([await aged(1), await aged(30), await aged(200)]).toEqual(["ok", "warning", "problem"]);
  const free = (low: number, enough: number) => diskLine("Disk", tmpdir(), { low, enough }).outcome;
  expect([free(0, 0), free(0, 1e18), free(1e18, 1e18)]).toEqual(["ok", "warning", "problem"]);
});
