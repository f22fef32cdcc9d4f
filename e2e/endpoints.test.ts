import { expect, type Locator, type Page } from "@playwright/test";
import { demo, reload, rest, test } from "./demo.ts";
import { look } from "./look.ts";
import { StrictReceiver } from "./strict-receiver.ts";

const shop = `/shops/${demo.retailerId}/developers/endpoints`;
const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
const SECRET = "TheReceiversOwnSecret1";
const WRONG = "NotTheReceiversSecret1";

interface Endpoint {
  id: string;
  url: string;
  status: string;
  publicKey: string | null;
}

let storeId: string;
let receiver: StrictReceiver;
let url: string;

test.beforeEach(async () => {
  receiver = new StrictReceiver(SECRET);
  url = await receiver.listen();
  storeId = (await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address })).id;
});
test.afterEach(async () => {
  for (const { id } of await listed()) await rest("DELETE", `/webhook-endpoints/${id}`);
  await rest("DELETE", `/stores/${storeId}`);
  await receiver.close();
});

const listed = async (): Promise<Endpoint[]> => (await rest<{ data: Endpoint[] }>("GET", "/webhook-endpoints")).data;
const make = (body: object = {}) =>
  rest<Endpoint>("POST", "/webhook-endpoints", { url, secret: SECRET, description: "Tills", ...body });
const statusOf = async (id: string) => (await rest<Endpoint>("GET", `/webhook-endpoints/${id}`)).status;
const sell = (barcode: string, price: number) =>
  rest("PATCH", `/stores/${storeId}/inventory/stock`, [{ barcode, price, quantity: 5 }]);
const settings = (page: Page): Locator => page.getByRole("region", { name: "Address and settings" });

test("a new endpoint shows its secret once, and its page says when the address has accepted the first call", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("manager", shop);
  await expect(page.getByText("No endpoint yet")).toBeVisible();
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add an endpoint" });
  await expect(form.getByLabel("Address")).toBeFocused();
  await form.getByLabel("Address").fill("no address");
  await form.getByLabel("Seconds to wait for an answer").fill("31");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByLabel("Seconds to wait for an answer")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Description").fill("Tills of all stores");
  await form.getByLabel("State of a channel").uncheck();
  await form.getByLabel("Only products of these categories").fill("Shoes > Red\n\n Hats ");
  await form.getByLabel("Seconds to wait for an answer").fill("5");
  await form.getByLabel("Most calls in a second").fill("20");
  await form.getByLabel("Most updates in a call").fill("25");
  await form.getByRole("button", { name: "Save" }).click();

  const shown = page.getByRole("dialog", { name: "The secret of your endpoint" });
  await shown.getByRole("button", { name: "Copy the secret" }).click();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  // The receiver knows another secret, so it refuses the first call.
  await page.keyboard.press("Escape");
  await shown.getByRole("button", { name: "I have copied it" }).click();
  await expect(page).toHaveURL(/\/developers\/endpoints\/[0-9a-f-]{36}$/);
  expect(await page.content()).not.toContain(secret);
  await expect(page.getByRole("heading", { name: "Tills of all stores", level: 1 })).toBeVisible();
  await expect(settings(page).getByText("Pending", { exact: true })).toBeVisible();
  await expect(settings(page).getByText("inventory.update, inventory_source.update", { exact: true })).toBeVisible();
  const [made] = await listed();
  expect(made).toMatchObject({ timeoutSeconds: 5, callsPerSecond: 20, batchSize: 25, retries: "short" });
  expect(made).toMatchObject({ filter: { categories: ["Shoes > Red", "Hats"] } });
  await expect(settings(page).getByText("Shoes > Red · Hats", { exact: true })).toBeVisible();

  await settings(page).getByRole("button", { name: "Change the secret" }).click();
  const change = page.getByRole("dialog", { name: "Change the signing secret" });
  await change.getByLabel("Signing secret").fill(SECRET);
  await change.getByRole("radio", { name: "At once" }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Your new secret" }).getByRole("button", { name: "I have copied it" }).click();
  await settings(page).getByRole("button", { name: "Send a test call" }).click();
  await expect(settings(page).getByText("Your system accepted the call")).toBeVisible();
  await expect(settings(page).getByText("Connected", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "All endpoints" }).click();
  const row = page.getByRole("table", { name: "Endpoints" }).getByRole("row").filter({ hasText: url });
  await expect(row).toContainText("Connected");
  await expect(row).toContainText("All stores");
});

