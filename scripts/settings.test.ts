import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSettings } from "./settings.ts";

let dataDir: string;
const switches = ["HIGHSTREET_ALLOW_LOCAL_WEBHOOKS", "HIGHSTREET_WEBHOOK_INBOX", "HIGHSTREET_CORS_ORIGINS"];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "highstreet-settings-"));
  vi.stubEnv("HIGHSTREET_DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", undefined);
  for (const name of switches) vi.stubEnv(name, undefined);
  // Ports below the range that the system uses by itself.
  const ports = ["REST_PORT", "CONSOLE_PORT", "REST_METRICS_PORT", "WORKER_METRICS_PORT", "CONSOLE_METRICS_PORT"];
  for (const [index, name] of ports.entries()) vi.stubEnv(`HIGHSTREET_${name}`, String(23_310 + index));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The values that start passes to its programs for the three switches; undefined if the operator's value stays. */
async function handed(args: string[] = []): Promise<(string | undefined)[]> {
  const env: Record<string, string | undefined> = (await readSettings(args)).env;
  return switches.map((name) => env[name]);
}

test("a demo on this machine allows calls to this machine", async () => {
  expect(await handed()).toEqual(["1", "1", "loopback"]);
});

test.each(["0", ""])("an operator's own value is kept: %j", async (value) => {
  for (const name of switches.slice(0, 2)) vi.stubEnv(name, value);
  vi.stubEnv("HIGHSTREET_CORS_ORIGINS", value && "https://shop.example");
  expect(await handed()).toEqual([undefined, undefined, undefined]);
});

test("with the operator's database, only --demo adds a demo shop and allows calls to this machine", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://db.example/highstreet");
  expect(await handed()).toEqual([undefined, undefined, undefined]);
  expect((await readSettings([])).demoFile).toBeUndefined();
  expect(await handed(["--demo"])).toEqual(["1", "1", "loopback"]);
  expect((await readSettings(["--demo"])).demoFile).toMatch(/demo-[0-9a-f]{8}\.json$/);
});

test("the error names an unknown argument", async () => {
  await expect(readSettings(["--dmeo"])).rejects.toThrow("Unknown argument in “--dmeo”: only --demo is known");
});

test("the error names each taken port", async () => {
  const others = [23_310, 23_314].map((port) => createServer().listen(port, "127.0.0.1"));
  await Promise.all(others.map((other) => once(other, "listening")));
  await expect(readSettings([])).rejects.toThrow(
    /^Port 23310 is taken: .+ HIGHSTREET_REST_PORT .+\nPort 23314 is taken: .+ HIGHSTREET_CONSOLE_METRICS_PORT .+$/,
  );
  await Promise.all(others.map((other) => once(other.close(), "close")));
});

test("SFTP starts only with a port of its own, which must be free", async () => {
  vi.stubEnv("HIGHSTREET_SFTP_PORT", undefined);
  expect((await readSettings([])).hasSftp).toBe(false);
  vi.stubEnv("HIGHSTREET_SFTP_PORT", "23320");
  vi.stubEnv("HIGHSTREET_SFTP_METRICS_PORT", "23321");
  expect((await readSettings([])).hasSftp).toBe(true);
  const other = createServer().listen(23_320, "127.0.0.1");
  await once(other, "listening");
  await expect(readSettings([])).rejects.toThrow("Port 23320 is taken");
  await once(other.close(), "close");
});
