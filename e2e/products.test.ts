import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { demo, pathOf, reload, rest, test } from "./demo.ts";
import { scan } from "./scanner.ts";

interface Items {
  data: { barcode: string; title: string | null }[];
}

test("a choice that a person makes before the page is ready counts", async ({ page, signIn }) => {
  await signIn("owner", `/shops/${demo.retailerId}/products`);
  const chosen = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  const stock = page.getByRole("combobox", { name: "Stock" });
  await stock.selectOption("Low stock");
  chosen.resolve();
  await expect(page).toHaveURL(/status=low_stock/);
  await expect(stock).toHaveValue("low_stock");
});

test("a wrong password is refused with a sentence; the right one leads to the page that was asked for", async ({
  page,
}) => {
  await page.goto(`${pathOf("products")}&q=lantern`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill("owner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeFocused();
  await page.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${pathOf("products")}&q=lantern`);
  await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue("lantern");
});

test("signing out ends the session", async ({ page, signIn }) => {
  await signIn("manager");
  await page.getByRole("button", { name: /Max Manager/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(pathOf("products"));
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});

test("the search finds words and barcodes, is reached with / and stays in the address", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const rows = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(rows).toHaveCount(50);
  await page.keyboard.press("/");
  await page.keyboard.type("white hanging");
  await expect(page).toHaveURL(/q=white\+hanging/);
  for (const load of [() => Promise.resolve(null), () => reload(page)]) {
    await load();
    await expect(rows.filter({ hasText: /85123A/ })).toHaveCount(1);
    await expect(rows.filter({ hasNotText: /white.*hanging|hanging.*white/i })).toHaveCount(0);
  }
  await page.getByRole("searchbox", { name: "Search products" }).fill("85123A");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("85123A");
});

test("a search without a match says so and can be cleared", async ({ page, signIn }) => {
  await signIn("owner", `${pathOf("products")}&q=zeppelin`);
  await expect(page.getByRole("heading", { name: "No product matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(pathOf("products"));
  await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue("");
  await expect(page.getByRole("switch").first()).toBeVisible();
});

test("/ leads to the search from a switch and a filter, and is a letter in a text field", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const search = page.getByRole("searchbox", { name: "Search products" });
  for (const start of [page.getByRole("switch").first(), page.getByRole("combobox", { name: "Stock" })]) {
    await start.focus();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("");
  }
  await page.keyboard.type("1/2");
  await expect(search).toHaveValue("1/2");
});

test("an unknown filter is removed from the address; the others stay", async ({ page, signIn }) => {
  await signIn("owner", `${pathOf("products")}&q=lantern&status=foo&hidden=perhaps`);
  await expect(page).toHaveURL(`${pathOf("products")}&q=lantern`);
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /lantern/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Stock" })).toHaveValue("");
});

test("the stock filter shows only that status", async ({ page, signIn }) => {
  await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/stock`, [{ barcode: "22423", quantity: 2 }]);
  await signIn("owner", pathOf("products"));
  await page.getByRole("combobox", { name: "Stock" }).selectOption("Low stock");
  await expect(page).toHaveURL(/status=low_stock/);
  const rows = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(rows.filter({ hasText: "22423" })).toHaveCount(1);
  // A row has one label, and a refusal by Google comes first.
  await expect(rows.filter({ hasNotText: /Low stock|by Google/ })).toHaveCount(0);
});

test("pages show every product once, in order, and the address names the page", async ({ page, signIn }) => {
  const items = await rest<Items>("GET", `/stores/${demo.storeIds[0]}/inventory/items?page[size]=100`);
  await signIn("owner", pathOf("products"));
  const shown = page.getByRole("row").filter({ has: page.getByRole("switch") });
  const pages = page.getByRole("navigation", { name: "Pages of the list" });
  await expect(page.getByText("1–50 of 2,000 products")).toBeVisible();
  await expect(shown).toContainText(items.data.slice(0, 50).map(({ barcode }) => barcode));
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(shown).toContainText(items.data.slice(50).map(({ barcode }) => barcode));
  await pages.getByRole("button", { name: "40" }).click();
  await expect(page.getByText("1,951–2,000 of 2,000 products")).toBeVisible();
  await page.goBack();
  await expect(shown).toContainText(items.data.slice(50).map(({ barcode }) => barcode));
});

test("the list is sorted by the head of a column, in both directions", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const price = page.getByRole("columnheader", { name: "Price" });
  const first = page
    .getByRole("row")
    .filter({ has: page.getByRole("switch") })
    .first();
  await price.getByRole("button").click();
  await expect(price).toHaveAttribute("aria-sort", "ascending");
  const cheapest = await first.innerText();
  await price.getByRole("button").click();
  await expect(price).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=-price/);
  await expect(first).not.toHaveText(cheapest);
});

