import { expect, test } from "@playwright/test";
import { stack } from "./demo.ts";

const { rest } = stack;

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("the reference and the list of errors are shown, and load nothing from elsewhere", async ({ page }) => {
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== new URL(rest).origin) elsewhere.push(request.url());
      });
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      await page.goto(`${rest}/docs`);
      await expect(page.getByRole("heading", { name: "Highstreet API" })).toBeVisible();
      await page.getByRole("link", { name: /Change a retailer/ }).click();
      await expect(page.getByRole("heading", { name: "Change a retailer" })).toBeVisible();
      await page.getByRole("link", { name: "the list of errors" }).scrollIntoViewIfNeeded();
      await page.goto(`${rest}/docs/errors#ChannelInUse`);
      await expect(page.locator("article:target")).toContainText("409");
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), "no scrolling sideways").toBe(390);
      expect([elsewhere, complaints]).toEqual([[], []]);
    });
  });
}
