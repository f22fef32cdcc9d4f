import { expect, type Locator, type Page } from "@playwright/test";
import { demo, pathOf, reload, rest, test } from "./demo.ts";

interface Item {
  status: string;
  hidden: boolean;
}

const itemIn = (store: number, barcode: string): Promise<Item> =>
  rest("GET", `/stores/${demo.storeIds[store]}/inventory/${barcode}`);

test.beforeEach(async () => {
  for (const barcode of ["85123A", "22423"]) await rest("PATCH", `/inventory/${barcode}`, { hidden: null });
});

async function productRow(page: Page, barcode: string, store = 0): Promise<Locator> {
  await page.goto(`${pathOf("products", store)}&q=${barcode}`);
  const row = page.getByRole("row").filter({ hasText: new RegExp(barcode) });
  await row.waitFor();
  return row;
}

/** Chooses an action in the menu of a row. */
async function chooseForAll(row: Locator, action: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions for / }).click();
  await row.page().getByRole("menuitem", { name: action }).click();
}

/** The calls in the inbox about a product, newest first. */
const callsOf = (page: Page, barcode: string): Locator =>
  page
    .getByRole("list", { name: "Calls, newest first" })
    .getByRole("button")
    .filter({ hasText: new RegExp(barcode) });

test("hiding a product in one store makes exactly one out_of_stock call, rightly signed", async ({ page, signIn }) => {
  const barcode = "85123A";
  expect((await itemIn(0, barcode)).status).toBe("in_stock");
  await signIn("manager");
  let row = await productRow(page, barcode);
  const shown = row.getByRole("switch", { name: /^Visible: / });
  await expect(shown).toBeChecked();
  // The visible track covers the input, which is for screen readers.
  await shown.click({ force: true });
  await expect(page.getByText(/is hidden in Carnaby Street\./)).toBeVisible();
  await expect(shown).not.toBeChecked();

  await page.goto(pathOf("developers/inbox"));
  await expect(callsOf(page, barcode)).toHaveCount(1);
  const call = callsOf(page, barcode).first();
  await expect(call).toContainText("inventory.update");
  await expect(call).toContainText("Out of stock");
  await expect(call).toContainText("Signature valid");
  await call.click();
  await expect(page.getByText(`"barcode":"${barcode}","status":"out_of_stock"`)).toBeVisible();

  row = await productRow(page, barcode);
  await row.getByRole("switch", { name: /^Visible: / }).click({ force: true });
  await expect(page.getByText(/is shown in Carnaby Street\./)).toBeVisible();
  await page.goto(pathOf("developers/inbox"));
  // The second call has arrived, so all earlier calls have arrived. Hiding made one call.
  await expect(callsOf(page, barcode)).toHaveCount(2);
  await expect(callsOf(page, barcode).first()).toContainText("In stock");
  await expect(page.getByText("every signature valid")).toBeVisible();

  await page.getByRole("tab", { name: "What your system now knows" }).click();
  await expect(page.getByRole("row").filter({ hasText: new RegExp(barcode) })).toContainText("In stock");
});

test("hiding for all stores hides in each, and showing again shows in each", async ({ page, signIn }) => {
  const barcode = "22423";
  await signIn("owner");
  const row = await productRow(page, barcode);
  await chooseForAll(row, "Hide in all stores");
  await expect(page.getByText(/is hidden in all stores\./)).toBeVisible();
  for (const store of [0, 1]) expect((await itemIn(store, barcode)).hidden).toBe(true);

  await page.getByRole("searchbox", { name: "Search products" }).fill("");
  await page.getByRole("combobox", { name: "Visibility" }).selectOption("Hidden");
  await expect(page).toHaveURL(/hidden=true/);
  const hidden = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(hidden.filter({ hasText: new RegExp(barcode) })).toHaveCount(1);
  await expect(hidden.filter({ hasNotText: "Hidden" })).toHaveCount(0);

  const inYork = await productRow(page, barcode, 1);
  await expect(inYork.getByRole("switch", { name: /^Visible: / })).not.toBeChecked();
  await chooseForAll(inYork, "Show in all stores");
  await expect(page.getByText(/is shown in all stores\./)).toBeVisible();
  for (const store of [0, 1]) expect((await itemIn(store, barcode)).hidden).toBe(false);
});

