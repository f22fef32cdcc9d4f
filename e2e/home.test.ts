import { expect } from "@playwright/test";
import { demo, rest, test } from "./demo.ts";

const home = `/shops/${demo.retailerId}`;
const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };

test("Home names the tasks of a store, and the button of a task leads to its page", async ({ page, signIn }) => {
  const store = await rest<{ id: string }>("POST", "/stores", { name: "Bath Home", ...address });
  try {
    await signIn("owner");
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await expect(page).toHaveTitle("Home · The Gift Shop · Highstreet");
    const tasks = page.getByRole("list", { name: "Needs attention" });
    const task = tasks.getByRole("listitem").filter({ hasText: "Bath Home" });
    await expect(task).toContainText("No stock yet");
    await task.getByRole("link", { name: "Send the first file: Bath Home" }).click();
    await expect(page).toHaveURL(`${home}/imports?store=${store.id}`);
  } finally {
    await rest("DELETE", `/stores/${store.id}`);
  }
});

test("Home shows the stock of each store, and when the last stock came", async ({ page, signIn }) => {
  await rest("PATCH", `/stores/${demo.storeIds[1]}/inventory/stock`, [{ barcode: "22423", quantity: 5 }]);
  await signIn("viewer");
  const row = page.getByRole("row", { name: /The Shambles/ });
  await expect(row).toContainText(/just now|1 minute ago/);
  await expect(page.getByRole("region", { name: "In stock over time" })).toBeVisible();
  const totals = page.getByRole("region", { name: "The shop in figures" });
  await expect(totals.getByText(/^[0-9] of [0-9] stores$/)).toHaveCount(3);
  await expect(totals).toContainText("In stock");
  await row.getByRole("link", { name: "The Shambles" }).click();
  await expect(page).toHaveURL(`${home}/products?store=${demo.storeIds[1]}`);
});
