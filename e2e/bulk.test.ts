import { expect, type Locator, type Page } from "@playwright/test";
import { demo, pathOf, reload, rest, routeOnce, test } from "./demo.ts";

const products = `/shops/${demo.retailerId}/products`;
const word = "lantern";

interface Customizations {
  hidden: boolean | null;
}
const hiddenNow = async () => (await rest<Customizations[]>("GET", "/inventory/customizations?hidden=true")).length;

test("all products that match are hidden after a count, and Undo takes the whole operation back", async ({
  page,
  signIn,
}) => {
  const before = await hiddenNow();
  await signIn("owner", `${products}?q=${word}`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(rows.first()).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all products on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected products" });
  await expect(bar).toContainText(/\d+ products? selected/);
  await bar.getByRole("button", { name: "Hide" }).click();
  const dialog = page.getByRole("dialog", { name: "Hide these products?" });
  await expect(dialog).toContainText(/\d+ products? in all stores\. \d+ stores? will change/);
  await dialog.getByRole("button", { name: "Hide" }).click();
  const message = page.locator("#last-edit");
  await expect(message).toContainText(/Hidden: \d+ products? in all stores/);
  await expect(rows.first().getByRole("switch")).not.toBeChecked();
  expect(await hiddenNow()).toBeGreaterThan(before);
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(message).toContainText(/Taken back: \d+ products?/);
  await expect(rows.first().getByRole("switch")).toBeChecked();
  expect(await hiddenNow()).toBe(before);
  await page.goto(`/shops/${demo.retailerId}/history?kind=products`);
  const done = page.getByRole("row").filter({ hasText: /Olivia Owner hid \d+ products? .*in all stores/ });
  await expect(done.first()).toContainText("Undone");
  const undone = page.getByRole("row").filter({ hasText: "took back a change of" }).first();
  await expect(undone.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await done
    .first()
    .getByRole("button", { name: /^Olivia Owner hid/ })
    .click();
  await expect(page.getByRole("heading", { name: "One change" })).toBeVisible();
  await expect(page.getByText(/^Olivia Owner hid \d+ products? .*in all stores\./)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Visibility: visible → hidden" }).first()).toBeVisible();
});

/** Ticks the products of the page, and asks to hide them. @returns the dialog with the count */
async function askToHide(page: Page): Promise<Locator> {
  await page.getByRole("checkbox", { name: "Select all products on this page" }).check();
  await page.getByRole("region", { name: "Selected products" }).getByRole("button", { name: "Hide" }).click();
  return page.getByRole("dialog", { name: "Hide these products?" });
}

test("the products of two long pages are counted together, and stores with settings of their own are named", async ({
  page,
  signIn,
}) => {
  await signIn("owner", `${products}?size=100`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("switch") });
  await expect(rows).toHaveCount(100);
  const barcode = (await rows.first().getByRole("link").getAttribute("href"))?.split("/").at(-1) ?? "";
  const inYork = `/stores/${demo.storeIds[1]}/inventory/${barcode}`;
  await rest("POST", `/stores/${demo.storeIds[1]}/inventory/customizations`, {
    ...{ barcode, hidden: true, hiddenWhile: { priceUnder: 1_000 } },
  });
  await page.getByRole("checkbox", { name: "Select all products on this page" }).check();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("checkbox", { name: "Select all products on this page" })).not.toBeChecked();
  const dialog = await askToHide(page);
  await expect(dialog).toContainText(/^.*200 products in all stores\./);
  await expect(dialog).toContainText("1 store has a setting of its own for these products.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await rest("PATCH", inYork, { hidden: null });
});

test("a lost answer while a bulk edit runs does not claim that nothing changed", async ({ page, signIn }) => {
  const before = await hiddenNow();
  await signIn("owner", `${products}?q=${word}`);
  const dialog = await askToHide(page);
  // Large edits run in the worker. The page then asks for the progress.
  await page.route("**/api/trpc/operations.editByFilter*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"done","total"', '"running","total"'),
    });
  });
  // The call can share a batch with others.
  await page.route(/\/api\/trpc\/[^?]*operations\.get\b/, (route) => route.abort());
  const edited = page.waitForResponse((response) => response.url().includes("operations.editByFilter"));
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText("The edit continues")).toBeVisible();
  const [{ result }] = (await (await edited).json()) as [{ result: { data: { id: string } } }];
  // A later visit finds an edit that the page has left. It says that it cannot follow it, and the next visit can.
  const { id } = result.data;
  await page.evaluate(
    ([key = "", value = ""]) => sessionStorage.setItem(key, value),
    [`running ${demo.retailerId}`, id],
  );
  await reload(page);
  await expect(page.getByText("The edit continues")).toBeVisible();
  await page.unrouteAll();
  await reload(page);
  const message = page.locator("#last-edit");
  await expect(message).toContainText(/\d+ products?/);
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(message).toContainText("Taken back: ");
  expect(await hiddenNow()).toBe(before);
});

