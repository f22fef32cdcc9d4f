import { expect, type Page, test } from "@playwright/test";
import { stack } from "./demo.ts";

const { rest } = stack;

/** What a page loads from other servers, and the errors that the browser reports. */
function watch(page: Page): { elsewhere: string[]; complaints: string[] } {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(rest).origin) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { elsewhere, complaints };
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("the reference is shown, and loads nothing from elsewhere", async ({ page }) => {
      const { elsewhere, complaints } = watch(page);
      await page.goto(`${rest}/docs/reference/`);
      await expect(page.getByRole("heading", { name: "Highstreet API" })).toBeVisible();
      await page.getByRole("link", { name: /Change a retailer/ }).click();
      await expect(page.getByRole("heading", { name: "Change a retailer" })).toBeVisible();
      await page.getByRole("link", { name: "the list of errors" }).scrollIntoViewIfNeeded();
      expect([elsewhere, complaints]).toEqual([[], []]);
    });
  });

  test.describe(`in ${colorScheme}, without JavaScript`, () => {
    test.use({ colorScheme, javaScriptEnabled: false });

    test("a partner reads the guides, finds a rule, and comes to an error from its address", async ({ page }) => {
      const { elsewhere, complaints } = watch(page);
      await page.goto(`${rest}/docs`);
      await page.getByRole("main").getByRole("link", { name: "What is shown where" }).click();
      await expect(page.getByRole("img", { name: /Edits, product data/ })).toBeVisible();
      await page.getByRole("link", { name: /^Next/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search listings");
      await page.getByRole("searchbox").fill("WebhookVerificationFailed");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByRole("link", { name: "The first call", exact: true }).click();
      await expect(page.locator("h2:target")).toBeVisible();
      await page.goto(`${rest}/docs/errors#ChannelInUse`);
      await expect(page.locator("h3:target")).toHaveText(/ChannelInUse/);
      await page.setViewportSize({ width: 390, height: 800 });
      const article = await page.getByRole("article").boundingBox();
      expect((article?.x ?? 0) + (article?.width ?? 0), "no scrolling sideways").toBeLessThanOrEqual(390);
      expect([elsewhere, complaints]).toEqual([[], []]);
    });
  });
}
