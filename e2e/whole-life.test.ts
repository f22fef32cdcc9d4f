import { join } from "node:path";
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
  signIn: (role: "owner", path: string, password: string) => Promise<void>;
  /** The data folder of the stack. */
  folder: string;
  env: Record<string, string>;
  /** Acts of the outside world until the search channel is connected. */
  connect: (search: Locator) => Promise<void>;
}

/** The next midnight of the store: the time at which the upcoming budget starts. */
async function midnightOf({ rest, demo: text }: Stack): Promise<number> {
  const { retailerId, storeIds, apiKey }: Demo = JSON.parse(text);
  const answer = await fetch(`${rest}/v1/retailers/${retailerId}/stores/${storeIds[0]}/channels`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const channels = (await answer.json()) as { id: string; upcomingChange?: { activates: string } }[];
  return Date.parse(channels.find(({ id }) => id === "local_ads")?.upcomingChange?.activates ?? "");
}

/** The demo shop's first store from its first start: connected, with a budget that is active after midnight. */
async function live({ page, signIn, folder, env, connect }: Life): Promise<void> {
  const dataDir = join(scratchFolder(), folder);
  const first = await startStack(dataDir, env);
  stack = first;
  const { retailerId, storeIds, password }: Demo = JSON.parse(first.demo);
  await signIn("owner", `${first.console}/shops/${retailerId}/channels?store=${storeIds[0]}`, password);
  const search = page.getByRole("region", { name: "Search local listings" });
  const ads = page.getByRole("region", { name: "Local ads" });

  await connect(search);
  await expect(search.getByRole("link", { name: /See the storefront/ })).toHaveAttribute("href", /^https:/);
  await ads.getByRole("button", { name: "Set up Local ads" }).click();
  await ads.getByLabel("Budget a day").fill("25");
  await ads.getByRole("button", { name: "Save" }).click();
  await expect(ads.getByText("Pending", { exact: true })).toBeVisible();

  const midnight = await midnightOf(first);
  await first.end();
  stack = await startStack(dataDir, {
    ...env,
    HIGHSTREET_CONSOLE_PORT: new URL(first.console).port,
    HIGHSTREET_CLOCK_AHEAD: String(Math.ceil((midnight - Date.now()) / 1_000) + 1),
  });
  // The open page connects to the restarted console by itself, and shows the budget of the new day.
  await expect(ads.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(ads.getByText("£25.00", { exact: true }).first()).toBeVisible();
}

test("in the sandbox the demo shop becomes connected, and today's new budget is active after midnight", async ({
  page,
  signIn,
}) => {
  await live({
    ...{ page, signIn, folder: "sandbox", env: {} },
    connect: (search) => expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 60_000 }),
  });
  const ads = page.getByRole("region", { name: "Local ads" });
  await expect(async () => {
    await page.reload();
    await expect(ads.getByRole("img", { name: /^Spend and clicks on \d+ days?: £/ })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(ads.getByRole("region", { name: "The last 30 days" })).toContainText("Clicks");
  await look(page, "outcome");
  await page.goto(page.url().replace(/\/channels.*/, ""));
  await expect(page.getByRole("region", { name: "In stock over time" })).toBeVisible();
  await look(page, "home");
});

test("with the fake of Google: invited, checked, connected, and today's new budget is active after midnight", async ({
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
    await live({
      ...{ page, signIn, folder: "google" },
      env: { ...fakeEnvironment(url), HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: String(PER_MINUTE) },
      connect: async (search) => {
        await expect(search.getByText("Pending", { exact: true })).toBeVisible();
        await ask("POST", `locations/${LOCATION}/invite`);
        await expect(async () => {
          await ask("POST", "clock", { advanceMs: 86_400_000 });
          await search.getByRole("button", { name: "Check now" }).click();
          await expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 5_000 });
        }).toPass({ timeout: 60_000 });
      },
    });
  } finally {
    await stack?.end();
    await google.app.close();
  }
});
