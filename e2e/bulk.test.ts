import { expect } from "@playwright/test";
import { demo, pathOf, rest, test } from "./demo.ts";

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
  await page.locator("#last-edit").getByRole("button", { name: "Undo" }).click();
  await expect(first).toBeChecked();
});

test("the History page names the author of a change, and takes the change back", async ({ page, signIn }) => {
  const [item] = (
    await rest<{ data: { barcode: string }[] }>("GET", `/stores/${demo.storeIds[1]}/inventory/items?q=${word}`)
  ).data;
  const barcode = item?.barcode ?? "";
  await rest("PATCH", `/inventory/${barcode}`, { hidden: true });
  await signIn("owner", `/shops/${demo.retailerId}/history?barcode=${barcode}`);
  const row = page.getByRole("row").filter({ hasText: "hidden: – → yes" }).first();
  await expect(row).toContainText(barcode);
  await row.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.locator("#last-edit")).toContainText("The change was taken back.");
  await expect.poll(hiddenNow).toBe(0);
  await page
    .getByRole("button", { name: /made together with/ })
    .first()
    .click();
  await expect(page).toHaveURL(/operation=/);
  await expect(page.getByRole("button", { name: "Undo all of it" })).toBeVisible();
});
