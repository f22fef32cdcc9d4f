/**
 * `npm run bench -- console`: measures the console in Chromium with a store of 100,000 products. bench/CONSOLE.md has results.
 * Options: `--products=100000 --rounds=9`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright";
import { spread } from "../../bench/lib/numbers.ts";
import { live } from "../../scripts/lifetime.ts";
import { startStack } from "../start-stack.ts";
import { firstSign, hide, open } from "./measure.ts";

const { values: given } = parseArgs({
  options: { products: { type: "string", default: "100000" }, rounds: { type: "string", default: "9" } },
});
const products = Number(given.products);
const rounds = Number(given.rounds);
/** A tenth of the products has this word in its title. */
const WORD = "lantern";
const results = join(import.meta.dirname, "../../bench/results");

interface Demo {
  retailerId: string;
  apiKey: string;
  password: string;
}

const p95 = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
const rows: string[] = [];
const tell = (what: string, goal: string, figure: string): void => {
  rows.push(`| ${what} | ${goal} | ${figure} |`);
  console.log(rows.at(-1));
};

await live(async (life) => {
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, "console-"));
  life.onEnd(async () => rmSync(folder, { recursive: true, force: true }));
  // The packaged browser unpacks itself into this folder.
  process.env.TMPDIR = folder;
  const stack = await startStack(join(folder, "data"), { HIGHSTREET_RATE_LIMIT: "1000000000" });
  life.onEnd(stack.end);
  const demo = JSON.parse(stack.demo) as Demo;
  const api = `${stack.rest}/v1/retailers/${demo.retailerId}`;

  async function rest<T>(method: string, path: string, body: string, type: string): Promise<T> {
    const headers = { authorization: `Bearer ${demo.apiKey}`, "content-type": type };
    const answer = await fetch(api + path, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  const store = await rest<{ id: string }>(
    "POST",
    "/stores",
    JSON.stringify({ name: "Bath", ...address }),
    "application/json",
  );
  const lines = Array.from({ length: products }, (_, n) => ({
    barcode: String(6_000_000_000_000 + n),
    title: `${n % 10 ? "Mug" : `Paper ${WORD}`} number ${n}`,
  }));
  const titles = lines.map(({ barcode, title }) => `${barcode},${title}`);
  await rest("PUT", "/inventory/products", ["barcode,title", ...titles, ""].join("\n"), "text/csv");
  const stock = lines.map(({ barcode }, n) => `${barcode},${1 + (n % 90)}.50,${n % 7}`);
  await rest(
    "PUT",
    `/stores/${store.id}/inventory/stock`,
    ["barcode,price,quantity", ...stock, ""].join("\n"),
    "text/csv",
  );

  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
  });
  life.onEnd(() => browser.close());
  const signedIn = await browser.newContext({ baseURL: stack.console, viewport: { width: 1440, height: 900 } });
  const page = await signedIn.newPage();
  await page.goto("/");
  await page.getByLabel("E-mail").fill("owner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/shops\//);
  const storageState = await signedIn.storageState();
  const cold = async <T>(work: (context: typeof signedIn) => Promise<T>): Promise<T> => {
    const context = await browser.newContext({ baseURL: stack.console, storageState });
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  };

  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${load}\n`,
  );
  console.log(`| ${products} products | Goal | Seen |\n|---|---|---|`);

  const list = `/shops/${demo.retailerId}/products?store=${store.id}`;
  const [fast, empty, slow] = [[], [], []] as Awaited<ReturnType<typeof open>>[][];
  for (let round = 0; round < rounds; round++) {
    empty?.push(await cold((context) => open(context, `/shops/${demo.retailerId}/nothing`, { selector: "h1" })));
    fast?.push(await cold((context) => open(context, list)));
  }
  for (let round = 0; round < Math.min(3, rounds); round++)
    slow?.push(await cold((context) => open(context, list, { isSlow: true })));
  const seen = (all = fast) =>
    spread(
      (all ?? []).map((one) => one.seen),
      0,
    );
  const ratio = (fast ?? []).map((one, n) => one.seen / (empty?.[n]?.seen ?? Number.NaN));
  tell("first row painted, cold, loopback", "600 ms", `${seen()} ms; ${spread(ratio)} × a page without data`);
  tell("first row painted, cold, slow 4G, processor ÷ 4", "2,500 ms", `${seen(slow)} ms`);
  tell("JavaScript of Products, compressed", "340 KB", `${((fast?.[0]?.script ?? 0) / 1_000).toFixed(0)} KB`);
  tell("layout shift (CLS)", "0.02", Math.max(...(fast ?? []).map((one) => one.shift)).toFixed(3));

  await page.goto(list);
  await page.waitForLoadState("networkidle");
  const hides: Awaited<ReturnType<typeof hide>>[] = [];
  for (let n = 0; n < 40; n++) hides.push(await hide(page, n % 20));
  tell("hide: painted, p95 of 40", "50 ms", `${p95(hides.map((one) => one.painted)).toFixed(0)} ms`);
  tell("hide: durable, p95 of 40", "150 ms", `${p95(hides.map((one) => one.durable)).toFixed(0)} ms`);

  const signs: number[] = [];
  for (let n = 0; n < 20; n++) {
    signs.push(await firstSign(page, n % 2 ? "Products" : "History"));
    await page.waitForLoadState("networkidle");
  }
  tell("click on a page to the first sign, p95 of 20", "100 ms", `${p95(signs).toFixed(0)} ms`);

  const searches: number[] = [];
  const asked = lines.filter((_, n) => n % Math.ceil(products / 25) === 0);
  for (const q of asked.flatMap(({ barcode, title }) => [barcode, barcode.slice(0, 9), title, title.slice(0, 8)])) {
    const query = { retailerId: demo.retailerId, filter: { storeId: store.id, q } };
    const input = encodeURIComponent(JSON.stringify(query));
    const began = performance.now();
    const answer = await page.request.get(`/api/trpc/inventory.findProducts?input=${input}`);
    await answer.body();
    searches.push(performance.now() - began);
    if (!answer.ok()) throw new Error(`search ${q}: ${answer.status()} ${await answer.text()}`);
  }
  tell(
    `search, p95 of ${searches.length}`,
    "100 ms",
    `${p95(searches).toFixed(0)} ms, at most ${Math.max(...searches).toFixed(0)} ms`,
  );

  await page.goto(`${list}&q=${WORD}`);
  await page.getByRole("checkbox", { name: "Select all products on this page" }).check();
  await page.getByRole("button", { name: /^Select all .* that match$/ }).click();
  await page.getByRole("region", { name: "Selected products" }).getByRole("button", { name: "Hide" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide these products?" });
  const gets = async (isOver: () => boolean): Promise<number[]> => {
    const took: number[] = [];
    while (!isOver()) {
      const began = performance.now();
      const answer = await fetch(`${api}/stores`, { headers: { authorization: `Bearer ${demo.apiKey}` } });
      await answer.arrayBuffer();
      took.push(performance.now() - began);
      await delay(10);
    }
    return took;
  };
  let until = performance.now() + 3_000;
  const before = await gets(() => performance.now() > until);
  until = Number.POSITIVE_INFINITY;
  const others = gets(() => performance.now() > until);
  const began = performance.now();
  await dialog.getByRole("button", { name: "Hide" }).click();
  await page
    .locator("#last-edit")
    .getByText(/^Hidden: /)
    .waitFor({ timeout: 120_000 });
  const took = performance.now() - began;
  until = 0;
  const p99 = (values: number[]): string =>
    (values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? 0).toFixed(0);
  tell(`hide of ${(products / 10).toLocaleString("en-GB")} products at once`, "5 s", `${(took / 1_000).toFixed(1)} s`);
  tell("other calls at the same time, p99", "unchanged", `${p99(await others)} ms, before ${p99(before)} ms`);
});