test("other products that match now are counted before the next click hides them", async ({ page, signIn }) => {
  const store = demo.storeIds[1];
  await signIn("owner", `${products}?store=${store}&status=out_of_stock`);
  const dialog = await askToHide(page);
  const domain = { code: "ChangedSince", members: {} };
  const body = [{ error: { message: "Other products.", code: -32_000, data: { httpStatus: 409, domain } } }];
  await routeOnce(page, "**/api/trpc/operations.editByFilter*", (route) => route.fulfill({ status: 409, json: body }));
  const counted = page.waitForRequest((request) => request.url().includes("operations.planEdit"));
  await dialog.getByRole("button", { name: "Hide" }).click();
  await expect(dialog).toContainText("Other products match now. Check the new count, then confirm.");
  await counted;
  await dialog.getByRole("button", { name: "Hide" }).click();
  const message = page.locator("#last-edit");
  await expect(message).toContainText(/^Hidden: /);
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(message).toContainText("Taken back: ");
});

test("an old address of a page of History leads back to the first page", async ({ page, signIn }) => {
  await signIn("owner", `/shops/${demo.retailerId}/history?after=garbage`);
  await expect(page.getByText("This page of the list is no longer there.")).toBeVisible();
  await page.getByRole("button", { name: "Back to the first page" }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(page.getByText("This page of the list is no longer there.")).toBeHidden();
});

test("a single hide can be undone from its message", async ({ page, signIn }) => {
  await signIn("owner", `${pathOf("products")}&q=${word}`);
  const first = page.getByRole("switch").first();
  await expect(first).toBeChecked();
  await first.click({ force: true });
  await expect(page.locator("#last-edit")).toContainText("is hidden in");
  const undo = page.locator("#last-edit").getByRole("button", { name: "Undo" });
  await page.context().setOffline(true);
  await undo.click();
  await expect(page.locator("#last-edit")).toContainText("It was not taken back");
  await page.context().setOffline(false);
  await expect(first).not.toBeChecked();
  await first.click({ force: true });
  await expect(page.locator("#last-edit")).toContainText("is shown in");
  await first.click({ force: true });
  await expect(page.locator("#last-edit")).toContainText("is hidden in");
  await undo.click();
  await expect(first).toBeChecked();
});

test("the History page names the author of a change, and takes the change back", async ({ page, signIn }) => {
  const before = await hiddenNow();
  const [item] = (
    await rest<{ data: { barcode: string }[] }>("GET", `/stores/${demo.storeIds[1]}/inventory/items?q=${word}`)
  ).data;
  const barcode = item?.barcode ?? "";
  await rest("PATCH", `/inventory/${barcode}`, { hidden: true });
  await signIn("owner", `/shops/${demo.retailerId}/history?barcode=${barcode}`);
  const row = page.getByRole("row").filter({ hasText: "Visibility: visible → hidden" }).first();
  await expect(row).toContainText(barcode);
  await row.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.locator("#last-edit")).toContainText("The change was taken back.");
  await expect.poll(hiddenNow).toBe(before);
  await page
    .getByRole("button", { name: /made together with/ })
    .first()
    .click();
  await expect(page).toHaveURL(/operation=/);
  await expect(page.getByRole("button", { name: "Undo all of it" })).toBeVisible();
});
