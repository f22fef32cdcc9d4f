import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConnectorError, type OpenedConnector, openShop } from "../src/index.ts";
import type { PullLimits } from "../src/limits.ts";
import { type FakeShop, type FakeWooCommerce, startFakeWooCommerce } from "./fake-woocommerce.ts";
import { hostileShops, product } from "./hostile-shops.ts";

let fake: FakeWooCommerce | undefined;
let opened: OpenedConnector | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await opened?.close();
  await fake?.close();
});

/** Smaller limits, so that endless answers end soon. */
const small = { calls: 200, bytes: 20_000_000 };

async function start(changes: Partial<FakeShop> = {}, limits: Partial<PullLimits> = small) {
  fake = await startFakeWooCommerce(changes);
  const { host, key: consumerKey, secret: consumerSecret } = fake.shop;
  const credential = { url: `https://${host}`, consumerKey, consumerSecret };
  opened = openShop("woocommerce", credential, { allowLocalWebhooks: true, standIn: fake.origin, limits });
  return { ...opened.open, shop: fake.shop };
}

/** A file of /proc; empty if the process has ended. */
function procOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** The processes of pulls that this process has now. */
const processes = (): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => procOf(pid, "stat").split(") ").at(-1)?.split(" ")[1] === String(process.pid))
    .filter((pid) => procOf(pid, "cmdline").includes("shop-main.ts"));

const of = (body: unknown[], total = 100) => ({
  ...{ name: "", reason: /./ },
  answer: () => ({ total: String(total), body: JSON.stringify(body) }),
});

describe("a hostile shop ends the pull with a reason, and this process reads none of its answers", () => {
  test.each(hostileShops)("$name", async (hostile) => {
    const { items } = await start({ hostile }, hostile.isSlow ? { minutes: 1 / 30 } : small);
    const parse = vi.spyOn(JSON, "parse");
    const pulled = Array.fromAsync(items(null));
    await expect(pulled).rejects.toThrow(ConnectorError);
    await expect(pulled).rejects.toThrow(hostile.reason);
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(1_000);
    await expect.poll(processes).toEqual([]);
  });
});

test("a pull has the items of its shop, in reports of some items each", async () => {
  const products = Array.from({ length: 100 }, (_, n) => product(n + 1, { name: "a".repeat(5_000) }));
  const { locations, items } = await start({ hostile: of(products) });
  expect(await locations()).toEqual([{ id: "shop", name: "shop.example" }]);
  const found = await Array.fromAsync(items(null));
  expect(found.map(({ barcode }) => barcode)).toEqual(Array.from({ length: 100 }, (_, n) => `SKU-${n + 1}`));
  expect(found[0]?.quantities).toEqual(new Map([["shop", 3]]));
});

test("texts that PostgreSQL cannot store do not leave the process of the pull", async () => {
  const products = [product(1, { sku: "a\0b\ud800" }), product(2, { sku: "c".repeat(100_000) })];
  const { items } = await start({ hostile: of(products) });
  const barcodes = (await Array.fromAsync(items(null))).map(({ barcode }) => barcode);
  expect(barcodes).toEqual(["ab\ufffd", "c".repeat(500)]);
});

test("the credential is in no argument and in no variable of the process", async () => {
  const { locations, shop } = await start();
  await locations();
  const [pid = ""] = processes();
  expect(procOf(pid, "cmdline")).toContain("shop-main.ts");
  for (const file of ["cmdline", "environ"]) {
    expect(procOf(pid, file)).not.toMatch(new RegExp(`${shop.secret}|${shop.key}|HIGHSTREET|PATH=`));
  }
});

test("the process of a pull calls no private address", async () => {
  const { key: consumerKey, secret: consumerSecret } = (await start()).shop;
  for (const url of ["https://127.0.0.1", "https://[::1]", "https://169.254.169.254", "https://10.0.0.1"]) {
    const shop = openShop(
      "woocommerce",
      { url, consumerKey, consumerSecret },
      { allowLocalWebhooks: true, standIn: undefined },
    );
    await expect(shop.open.locations()).rejects.toThrow("The address may not be called");
    await shop.close();
  }
});

test("a process that is killed ends its pull with a reason; a closed pull ends its process", async () => {
  const { locations, items } = await start({ hostile: { ...of([]), answer: () => ({ body: hanging() }) } });
  await locations();
  const pulled = Array.fromAsync(items(null));
  process.kill(Number(processes()[0]), "SIGKILL");
  await expect(pulled).rejects.toThrow("takes more memory or time than one pull may take");

  const { items: others } = await start({ hostile: { ...of([]), answer: () => ({ body: hanging() }) } });
  const closed = Array.fromAsync(others(null));
  closed.catch(() => undefined);
  await opened?.close();
  await expect(closed).rejects.not.toThrow(ConnectorError);
  await expect.poll(processes).toEqual([]);
});

async function* hanging(): AsyncGenerator<string> {
  yield " ";
  await new Promise(() => undefined);
}
