import { expect, type Page } from "@playwright/test";
import { demo, rest, test } from "./demo.ts";

const product = (barcode: string): string => `/shops/${demo.retailerId}/products/${encodeURIComponent(barcode)}`;
const inventory = (barcode: string): string => `/inventory/${barcode}`;
const row = (page: Page, store: string) =>
  page.getByRole("table", { name: "Stores and channels" }).getByRole("row").filter({ hasText: store });

interface Product {
  title: string;
  stores: { storeId: string; hidden: boolean }[];
}

/** A product of both stores of the demo shop. */
async function commonBarcode(): Promise<string> {
  const [item] = (await rest<{ data: { barcode: string }[] }>("GET", `/stores/${demo.storeIds[1]}/inventory/items`))
    .data;
  if (!item) throw new Error("the second store of the demo shop is empty");
  return item.barcode;
}

test("a product shows each store and channel with the reason, and its button changes it", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await signIn("owner", product(barcode));
  const shambles = row(page, "The Shambles");
  await expect(shambles.getByText("Not set up").first()).toBeVisible();
  await shambles.getByRole("switch").click({ force: true });
  await expect(page.getByText(/is hidden in The Shambles/)).toBeVisible();
  await expect(
    shambles.getByText("Hidden", { exact: true }).or(shambles.getByText("Not set up")).first(),
  ).toBeVisible();
  const hidden = async () =>
    (await rest<Product>("GET", inventory(barcode))).stores.find(({ storeId }) => storeId === demo.storeIds[1])?.hidden;
  expect(await hidden()).toBe(true);
  await page
    .getByRole("button", { name: /^Undo: Visibility: .* → hidden/ })
    .first()
    .click();
  await expect.poll(hidden).toBe(false);
  await expect(shambles.getByRole("switch")).toBeChecked();
});

test("the button of a hide for all stores asks before it replaces the setting of a store", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  const here = `/stores/${demo.storeIds[1]}${inventory(barcode)}`;
  await rest("PATCH", inventory(barcode), { hidden: true });
  await rest("PATCH", here, { hidden: true });
  await signIn("owner", product(barcode));
  const show = row(page, "Carnaby Street").getByRole("button", { name: /^Show in all stores: Webhooks/ });
  await show.click();
  const dialog = page.getByRole("dialog", { name: "Show in all stores" });
  await expect(dialog.getByText(/^1 store has a setting of its own for “/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(show).toBeVisible();
  await show.click();
  await dialog.getByRole("button", { name: "Show in all stores" }).click();
  await expect(page.getByText(/is shown in all stores\./)).toBeVisible();
  const { stores } = await rest<Product>("GET", inventory(barcode));
  expect(stores.some(({ hidden }) => hidden)).toBe(false);
});

test("an edit of the product data shows both values after an edit of another person", async ({ page, signIn }) => {
  const barcode = "22423";
  await signIn("owner", product(barcode));
  const change = page.getByRole("button", { name: "Change", exact: true });
  await change.click();
  await page.getByLabel("Title").fill("Cake stand, three tiers");
  await page.getByLabel("Description").fill("For cakes.");
  await page.getByLabel("Brand").fill("Regency");
  await page.getByLabel("Pictures").fill("https://shop.example/cake.jpg");
  const theirs = { title: "Cake stand", description: "New", brand: "Regency", image: ["https://shop.example/c.jpg"] };
  await rest("PATCH", inventory(barcode), theirs);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Another person changed this product")).toBeVisible();
  const panel = page.getByRole("region", { name: "Change what customers see" });
  await expect(panel.getByText("Cake stand", { exact: true })).toBeVisible();
  await expect(panel.getByText("Cake stand, three tiers")).toBeVisible();
  await page.getByRole("button", { name: "Save my values" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cake stand, three tiers");
  expect((await rest<Product>("GET", inventory(barcode))).title).toBe("Cake stand, three tiers");
  await change.click();
  await page.getByRole("button", { name: "Use your system's data again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Cake stand, three tiers");
});

test("a product is hidden until its stock reaches a limit, and shows again by itself", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/${barcode}`, { hidden: false });
  await signIn("owner", product(barcode));
  await page.getByRole("button", { name: "Hide until…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1 store has a setting of its own for “/)).toBeVisible();
  await dialog.getByText("A stock", { exact: true }).click();
  await dialog.getByRole("button", { name: "Hide until then" }).click();
  await expect(dialog.getByText("Needs a limit")).toBeVisible();
  await dialog.getByLabel("Show again from this quantity").fill("700");
  await dialog.getByRole("button", { name: "Hide until then" }).click();
  await expect(page.getByText("Hidden in all stores until the quantity is 700 or more")).toBeVisible();
  const hidden = async () => (await rest<Product>("GET", inventory(barcode))).stores.map((store) => store.hidden);
  expect(await hidden()).toEqual([true, true]);
  for (const store of demo.storeIds)
    await rest("PATCH", `/stores/${store}/inventory/stock`, [{ barcode, quantity: 700 }]);
  await expect.poll(hidden).toEqual([false, false]);
});

test("a viewer sees the product and cannot change it", async ({ page, signIn }) => {
  await signIn("viewer", product(await commonBarcode()));
  await expect(row(page, "The Shambles").getByRole("switch")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Hide in all stores" })).toBeDisabled();
});
