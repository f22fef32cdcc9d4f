import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { demo, pathAt, reload, rest, test } from "./demo.ts";

interface Delivery {
  sequence: number;
  action: string;
  barcode: string | null;
  status: string;
  tries: number;
}

const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
const WRONG = "NotTheInboxesSecret1";
let storeId: string;
let path: string;

test.beforeEach(async () => {
  const store = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  storeId = store.id;
  path = pathAt("developers/webhooks", storeId);
  // The first stock connects the store's source, which writes an event.
  await sell("tea", 1);
});
test.afterEach(async () => {
  const on = await store<unknown[]>("GET", "/channels");
  if (on.length > 0) await store("DELETE", "/channels/webhook");
  await rest("DELETE", `/stores/${storeId}`);
});

const webhooks = "/channels/webhooks";
const store = <T>(method: string, what: string, body?: unknown): Promise<T> =>
  rest<T>(method, `/stores/${storeId}${what}`, body);
const deliveries = async (): Promise<Delivery[]> =>
  (await store<{ data: Delivery[] }>("GET", `${webhooks}/deliveries`)).data;
const sell = (barcode: string, price: number) => store("PATCH", "/inventory/stock", [{ barcode, price, quantity: 5 }]);

/** Makes the console's own inbox the store's receiver, and waits until it has accepted the first call. */
async function connectInbox(page: Page): Promise<void> {
  const data = { retailerId: demo.retailerId, storeId };
  expect((await page.request.post("/api/trpc/inbox.connect", { data })).status()).toBe(200);
  await expect
    .poll(async () => (await store<{ id: string; status: string }[]>("GET", "/channels"))[0]?.status)
    .toBe("connected");
}

const enable = (webhookUrl: string) =>
  store("POST", "/channels", { type: "webhook", parameters: { webhookUrl, secret: WRONG } });

/** The inbox refuses calls from now on, because the secret is wrong. */
const refuseAll = () => store("POST", `${webhooks}/secret`, { secret: WRONG, immediate: true });

async function openDelivery(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole("button", { name }).click();
  const dialog = page.getByRole("dialog", { name: /^Delivery \d+$/ });
  await expect(dialog.getByRole("button", { name: "Send again" })).toBeVisible();
  return dialog;
}

test("a store without webhooks leads to the form of its channel; set up there, its first call is listed", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await expect(page.getByRole("table", { name: "Deliveries" })).toBeHidden();
  await page.getByRole("link", { name: "Set up webhooks" }).click();
  const card = page.getByRole("region", { name: "Stock webhooks" });
  await expect(card.getByLabel("Address")).toBeFocused();
  await card.getByLabel("Address").fill("https://receiver.invalid/stock");
  await card.getByRole("button", { name: "Make and copy a secret" }).click();
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Pending", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  const endpoint = page.getByRole("region", { name: "Your address" });
  await expect(endpoint.getByText("Pending", { exact: true })).toBeVisible();
  await expect(endpoint.getByText("https://receiver.invalid/stock")).toBeVisible();
  await expect(endpoint.getByText("The address has not accepted our first call")).toBeVisible();
  await expect(page.getByRole("button", { name: /^webhook\.enabled sequence/ })).toBeVisible();
});

test("a test call shows the receiver's answer, good or bad, or that there was none", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  const endpoint = page.getByRole("region", { name: "Your address" });
  const call = endpoint.getByRole("button", { name: "Send a test call" });
  await call.click();
  await expect(endpoint.getByText("Your system accepted the call")).toBeVisible();
  await expect(endpoint.getByText(/It answered 204, after/)).toBeVisible();

  await refuseAll();
  await call.click();
  await expect(endpoint.getByText("Your system did not accept the call")).toBeVisible();
  await expect(endpoint.getByText(/It answered 401, after/)).toBeVisible();

  await enable("http://127.0.0.1:9/stock");
  await call.click();
  await expect(endpoint.getByText(/No answer: no connection, or no HTTP answer on it, after/)).toBeVisible();
});