test("a product hidden in all stores and shown in one says both, and each scope offers one thing to do", async ({
  page,
  signIn,
}) => {
  const barcode = "22423";
  await signIn("owner");
  const row = await productRow(page, barcode);
  const shownHere = row.getByRole("switch", { name: /^Visible: / });
  await chooseForAll(row, "Hide in all stores");
  await expect(row.getByText("Hidden in all stores", { exact: true })).toBeVisible();
  await expect(shownHere).not.toBeChecked();
  await expect(page.getByText(/is hidden in all stores\./)).toBeVisible();
  await shownHere.click({ force: true });
  // A reload would end a call that waits for the one before it.
  await expect.poll(async () => (await itemIn(0, barcode)).hidden).toBe(false);
  for (const load of [() => Promise.resolve(null), () => reload(page)]) {
    await load();
    await expect(row.getByText("Hidden everywhere except here", { exact: true })).toBeVisible();
    await expect(shownHere).toBeChecked();
  }
  expect([(await itemIn(0, barcode)).hidden, (await itemIn(1, barcode)).hidden]).toEqual([false, true]);
  await row.getByRole("link").click();
  await expect(page.getByRole("button", { name: "Show in all stores", exact: true })).toBeVisible();
  await page.goBack();
  await chooseForAll(row, "Show in all stores");
  await expect(page.getByText(/is shown in all stores\./)).toBeVisible();
  await shownHere.click({ force: true });
  await expect(row.getByText("Hidden in this store", { exact: true })).toBeVisible();
  await expect(page.getByText(/is hidden in Carnaby Street\./)).toBeVisible();
  expect([(await itemIn(0, barcode)).hidden, (await itemIn(1, barcode)).hidden]).toEqual([true, false]);
});

