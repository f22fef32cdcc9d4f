import { expect } from "@playwright/test";
import { demo, pathOf, rest, test } from "./demo.ts";

interface Items {
  data: { barcode: string; title: string | null }[];
}

test("a wrong password is refused with a sentence; the right one leads to the page that was asked for", async ({
  page,
}) => {
  await page.goto(`${pathOf("products")}&q=lantern`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail").fill("owner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The e-mail address or the password is wrong.")).toBeVisible();
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
  await expect(rows).toHaveCount(25);
  await page.keyboard.press("/");
  await page.keyboard.type("white hanging");
  await expect(page).toHaveURL(/q=white\+hanging/);
  for (const load of [() => Promise.resolve(null), () => page.reload()]) {
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
  await expect(page.getByText("No product matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(pathOf("products"));
  await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue("");
  await expect(page.getByRole("switch").first()).toBeVisible();
});

test("/ leads to the search from a switch and a filter, and is a letter where one types", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const search = page.getByRole("searchbox", { name: "Search products" });
  for (const start of [page.getByRole("switch").first(), page.getByRole("combobox", { name: "Stock status" })]) {
    await start.focus();
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("");
  }
  await page.keyboard.type("1/2");
  await expect(search).toHaveValue("1/2");
});

test("a filter that there is not is taken out of the address; the others stay", async ({ page, signIn }) => {
  await signIn("owner", `${pathOf("products")}&q=lantern&status=foo&hidden=perhaps`);
  await expect(page).toHaveURL(`${pathOf("products")}&q=lantern`);
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: /lantern/i })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Stock status" })).toHaveValue("");
});

test("the stock filter shows only that status", async ({ page, signIn }) => {
  await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/stock`, [{ barcode: "22423", quantity: 2 }]);
  await signIn("owner", pathOf("products"));
  await page.getByRole("combobox", { name: "Stock status" }).click();
  await page.getByRole("option", { name: "Low stock" }).click();
  await expect(page).toHaveURL(/status=low_stock/);
  const rows = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(rows.filter({ hasText: "22423" })).toHaveCount(1);
  await expect(rows.filter({ hasNotText: "Low stock" })).toHaveCount(0);
});

test("turning pages forth and back shows every product once, in the API's order", async ({ page, signIn }) => {
  const items = await rest<Items>("GET", `/stores/${demo.storeIds[0]}/inventory/items?page[size]=75`);
  await signIn("owner", pathOf("products"));
  const shown = page.getByRole("row").filter({ has: page.getByRole("switch") });
  for (const first of [0, 25, 50]) {
    const expected = items.data.slice(first, first + 25);
    await expect(shown.first()).toContainText(expected[0]?.barcode ?? "");
    await expect(shown).toContainText(expected.map(({ barcode }) => barcode));
    await page.getByRole("button", { name: "Next" }).click();
  }
  await expect(page).toHaveURL(/after=/);
  await expect(shown.first()).not.toContainText(items.data[50]?.barcode ?? "");
  for (const first of [50, 25, 0]) {
    await page.getByRole("button", { name: "Previous" }).click();
    // The button belongs to the shown page, so wait for the next page before the next click.
    await expect(shown.first()).toContainText(items.data[first]?.barcode ?? "none");
  }
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
});

test("a shop that one does not work for is not found", async ({ page, signIn }) => {
  await signIn("owner");
  const stranger = "01920000-0000-7000-8000-000000000000";
  const answer = await page.goto(`/shops/${stranger}/products`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
});
