/** The pictures of the documents: each page of the console on a desktop and on a phone, and details of some pages. */
import { join } from "node:path";
import type { Page } from "playwright";

export interface Shot {
  name: string;
  /** Path below the shop, or from the root with a leading `/`. */
  path: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
  /** Index of the store that the page is about; without it, all stores. */
  store?: number;
  /** Heading of the part of the page to take. */
  region?: string;
  /** Actions on the page before the picture. */
  prepare?: (page: Page) => Promise<void>;
}

/** A picture of a whole page: file name, path, and the index of a store. */
const page = (name: string, path: string, store?: number, height = 800): Shot[] => [
  { name, path, store, width: 1280, height, colorScheme: "light" },
  { name: `${name}-phone`, path, store, width: 390, height: 844, colorScheme: "dark" },
];

const detail = (name: string, path: string, store: number, rest: Partial<Shot>): Shot => ({
  ...{ name, path, store, width: 1280, height: 1000, colorScheme: "light" },
  ...rest,
});

const stockFile = join(import.meta.dirname, "../prisma/demo/stock.csv");
/** The shop and store in the address of a page. */
function idsOf(page: Page): { retailerId: string; storeId: string } {
  const { pathname, searchParams } = new URL(page.url());
  return { retailerId: pathname.split("/")[2] ?? "", storeId: searchParams.get("store") ?? "" };
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
  await page.getByText("We get no invitation to this location.").waitFor();
}

async function setBudget(page: Page): Promise<void> {
  await page.getByText("Connected", { exact: true }).first().waitFor();
  await call(page, "channels.enable", { body: { type: "local_ads", parameters: { dailyBudget: 12.5 } } });
  await page.reload();
  await page.getByRole("img", { name: /^Budget a day/ }).waitFor();
}

export const shots: Shot[] = [
  ...page("sign-in", "/sign-in"),
  ...page("fleet", "/fleet"),
  ...page("fleet-team", "/fleet/team"),
  ...page("new-shop", "/fleet/new"),
  ...page("setup", "setup"),
  ...page("home", "", undefined, 1600),
  ...page("products", "products"),
  ...page("product", "products/22300"),
  ...page("stores", "stores"),
  ...page("channels", "channels", 0),
  ...page("imports", "imports", 0),
  ...page("history", "history"),
  ...page("team", "team"),
  ...page("settings", "settings"),
  ...page("keys", "developers/keys"),
  ...page("webhooks", "developers/webhooks", 0),
  ...page("inbox", "developers/inbox", 0),
  ...page("account", "/account"),
  ...page("help", "/help#products"),
  detail("imports-preview", "imports", 0, { width: 1440, height: 1500, prepare: chooseFile }),
  detail("channels-pending", "channels", 1, { height: 1200, region: "Search local listings", prepare: waitForAccess }),
  detail("channels-listings", "channels", 2, { region: "Products on Google" }),
  detail("channels-ads", "channels", 0, { region: "Local ads", prepare: setBudget }),
  detail("webhooks-delivery", "developers/webhooks", 0, { prepare: sendAgain }),
];
