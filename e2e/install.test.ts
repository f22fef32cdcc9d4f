import { expect } from "@playwright/test";
import { pathOf, test } from "./demo.ts";

test.use({ serviceWorkers: "allow" });

test("a phone can install the console: the manifest and its icons have their sizes", async ({ page, request }) => {
  await page.goto("/sign-in");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const { icons, ...manifest } = await (await request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ name: "Highstreet", start_url: "/", display: "standalone" });
  const apple = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  for (const { src, sizes } of [...icons, { src: apple, sizes: "180x180" }]) {
    const png = await (await request.get(src)).body();
    // The head of a PNG.
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
});

test("without a connection the last list shows and says so; after a sign-out nothing of it is left", async ({
  page,
  signIn,
}) => {
  const offline = page.getByRole("heading", { name: "You are offline" });
  const row = page.getByRole("row").filter({ hasText: "22423" });
  // The start of the worker, which looks for the cache, is slower than the list. It must not replace the list.
  await page.addInitScript(() => {
    // A blank page has no cache.
    if (!("caches" in window)) return;
    const has = CacheStorage.prototype.has;
    CacheStorage.prototype.has = async function (name) {
      const found = await has.call(this, name);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return found;
    };
  });
  await signIn("owner", `${pathOf("products")}&q=22423`);
  await expect(row).toBeVisible();
  const kept = () => page.evaluate(async () => (await (await caches.match("/offline"))?.text()) ?? "");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(kept).toContain("22423");

  await page.context().setOffline(true);
  await page.goto(pathOf("history"));
  await expect(offline).toBeVisible();
  await expect(page.getByText("The Gift Shop, Carnaby Street", { exact: false })).toBeVisible();
  await expect(row).toBeVisible();
  // A phone and a long title: the figures stay whole, each with its name.
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .locator("td")
    .first()
    .evaluate((title) => title.append("Kapitänsmütze".repeat(12)));
  const price = page.locator("td[data-label=Price]").first();
  await expect(price).toContainText("£");
  expect(await price.evaluate((cell) => cell.getBoundingClientRect().height)).toBeLessThan(40);
  expect(await price.evaluate((cell) => getComputedStyle(cell, "::before").content)).toContain("Price");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();

  await page.getByRole("button", { name: "Olivia Owner owner" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(kept).not.toContain("22423");
  await page.context().setOffline(true);
  await page.goto(pathOf("products"));
  await expect(offline).toBeVisible();
  await expect(page.getByRole("table")).toBeHidden();
});
