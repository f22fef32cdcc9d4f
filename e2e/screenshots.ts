/**
 * Takes the pictures of the documents from the demo shop. Run `npm start`, and at the same time `npm run screenshots`. Words after
 * `--` select pictures by name. Reads .data/demo.json and writes docs/images.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright";
import type { Section } from "./demo.ts";
import { scratchFolder } from "./scratch-folder.ts";

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
const consoleUrl = process.env.HIGHSTREET_CONSOLE_URL ?? "http://localhost:3000";

interface Demo {
  retailerId: string;
  storeIds: string[];
  email: string;
  password: string;
}

interface Shot {
  name: string;
  section: Section;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** Number of the store; default: the first store. */
  store?: number;
  /** Heading of the part of the page to take. */
  region?: string;
  /** Actions on the page before the picture. */
  prepare?: (page: Page) => Promise<void>;
}

const stockFile = join(root, "prisma/demo/stock.csv");

/** The shop and store in the address of a page. */
function idsOf(page: Page): { retailerId: string; storeId: string } {
  const { pathname, searchParams } = new URL(page.url());
  return { retailerId: pathname.split("/")[2] ?? "", storeId: searchParams.get("store") ?? "" };
}

/** Sends files of some days with growing length, for the chart of the history. */
async function sendFiles(page: Page): Promise<void> {
  const [header, ...lines] = readFileSync(stockFile, "utf8").trimEnd().split("\n");
  const { retailerId, storeId } = idsOf(page);
  const url = `/api/shops/${retailerId}/stores/${storeId}/stock`;
  for (const length of [1_400, 1_650, 1_600, 1_900, 1_850, lines.length]) {
    const data = `${[header, ...lines.slice(0, length)].join("\n")}\n`;
    const answer = await page.request.put(new URL(url, page.url()).href, { data: Buffer.from(data) });
    if (!answer.ok()) throw new Error(`${url}: ${answer.status()}`);
    await answer.body();
  }
  await page.reload();
  await page.locator(".recharts-surface").first().waitFor();
}

/** Chooses the demo's own file, which has some lines without a price. */
async function chooseFile(page: Page): Promise<void> {
  await page.getByLabel("Stock file").setInputFiles(stockFile);
  await page.getByRole("button", { name: "Apply this file" }).waitFor();
  await page.getByRole("heading", { name: "Upload a file" }).evaluate((heading) => heading.scrollIntoView());
}

/** Calls a procedure of the console for the store of the page. */
async function call(page: Page, procedure: string, input: object = {}): Promise<void> {
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: { ...idsOf(page), ...input } });
  if (!answer.ok()) throw new Error(`${procedure}: ${answer.status()} ${await answer.text()}`);
}

/** Makes a sale that the inbox refuses because of another secret, and accepts at the second delivery. */
async function sendAgain(page: Page): Promise<void> {
  const secret = "NotTheInboxesSecret1";
  await call(page, "webhooks.rotateSecret", { body: { secret, immediate: true } });
  await call(page, "inventory.patchStock", { body: [{ barcode: "10002", price: 0.8, quantity: 2 }] });
  const refused = page.getByRole("row", { name: /10002/ }).filter({ hasText: "Next try" });
  await refused.getByRole("button").click();
  // A new address ends the old secret at once. With the same address the old secret would stay valid for a day.
  const parameters = { webhookUrl: "http://127.0.0.1:9/stock", secret };
  await call(page, "channels.enable", { body: { type: "webhooks", parameters } });
  await call(page, "inbox.connect");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send again" }).click();
  await dialog.getByText("Your system accepted it.").waitFor();
  await dialog.getByText("The last call as it was sent").waitFor();
}

/** Enables a channel for a location that never gets an invitation, so the channel waits. */
async function waitForAccess(page: Page): Promise<void> {
  const parameters = { locationId: "9970000000000000001" };
  await call(page, "channels.enable", { body: { type: "search", parameters } });
  await page.reload();
  await page.getByRole("button", { name: "Copy the account" }).waitFor();
}

async function setBudget(page: Page): Promise<void> {
  await page.getByText("Connected", { exact: true }).first().waitFor();
  await call(page, "channels.enable", { body: { type: "local_ads", parameters: { dailyBudget: 12.5 } } });
  await page.reload();
  await page.getByRole("img", { name: /^Budget a day/ }).waitFor();
}

const shots: Shot[] = [
  { name: "products", section: "products", width: 1280, height: 800, colorScheme: "light" },
  { name: "products-phone", section: "products", width: 390, height: 800, colorScheme: "dark" },
  {
    name: "inventory",
    section: "imports",
    store: 1,
    width: 1440,
    height: 1500,
    colorScheme: "light",
    prepare: sendFiles,
  },
  {
    name: "inventory-preview",
    section: "imports",
    width: 1440,
    height: 1500,
    colorScheme: "light",
    prepare: chooseFile,
  },
  { name: "inventory-phone", section: "imports", width: 390, height: 844, colorScheme: "dark", prepare: chooseFile },
  { name: "channels", section: "channels", width: 1280, height: 800, colorScheme: "light" },
  {
    name: "channels-pending",
    section: "channels",
    store: 1,
    width: 1280,
    height: 1000,
    colorScheme: "light",
    region: "Search local listings",
    prepare: waitForAccess,
  },
  {
    name: "channels-listings",
    section: "channels",
    width: 1280,
    height: 1000,
    colorScheme: "light",
    region: "Products on Google",
  },
  {
    name: "channels-ads",
    section: "channels",
    width: 1280,
    height: 1000,
    colorScheme: "light",
    region: "Local ads",
    prepare: setBudget,
  },
  {
    name: "webhooks-delivery",
    section: "developers/webhooks",
    width: 1280,
    height: 1000,
    colorScheme: "light",
    prepare: sendAgain,
  },
];

async function take(browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const { name, section, width, height, colorScheme, store = 0, region, prepare } = shot;
  const page = await browser.newPage({
    baseURL: consoleUrl,
    viewport: { width, height },
    colorScheme,
    locale: "en-GB",
  });
  await page.goto(consoleUrl);
  await page.getByLabel("E-mail").fill(demo.email);
  await page.getByLabel(/^Password/).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/shops/**");
  await page.goto(`${consoleUrl}/shops/${demo.retailerId}/${section}?store=${demo.storeIds[store]}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await prepare?.(page);
  await page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  const taken = region ? page.getByRole("region", { name: region, exact: true }) : page;
  await taken.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}

const words = process.argv.slice(2);
const chosen = shots.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = scratchFolder();
process.env.TMPDIR = folder;
const demo: Demo = JSON.parse(readFileSync(join(root, ".data/demo.json"), "utf8"));
mkdirSync(images, { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
});
try {
  for (const shot of chosen) await take(browser, demo, shot);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