test("a new address and the product data switch keep the secret", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  const endpoint = page.getByRole("region", { name: "Your address" });
  await endpoint.getByRole("link", { name: "Change the address" }).click();
  const card = page.getByRole("region", { name: "Stock webhooks" });
  await expect(card.getByLabel("Signing secret")).toHaveCount(0);
  const address = await card.getByLabel("Address").inputValue();
  await card.getByLabel("Address").fill(`${address}?changed`);
  await card.getByLabel("Send product data, too").click({ force: true });
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByLabel("Address")).toHaveCount(0);
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  await expect(endpoint.getByText(`${address}?changed`)).toBeVisible();
  await expect(endpoint.getByText("Sent along", { exact: true })).toBeVisible();
  await endpoint.getByRole("button", { name: "Send a test call" }).click();
  // The inbox accepts only calls that are signed with the secret that it knows.
  await expect(endpoint.getByText("Your system accepted the call")).toBeVisible();
});

test("a changed secret is shown once, and the old one stays valid for 24 hours or ends at once", async ({
  page,
  signIn,
}) => {
  await signIn("manager", path);
  await connectInbox(page);
  const endpoint = page.getByRole("region", { name: "Your address" });
  await endpoint.getByRole("button", { name: "Change the secret" }).click();
  const form = page.getByRole("dialog", { name: "Change the signing secret" });
  await expect(form.getByLabel("Signing secret")).toBeFocused();
  await form.getByLabel("Signing secret").fill("too short");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Must be 12 to 64 letters and digits")).toBeVisible();
  await form.getByRole("button", { name: "Make and copy a secret" }).click();
  const secret = await form.getByLabel("Signing secret").inputValue();
  expect(secret).toMatch(/^[A-Za-z0-9]{40}$/);
  await form.getByRole("button", { name: "Save" }).click();

  const shown = page.getByRole("dialog", { name: "Your new secret" });
  await expect(shown.getByText(secret)).toBeVisible();
  await shown.getByRole("button", { name: "I have copied it" }).click();
  await expect(shown).toBeHidden();
  await expect(endpoint.getByText(/Two secrets are valid until/)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await endpoint.getByRole("button", { name: "Send a test call" }).click();
  await expect(endpoint.getByText(/It answered 204, after/)).toBeVisible();
  await reload(page);
  await expect(endpoint.getByText(/Two secrets are valid until/)).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await endpoint.getByRole("button", { name: "Change the secret" }).click();
  await form.getByLabel("Signing secret").fill(WRONG);
  await form.getByRole("radio", { name: "At once" }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(shown.getByText("The old secret has ended.")).toBeVisible();
  // Escape does not close the only view of a secret.
  await expect(shown.getByRole("button", { name: "I have copied it" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(shown.getByText(WRONG)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(endpoint.getByText(/Two secrets are valid until/)).toBeHidden();
  await endpoint.getByRole("button", { name: "Send a test call" }).click();
  await expect(endpoint.getByText(/It answered 401, after/)).toBeVisible();
});

test("a delivery appears by itself with every call and its answer, and can be sent again", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  const table = page.getByRole("table", { name: "Deliveries" });
  await expect(table.getByRole("button", { name: /^webhook\.enabled/ })).toBeVisible();
  await refuseAll();
  await sell("mug", 2.5);
  const row = table.getByRole("row").filter({ hasText: "mug" });
  await expect(row).toContainText("Waiting");
  await expect(row).toContainText("401");
  await expect(row).toContainText("Next try");
  const endpoint = page.getByRole("region", { name: "Your address" });
  await expect(endpoint.getByText("Last call failed", { exact: true })).toBeVisible();

  const dialog = await openDelivery(page, /^inventory\.update mug sequence/);
  const calls = dialog.getByRole("list", { name: "Calls, oldest first" }).getByRole("listitem");
  await expect(calls).toHaveCount(1);
  await expect(calls.first()).toContainText("Failed");
  await expect(calls.first()).toContainText("It answered 401, after");
  await expect(dialog.getByText(/"barcode": "mug"/)).toBeVisible();
  await expect(dialog.getByRole("definition").filter({ hasText: /^[0-9a-f]{64}$/ })).toBeVisible();

  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByText("It is sent now.")).toBeVisible();
  await expect(calls).toHaveCount(2);
  await enable("http://127.0.0.1:9/stock");
  await connectInbox(page);
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(calls).toHaveCount(3);
  await expect(calls.last()).toContainText("Accepted");
  await expect(dialog.getByText("Your system accepted it.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Delivered");
  await expect(endpoint.getByText("Connected", { exact: true })).toBeVisible();

  await reload(page);
  const health = page.getByRole("region", { name: "Delivery health" });
  await expect(health.getByRole("definition").filter({ hasText: "%" })).toBeVisible();
  await expect(health.getByRole("img", { name: /^Calls by the hour\. Most failed calls in one hour/ })).toBeVisible();
  await expect(health.getByRole("img", { name: /^How long calls took/ })).toBeVisible();
  await health.getByText("7 days").click();
  await expect(health.getByRole("definition").filter({ hasText: "%" })).toBeVisible();
});

test("an older state is never sent again, and the page has the reason and a link to the newer one", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  await connectInbox(page);
  await sell("mug", 2.5);
  await sell("mug", 3);
  await expect.poll(async () => (await deliveries()).filter(({ status }) => status === "delivered").length).toBe(3);
  const [newer, older] = await deliveries();
  const dialog = await openDelivery(page, new RegExp(`sequence ${older?.sequence}:`));
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByText("A newer update exists")).toBeVisible();
  await dialog.getByRole("button", { name: `Show the newer one (${newer?.sequence})` }).click();
  await expect(page.getByRole("dialog", { name: `Delivery ${newer?.sequence}` })).toBeVisible();
  await expect(dialog.getByText('"price": 3.00')).toBeVisible();
  expect((await deliveries()).map(({ tries }) => tries)).toEqual([1, 1, 1]);
});

test("deliveries since a time are counted before they are sent, and the count is right", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  for (const price of [1, 2]) await sell("mug", price);
  await sell("hat", 9);
  await expect.poll(async () => (await deliveries()).filter(({ status }) => status === "delivered").length).toBe(4);
  await page.getByRole("button", { name: "Resend deliveries" }).click();
  const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
  const count = dialog.getByRole("button", { name: "Preview" });
  await count.click();
  await expect(dialog.getByText("Nothing would be sent.")).toBeVisible();
  await dialog.getByLabel("Since").fill("");
  await count.click();
  await expect(dialog.getByText("Choose a day and a time.")).toBeVisible();

  await dialog.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  // No event is as new as tomorrow.
  await dialog.getByLabel("Since").fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16));
  await count.click();
  await expect(dialog.getByText("Nothing would be sent.")).toBeVisible();
  await dialog.getByLabel("Since").fill("2026-01-01T00:00");
  await count.click();
  await expect(dialog.getByText(/^3 deliveries would be sent again\.$/)).toBeVisible();
  await expect(dialog.getByText("1 is left out")).toBeVisible();
  expect((await deliveries()).map(({ tries }) => tries)).toEqual([1, 1, 1, 1]);
  await dialog.getByRole("button", { name: "Send 3 deliveries again" }).click();
  await expect(page.getByText("3 deliveries are sent again.")).toBeVisible();
  await expect.poll(async () => (await deliveries()).map(({ tries }) => tries)).toEqual([2, 2, 1, 2]);
});