test("a viewer sees everything, cannot change anything, and sees why", async ({ page, signIn }) => {
  await signIn("viewer");
  const row = await productRow(page, "85123A");
  await expect(row.getByRole("switch")).toHaveCount(0);
  await expect(row.getByText("Visible", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: /^Actions for / }).click();
  await expect(page.getByRole("menuitem", { name: "Hide in all stores" })).toBeDisabled();
  await expect(page.getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  await page.goto(pathOf("channels"));
  await expect(page.getByRole("button", { name: "Set up Local ads" })).toBeDisabled();
  const refused = await page.request.post("/api/trpc/customizations.edit", {
    data: { retailerId: demo.retailerId, barcode: "85123A", body: { hidden: true } },
  });
  expect(refused.status()).toBe(403);
  expect((await itemIn(0, "85123A")).hidden).toBe(false);
});

test("if the server refuses, the switch changes back and a message has the reason", async ({ page, signIn }) => {
  await signIn("owner");
  const row = await productRow(page, "85123A");
  await page.route("**/api/trpc/customizations.edit*", (route) => route.abort());
  const shown = row.getByRole("switch", { name: /^Visible: / });
  await shown.click({ force: true });
  await expect(page.getByText(/^“.*” was not hidden$/)).toBeVisible();
  await expect(page.getByText("Highstreet cannot be reached.")).toBeVisible();
  await expect(shown).toBeChecked();
});

test("without a connection, the switch goes back and a message says so", async ({ page, signIn }) => {
  await signIn("owner");
  const row = await productRow(page, "85123A");
  const shown = row.getByRole("switch", { name: /^Visible: / });
  await page.context().setOffline(true);
  await shown.click({ force: true });
  await expect(page.getByText(/^“.*” was not hidden$/)).toBeVisible();
  await expect(page.getByText("Highstreet cannot be reached.").first()).toBeVisible();
  await expect(shown).toBeChecked();
  await page.context().setOffline(false);
  expect((await itemIn(0, "85123A")).hidden).toBe(false);
});

test("the page of a proxy in place of an answer becomes a sentence for people", async ({ page, signIn }) => {
  await signIn("owner");
  const row = await productRow(page, "85123A");
  const html = { status: 502, contentType: "text/html", body: "<html><h1>Bad gateway</h1></html>" };
  await page.route("**/api/trpc/customizations.edit*", (route) => route.fulfill(html));
  await row.getByRole("switch", { name: /^Visible: / }).click({ force: true });
  await expect(page.getByText("Highstreet does not answer now (502). Wait a minute and try again.")).toBeVisible();
});

test("if the settings of the stores cannot be read, hiding in all stores changes nothing and says why", async ({
  page,
  signIn,
}) => {
  const barcode = "22423";
  await signIn("owner");
  const row = await productRow(page, barcode);
  await page.route("**/api/trpc/customizations.countOwnSettings*", (route) => route.abort());
  await chooseForAll(row, "Hide in all stores");
  await expect(page.getByText(/^“.*” was not hidden$/)).toBeVisible();
  await expect(page.getByText("Highstreet cannot be reached.")).toBeVisible();
  expect([(await itemIn(0, barcode)).hidden, (await itemIn(1, barcode)).hidden]).toEqual([false, false]);
});

test("two quick edits of one product run in the order of the clicks", async ({ page, signIn }) => {
  const barcode = "85123A";
  await signIn("owner");
  const row = await productRow(page, barcode);
  const shown = row.getByRole("switch", { name: /^Visible: / });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route("**/api/trpc/customizations.edit*", async (route) => {
    sent.push(route.request().postData() ?? "");
    if (sent.length === 1) await released;
    await route.continue();
  });
  await shown.click({ force: true });
  await expect.poll(() => sent.length).toBe(1);
  await shown.click({ force: true });
  await expect(shown).toBeChecked();
  expect(sent).toHaveLength(1);
  release();
  await expect.poll(() => sent.map((body) => body.includes('"hidden":true'))).toEqual([true, false]);
  await expect(page.getByText(/is shown in Carnaby Street\./)).toBeVisible();
  expect((await itemIn(0, barcode)).hidden).toBe(false);
});

test("after two failed edits of a product its switch is as it was", async ({ page, signIn }) => {
  await signIn("owner");
  const row = await productRow(page, "85123A");
  const shown = row.getByRole("switch", { name: /^Visible: / });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/trpc/customizations.edit*", async (route) => {
    await released;
    await route.abort();
  });
  // Without an answer the list keeps what it has loaded.
  await page.route("**/api/trpc/inventory.findProducts*", (route) => route.abort());
  await shown.click({ force: true });
  await expect(shown).not.toBeChecked();
  await shown.click({ force: true });
  await expect(shown).toBeChecked();
  await shown.click({ force: true });
  await expect(shown).not.toBeChecked();
  release();
  await expect(page.getByText(/^“.*” was not hidden$/)).toBeVisible();
  await expect(shown).toBeChecked();
});

test("hiding in all stores says how many stores have a setting of their own, and replaces it only when confirmed", async ({
  page,
  signIn,
}) => {
  const barcode = "22423";
  const own = { barcode, hidden: true, hiddenWhile: { priceUnder: 1_000 } };
  await rest("POST", `/stores/${demo.storeIds[1]}/inventory/customizations`, own);
  await signIn("owner");
  const row = await productRow(page, barcode);
  const dialog = page.getByRole("dialog", { name: "Hide in all stores" });
  await chooseForAll(row, "Hide in all stores");
  await expect(dialog.getByText(/^1 store has a setting of its own for “/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect([(await itemIn(0, barcode)).hidden, (await itemIn(1, barcode)).hidden]).toEqual([false, true]);
  await chooseForAll(row, "Hide in all stores");
  await dialog.getByRole("button", { name: "Hide in all stores" }).click();
  await expect(page.getByText(/is hidden in all stores\./)).toBeVisible();
  expect([(await itemIn(0, barcode)).hidden, (await itemIn(1, barcode)).hidden]).toEqual([true, true]);
});

test("a call with a wrong signature is refused, and shown as such", async ({ page, signIn }) => {
  const body = { action: "webhook.enabled", data: {} };
  const headers = { "x-webhook-signature": "0".repeat(64) };
  const answer = await page.request.post(`/api/inbox/${demo.storeIds[1]}`, { data: body, headers });
  expect(answer.status()).toBe(401);
  await signIn("owner", pathOf("developers/inbox", 1));
  const call = page.getByRole("button", { name: /webhook\.enabled/ });
  await expect(call.getByText("Signature invalid")).toBeVisible();
});