test("an endpoint with a key pair shows its public key, and gets a new one", async ({ page, context, signIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("manager", shop);
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add an endpoint" });
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Signature").selectOption("A key pair (Ed25519)");
  await form.getByRole("button", { name: "Save" }).click();

  await expect(page).toHaveURL(/\/developers\/endpoints\/[0-9a-f-]{36}$/);
  const keyOf = async () => (await listed())[0]?.publicKey ?? "none";
  const first = await keyOf();
  expect(first).toMatch(/^whpk_/);
  await expect(settings(page).getByText(first)).toBeVisible();
  await expect(settings(page).getByRole("button", { name: "Change the secret" })).toHaveCount(0);

  await settings(page).getByRole("button", { name: "Make a new key pair" }).click();
  await page.getByRole("dialog", { name: "Make a new key pair" }).getByRole("button", { name: "Save" }).click();
  const done = page.getByRole("dialog", { name: "Your new public key" });
  await expect(done.getByText("Until then calls have both signatures")).toBeVisible();
  await done.getByRole("button", { name: "Copy the public key" }).click();
  const second = await keyOf();
  expect(second).not.toBe(first);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(second);
  await done.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(settings(page).getByText(second)).toBeVisible();
  await expect(settings(page).getByText("calls also have the previous signature")).toBeVisible();
});

test("an address that accepts the first call becomes connected on the open page", async ({ page, signIn }) => {
  await signIn("owner", shop);
  const { id } = await make();
  await page.getByRole("link", { name: "Open Tills" }).click();
  await expect(settings(page).getByText("Connected", { exact: true })).toBeVisible();
  expect(await statusOf(id)).toBe("connected");
});

test("the deliveries of a store appear by themselves, and are sent again one by one or since a time", async ({
  page,
  signIn,
}) => {
  const { id } = await make();
  await expect.poll(() => statusOf(id)).toBe("connected");
  await signIn("owner", `${shop}/${id}`);
  await page.getByRole("navigation", { name: "Stores" }).getByRole("link", { name: /^Bath/ }).click();
  await expect(page).toHaveURL(new RegExp(`store=${storeId}`));
  await sell("mug", 2.5);
  const table = page.getByRole("table", { name: "Deliveries" });
  const row = table.getByRole("row").filter({ hasText: "mug" });
  await expect(row).toContainText("Delivered");
  const mugs = () => receiver.calls.filter(({ data }) => data.barcode === "mug").length;
  expect(mugs()).toBe(1);

  await page.getByRole("button", { name: /^inventory\.update mug sequence/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Delivery \d+$/ });
  await expect(dialog.getByText(/"barcode": "mug"/)).toBeVisible();
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(dialog.getByRole("list", { name: "Calls, oldest first" }).getByRole("listitem")).toHaveCount(2);
  await expect.poll(mugs).toBe(2);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Resend deliveries" }).click();
  const range = page.getByRole("dialog", { name: "Resend deliveries" });
  await expect(range.getByText("only updates of Bath")).toBeVisible();
  await range.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  await range.getByRole("button", { name: "Preview" }).click();
  await expect(range.getByText(/^2 deliveries would be sent again\.$/)).toBeVisible();
  expect(mugs()).toBe(2);
  await range.getByRole("button", { name: "Send 2 deliveries again" }).click();
  await expect.poll(mugs).toBe(3);
  await expect(page.getByRole("region", { name: "Delivery health" }).getByText("Accepted").first()).toBeVisible();
});

test("an endpoint that is turned off keeps its updates, and a deleted one is gone", async ({ page, signIn }) => {
  const { id } = await make();
  await expect.poll(() => statusOf(id)).toBe("connected");
  await signIn("owner", `${shop}/${id}?store=${storeId}`);
  await settings(page).getByRole("button", { name: "Turn off" }).click();
  await expect(settings(page).getByText("It gets no calls. Updates wait, for up to 30 days.")).toBeVisible();
  await sell("hat", 9);
  const row = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "hat" });
  await expect(row).toContainText("Waiting");
  await expect(settings(page).getByText(/^Updates of 1 store, the first since/)).toBeVisible();
  await settings(page).getByRole("button", { name: "Turn on" }).click();
  await expect(row).toContainText("Delivered");

  await settings(page).getByRole("button", { name: "Change", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Change the endpoint" });
  await expect(form.getByLabel("Address")).toHaveValue(url);
  await form.getByLabel("Description").fill("Cache");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Cache", level: 1 })).toBeVisible();

  await settings(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete Cache?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Cache is deleted.")).toBeVisible();
  await expect(page.getByText("No endpoint yet")).toBeVisible();
  expect(await listed()).toEqual([]);
});

test("calls that fail show the status, the reason and the next try", async ({ page, signIn }) => {
  const { id } = await make();
  await expect.poll(() => statusOf(id)).toBe("connected");
  await rest("POST", `/webhook-endpoints/${id}/secret`, { secret: WRONG, immediate: true });
  await signIn("owner", `${shop}/${id}?store=${storeId}`);
  await sell("mug", 2.5);
  const row = page.getByRole("table", { name: "Deliveries" }).getByRole("row").filter({ hasText: "mug" });
  await expect(row).toContainText("401");
  await expect(row).toContainText("Next try");
  await expect(settings(page).getByText("Last call failed", { exact: true })).toBeVisible();
});

test("an endpoint that accepts no call is a task on Home and news in the bell, which lead to its page", async ({
  page,
  signIn,
}) => {
  const { id } = await make({ url: "https://receiver.invalid/updates" });
  await signIn("owner", `/shops/${demo.retailerId}`);
  const toPage = page.locator(`a[href="${shop}/${id}"]`);
  const task = page.getByRole("list", { name: "Needs attention" }).getByRole("listitem").filter({ has: toPage });
  await expect(task).toContainText(/Endpoint failing.*Tills/);
  await page.getByRole("button", { name: /^News/ }).click();
  const news = page.getByRole("list", { name: "News" }).getByRole("listitem").filter({ has: toPage });
  await expect(news).toContainText("Tills");
  await news.getByRole("link").click();
  await expect(settings(page).getByText("https://receiver.invalid/updates")).toBeVisible();
});

test("the partner's people are told that an endpoint of all shops fails, correct it and send a store's deliveries again", async ({
  page,
  signIn,
}) => {
  await signIn("partner");
  await page.goto("/fleet/endpoints");
  await page.getByRole("button", { name: "Add an endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add an endpoint" });
  await form.getByLabel("Address").fill(url);
  await form.getByLabel("Description").fill("All tills");
  await form.getByRole("button", { name: "Save" }).click();
  const made = page.getByRole("dialog", { name: "The secret of your endpoint" });
  await made.getByRole("button", { name: "I have copied it" }).click();
  await expect(page).toHaveURL(/\/fleet\/endpoints\/[0-9a-f-]{36}$/);
  // The receiver knows another secret, so it refuses the first call.
  await expect(settings(page).getByText(/has not accepted our first call/)).toBeVisible();
  await look(page, "fleet-endpoint");
  await page.getByRole("link", { name: "All endpoints" }).click();
  await expect(page.getByRole("table", { name: "Endpoints" }).getByRole("row", { name: /All tills/ })).toBeVisible();
  await look(page, "fleet-endpoints");
  await reload(page);
  await page.getByRole("button", { name: /^News/ }).click();
  await page
    .getByRole("list", { name: "News" })
    .getByRole("link", { name: /All tills/ })
    .click();

  await settings(page).getByRole("button", { name: "Change the secret" }).click();
  const change = page.getByRole("dialog", { name: "Change the signing secret" });
  await change.getByLabel("Signing secret").fill(SECRET);
  await change.getByRole("radio", { name: "At once" }).check();
  await change.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Your new secret" }).getByRole("button", { name: "I have copied it" }).click();
  await settings(page).getByRole("button", { name: "Send a test call" }).click();
  await expect(settings(page).getByText("Connected", { exact: true })).toBeVisible();

  await sell("mug", 2.5);
  await expect.poll(() => receiver.calls.filter(({ data }) => data.barcode === "mug").length).toBe(1);
  await page.getByLabel("Choose a store").fill("Bath");
  await page.getByRole("navigation", { name: "Stores" }).getByRole("link", { name: /^Bath/ }).click();
  await page.getByRole("button", { name: /^inventory\.update mug sequence/ }).click();
  await expect(page.getByRole("dialog").getByText(/"barcode": "mug"/)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resend deliveries" }).click();
  const range = page.getByRole("dialog", { name: "Resend deliveries" });
  await range.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Delivered" }).click();
  await range.getByRole("button", { name: "Preview" }).click();
  await range.getByRole("button", { name: /^Send \d+ deliver(y|ies) again$/ }).click();
  await expect.poll(() => receiver.calls.filter(({ data }) => data.barcode === "mug").length).toBe(2);

  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Bath: choose another store" }).click();
  await settings(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No endpoint yet")).toBeVisible();
});

test("a viewer sees an endpoint and cannot change it, and an unknown one does not exist", async ({ page, signIn }) => {
  const { id } = await make();
  await signIn("viewer", shop);
  await expect(page.getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an endpoint" })).toHaveCount(0);
  await page.getByRole("link", { name: "Open Tills" }).click();
  await expect(settings(page).getByRole("button", { name: "Send a test call" })).toBeDisabled();
  await expect(settings(page).getByRole("button", { name: "Delete" })).toHaveCount(0);
  const ids = { retailerId: demo.retailerId, endpointId: id };
  const since = "2026-01-01T00:00:00Z";
  const calls = {
    "endpoints.create": { retailerId: demo.retailerId, body: { url } },
    "endpoints.update": { ...ids, body: { enabled: false } },
    "endpoints.test": ids,
    "endpoints.rotateSecret": { ...ids, body: {} },
    "endpoints.remove": ids,
    "endpoints.redeliverRange": { ...ids, body: { since } },
    "rehearsals.redeliverToEndpoint": { ...ids, body: { since } },
  };
  for (const [procedure, data] of Object.entries(calls)) {
    expect((await page.request.post(`/api/trpc/${procedure}`, { data })).status(), procedure).toBe(403);
  }
  const other = { ...ids, endpointId: "01920000-0000-7000-8000-000000000000" };
  const input = encodeURIComponent(JSON.stringify(other));
  expect((await page.request.get(`/api/trpc/endpoints.get?input=${input}`)).status()).toBe(404);
});
