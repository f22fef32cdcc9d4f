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
  await row.getByRole("link", { name: "The Shambles" }).click();
  await expect(page).toHaveURL(`${home}/products?store=${demo.storeIds[1]}`);
});

test("each number of the picture on Home is that of the list behind it, in all stores and in one", async ({
  page,
  signIn,
}) => {
  const [barcode, sold] = ["22423", "85123A"];
  await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/stock`, [{ barcode: sold, quantity: 0 }]);
  await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/${barcode}`, { hidden: true });
  try {
    await signIn("owner");
    const tasks = page.getByRole("list", { name: "Needs attention" });
    await expect(tasks).toContainText("rejected by Google", { timeout: 45_000 });
    const picture = page.getByRole("list", { name: "From shelf to customers" });
    const seen: string[] = [];
    for (const store of ["", `?store=${demo.storeIds[0]}`]) {
      // Google still takes products, so the picture is read again until its lists agree.
      await expect(async () => {
        await page.goto(home + store);
        const links = picture.getByRole("link", { name: /^[0-9]/ });
        await expect(links.first()).toBeVisible();
        const parts = await links.evaluateAll((all) =>
          all.map((link) => [link.textContent, link.getAttribute("href")]),
        );
        for (const [name = "", href = ""] of parts as string[][]) {
          await page.goto(href);
          const [number = "", label = ""] = name.split(/ (.*)/);
          const noun = number === "1" ? "product" : "products";
          await expect(page.getByText(`${number} ${noun}`, { exact: true })).toBeVisible({ timeout: 15_000 });
          seen.push(label);
        }
      }).toPass();
    }
    for (const part of ["Products", "Shown", "Hidden", "Out of stock", "On Google", "Rejected", "To webhooks"])
      expect(seen).toContain(part);
  } finally {
    await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/${barcode}`, { hidden: null });
  }
});

test("the demo shop looks as if it has been open for weeks: a full chart, tasks, pictures, deliveries", async ({
  page,
  signIn,
}) => {
  await signIn("owner");
  const tasks = page.getByRole("list", { name: "Needs attention" });
  await expect(tasks.getByRole("listitem").filter({ hasText: "Victoria Street" }).first()).toContainText("File held");
  await expect(tasks).toContainText("rejected by Google", { timeout: 45_000 });
  const { data } = await rest<{ data: { createdAt: string }[] }>(
    "GET",
    `/stores/${demo.storeIds[0]}/inventory/ingests`,
  );
  expect(data.length).toBeGreaterThan(14);
  await expect(page.getByRole("img", { name: /^In stock in the last 14 days/ }).first()).toBeVisible();
  const changes = page.getByRole("region", { name: "Changes of the last 7 days" });
  await expect(changes.getByRole("listitem").first()).toBeVisible();

  await page.goto(`${home}/products?q=lantern`);
  const picture = page.locator("img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480);
  const { headers } = await fetch((await picture.getAttribute("src")) ?? "");
  expect(headers.get("cache-control")).toContain("immutable");

  await page.goto(`${home}/developers/webhooks?store=${demo.storeIds[0]}`);
  await expect(page.getByRole("img", { name: /^How long calls took/ })).toBeVisible();
  // Other tests have changed much today.
  const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${home}/history?to=${past}`);
  for (const who of ["Olivia Owner", "Max Manager"])
    await expect(page.getByRole("row").filter({ hasText: who }).first()).toBeVisible();
});
