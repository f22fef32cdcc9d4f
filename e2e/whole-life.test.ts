import { join } from "node:path";
import { copyMigrated } from "@highstreet/db/testing/migrated-cluster";
import { createFakeGoogle, fakeEnvironment } from "@highstreet/providers/fake-google";
import { expect, type Locator, type Page } from "@playwright/test";
import { type demo, test } from "./demo.ts";
import { look } from "./look.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { type Stack, startStack } from "./start-stack.ts";

type Demo = typeof demo;

const LOCATION = "4503599627370497001";
/** Above Google's limit, because a check would wait behind the 2,000 items of the demo shop. */
const PER_MINUTE = 60_000;

let stack: Stack | undefined;
test.afterEach(() => stack?.end());

interface Life {
  page: Page;
  signIn: (role: "owner" | "partner", path: string, password: string) => Promise<void>;
  /** Default: the demo shop and its owner. */
  isTest?: boolean;
  /** The data folder of the stack. */
  dataDir: string;
  env: Record<string, string>;
  /** Acts of the outside world until the search channel is connected. */
  connect: (search: Locator) => Promise<void>;
}

/** Makes a test shop with a store that has 50 products. */
async function makeTestShop({ rest, demo: text }: Stack): Promise<Pick<Demo, "retailerId"> & { storeId: string }> {
  let { apiKey }: Demo = JSON.parse(text);
  const call = async <Answer>(method: string, path: string, body: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${rest}/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const scopes = ["retailers:write", "inventory:write", "channels:write"];
  apiKey = (await call<{ key: string }>("POST", "/keys", { name: "Rehearsal", isTest: true, scopes })).key;
  const place = { address: "5 Mill Lane", postcode: "LS1 1AA", city: "Leeds", country: "GB" };
  const near = { latitude: 53.8, longitude: -1.5 };
  const shop = { name: "Rehearsal", stores: [{ name: "Mill Lane", ...place, ...near }] };
  const { id: retailerId, stores } = await call<{ id: string; stores: [{ id: string }] }>("POST", "/retailers", shop);
  const storeId = stores[0].id;
  const path = `/retailers/${retailerId}/stores/${storeId}`;
  const lines = Array.from({ length: 50 }, (_, n) => ({ barcode: `mug-${n}`, price: 4.5, quantity: 9 }));
  await call("PATCH", `${path}/inventory/stock`, lines);
  await call("POST", `${path}/channels`, { type: "search", parameters: { locationId: LOCATION } });
  return { retailerId, storeId };
}

/** The first store of the shop from the first start: connected, with a budget that starts at midnight. */
async function setUp({ page, signIn, isTest, dataDir, env, connect }: Life): Promise<void> {
  await copyMigrated(dataDir);
  const started = await startStack(dataDir, env);
  stack = started;
  const { retailerId: live, storeIds, password }: Demo = JSON.parse(started.demo);
  const { retailerId, storeId } = isTest ? await makeTestShop(started) : { retailerId: live, storeId: storeIds[0] };
  const path = `${started.console}/shops/${retailerId}/channels?store=${storeId}`;
  await signIn(isTest ? "partner" : "owner", path, password);
  const search = page.getByRole("region", { name: "Search local listings" });
  const ads = page.getByRole("region", { name: "Local ads" });

  await connect(search);
  await expect(search.getByRole("link", { name: /See the storefront/ })).toHaveAttribute("href", /^https:/);
  await ads.getByRole("button", { name: "Set up Local ads" }).click();
  await ads.getByLabel("Budget a day").fill("25");
  await ads.getByRole("button", { name: "Save" }).click();
  await expect(ads.getByText("Pending", { exact: true })).toBeVisible();
}

test("a test shop becomes connected, and a day ahead of its clock today's new budget is active", async ({
  page,
  signIn,
}) => {
  await setUp({
    ...{ page, signIn, isTest: true, dataDir: join(scratchFolder(), "sandbox"), env: {} },
    connect: (search) => expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 180_000 }),
  });
  const channels = page.url();
  await page.goto(channels.replace(/\/channels.*/, "/settings"));
  const clock = page.getByRole("region", { name: "Test clock" });
  await clock.getByRole("button", { name: "1 day ahead" }).click();
  await expect(page.getByRole("button", { name: /^Rehearsal\s?Test/ }).first()).toBeVisible();
  await look(page, "test-clock");
  await page.goto(channels);
  const ads = page.getByRole("region", { name: "Local ads" });
  await expect(ads.getByText("Connected", { exact: true })).toBeVisible({ timeout: 180_000 });
  await expect(ads.getByText("£25.00", { exact: true }).first()).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(ads.getByRole("img", { name: /^Spend and clicks on \d+ days?: £/ })).toBeVisible({ timeout: 15_000 });
  }).toPass({ timeout: 180_000 });
  await expect(ads.getByRole("region", { name: "The last 30 days" })).toContainText("Clicks");
  await look(page, "outcome");
});

// That the budget starts at midnight with Google too is a test of the worker, without a browser.
test("with the fake of Google: invited, checked and connected, and the new budget waits for midnight", async ({
  page,
  signIn,
}) => {
  const google = createFakeGoogle();
  const url = await google.app.listen({ port: 0, host: "127.0.0.1" });
  const ask = async (method: string, path: string, body: object = {}): Promise<void> => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/fake/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  };
  await ask("PUT", `locations/${LOCATION}`, {
    ...{ title: "Carnaby Street", addressLines: ["12 Carnaby Street"], locality: "London", postalCode: "W1F 9PS" },
  });
  await ask("POST", "settings", { perMinute: { "merchantapi.googleapis.com": PER_MINUTE } });
  try {
    await setUp({
      page,
      signIn,
      dataDir: join(scratchFolder(), "google"),
      env: { ...fakeEnvironment(url), HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: String(PER_MINUTE) },
      connect: async (search) => {
        await expect(search.getByText("Pending", { exact: true })).toBeVisible();
        await ask("POST", `locations/${LOCATION}/invite`);
        await expect(async () => {
          await ask("POST", "clock", { advanceMs: 86_400_000 });
          await search.getByRole("button", { name: "Check now" }).click();
          await expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 15_000 });
        }).toPass({ timeout: 180_000 });
      },
    });
  } finally {
    await stack?.end();
    await google.app.close();
  }
});