test.describe("in a browser of another time zone", () => {
  test.use({ timezoneId: "America/New_York" });
  test("a time is shown as it was typed", async ({ page, signIn }) => {
    await signIn("owner", path);
    await connectInbox(page);
    await page.getByRole("button", { name: "Resend deliveries" }).click();
    const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
    await expect(dialog.getByText("The time zone is Europe/London.")).toBeVisible();
    await dialog.getByLabel("Since").fill("2026-01-31T09:00");
    const [call] = await Promise.all([
      page.waitForRequest((request) => request.url().includes("redeliverRange")),
      dialog.getByRole("button", { name: "Preview" }).click(),
    ]);
    expect(call.postData()).toContain("2026-01-31T09:00:00.000Z");
    await expect(dialog.getByLabel("Since")).toHaveValue("2026-01-31T09:00");
  });
});

test("the list is narrowed by state, event and barcode, and by keyboard", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  await sell("mug", 2.5);
  await sell("hat", 9);
  const rows = page.getByRole("table", { name: "Deliveries" }).getByRole("rowheader");
  await expect(rows).toHaveCount(3);
  // The charts move the list down, and a moved list closes its menus.
  await expect(page.getByRole("img", { name: /^How long calls took/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Event" }).click();
  await page.getByRole("option", { name: "webhook.enabled" }).click();
  await expect(rows).toHaveText([/^webhook\.enabled\s+sequence/]);
  // Choosing the value again clears the filter.
  await page.getByRole("combobox", { name: "Event" }).click();
  await page.getByRole("option", { name: "webhook.enabled" }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole("heading", { name: "Deliveries" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("ha");
  await expect(rows).toHaveText([/^inventory\.update hat\s+sequence/]);
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(page.getByText("No delivery matches.")).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await rows.getByRole("button").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Delivery \d+$/ });
  await expect(dialog.getByText(/"barcode": "hat"/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rows.getByRole("button")).toBeFocused();
});

test("the deliveries of a removed channel can still be read", async ({ page, signIn }) => {
  await signIn("owner", path);
  await connectInbox(page);
  await sell("mug", 2.5);
  await expect.poll(async () => (await deliveries()).filter(({ status }) => status === "delivered").length).toBe(2);
  await store("DELETE", "/channels/webhook");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  const dialog = await openDelivery(page, /^inventory\.update mug/);
  await expect(dialog.getByText("Not stored: the address or its secret was replaced later").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByRole("status").getByText(/not set up/)).toBeVisible();
});

test("the snippets equal the documents and can be copied", async ({ page, context, signIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("viewer", path);
  const region = page.getByRole("region", { name: "Check the signature" });
  for (const [language, file] of [
    ["Node", "verify-webhook.mjs"],
    ["Python", "verify_webhook.py"],
    ["PHP", "verify-webhook.php"],
    ["C#", "VerifyWebhook.cs"],
  ] as const) {
    await region.getByRole("tab", { name: language }).click();
    await region.getByRole("button", { name: `Copy ${file}` }).click();
    await expect(region.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(readFileSync(join(import.meta.dirname, "../docs/snippets", file), "utf8").trimEnd());
  }
});

test("a viewer sees calls and their answers, cannot change anything, and sees why", async ({ page, signIn }) => {
  await enable("https://receiver.invalid/stock");
  await signIn("viewer", path);
  await expect(page.getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test call" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Resend deliveries" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Change the secret" })).toBeHidden();
  const dialog = await openDelivery(page, /^webhook\.enabled sequence/);
  await expect(dialog.getByRole("button", { name: "Send again" })).toBeDisabled();

  const ids = { retailerId: demo.retailerId, storeId };
  const calls = {
    "webhooks.test": ids,
    "webhooks.rotateSecret": { ...ids, body: { secret: WRONG } },
    "webhooks.redeliver": { ...ids, sequence: "1" },
    "webhooks.redeliverRange": { ...ids, body: { from: 1 } },
    "rehearsals.redeliverRange": { ...ids, body: { from: 1 } },
  };
  for (const [procedure, data] of Object.entries(calls)) {
    expect((await page.request.post(`/api/trpc/${procedure}`, { data })).status(), procedure).toBe(403);
  }
  const stranger = { ...ids, retailerId: "01920000-0000-7000-8000-000000000000" };
  const input = encodeURIComponent(JSON.stringify({ ...stranger, period: "24h" }));
  expect((await page.request.get(`/api/trpc/webhooks.deliverySummary?input=${input}`)).status()).toBe(404);
});