test("a scanned barcode replaces the search wherever the focus is, and opens the only product", async ({
  page,
  signIn,
}) => {
  await signIn("owner", `${pathOf("products")}&q=lantern`);
  await page.getByRole("switch").first().focus();
  await scan(page, "22423");
  await expect(page).toHaveURL(pathOf("products").replace("?", "/22423?"));
});

test("in the search field a second scan replaces the first", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const search = page.getByRole("searchbox", { name: "Search products" });
  await search.click();
  for (const barcode of ["00000001", "00000002"]) {
    await scan(page, barcode);
    await expect(page).toHaveURL(new RegExp(`q=${barcode}`));
    await expect(search).toHaveValue(barcode);
  }
});

test("a barcode that is scanned beside the search field, and is in no store, stands in the search field", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("products"));
  const search = page.getByRole("searchbox", { name: "Search products" });
  for (const barcode of ["00000001", "00000002"]) {
    await page.getByRole("link", { name: "Products" }).first().focus();
    await scan(page, barcode);
    await expect(page).toHaveURL(new RegExp(`q=${barcode}`));
    await expect(search).toHaveValue(barcode);
  }
});

test("without a store in the address the list has the products of all stores, each once", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  await page.getByRole("button", { name: "Carnaby Street" }).click();
  await page.getByRole("option", { name: "All stores" }).click();
  await expect(page).toHaveURL(/products$/);
  await page.getByRole("searchbox", { name: "Search products" }).fill("85123A");
  await expect(page.getByRole("row").filter({ hasText: "85123A" })).toHaveCount(1);
});

test("the focus stays in the list when the focused product leaves the filter", async ({ page, signIn }) => {
  await signIn("owner", `${pathOf("products")}&hidden=false&q=lantern`);
  const switches = page.getByRole("switch");
  const name = (await switches.first().getAttribute("aria-label")) ?? "";
  await switches.first().focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("switch", { name })).toHaveCount(0);
  await expect(switches.first()).toBeFocused();
  await page.goto(`${pathOf("products")}&hidden=true&q=lantern`);
  await page.getByRole("switch", { name }).click({ force: true });
  await expect(page.getByText(/is shown in Carnaby Street/)).toBeVisible();
});

test("the export has the products of the filters", async ({ page, signIn }) => {
  await signIn("viewer", `${pathOf("products")}&q=85123A`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^85123A,/);
});

test("on a phone a product takes at most 80 px, and its controls at least 44 px", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn("owner", pathOf("products"));
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("switch") })
    .first();
  await row.waitFor();
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(80);
  const menu = await row.getByRole("button", { name: /^Actions for / }).boundingBox();
  expect(Math.min(menu?.width ?? 0, menu?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await page.getByRole("link", { name: "Scan" }).click();
  const dialog = page.getByRole("dialog", { name: "Scan a barcode" });
  await dialog.getByLabel("Barcode").fill("22423");
  await dialog.getByRole("button", { name: "Find" }).click();
  await dialog.getByRole("link", { name: "Open product" }).click();
  await expect(page).toHaveURL(/products\/22423/);
});

test("a shop without a role of the person is not found", async ({ page, signIn }) => {
  await signIn("owner");
  const stranger = "01920000-0000-7000-8000-000000000000";
  const answer = await page.goto(`/shops/${stranger}/products`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});
