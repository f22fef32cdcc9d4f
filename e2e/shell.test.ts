import { expect } from "@playwright/test";
import { pathOf, test } from "./demo.ts";

test("the first tab stop leads past the navigation", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  await expect(page.getByRole("heading", { name: "Channels" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the colours chosen are kept", async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn("owner");
  await page.getByRole("button", { name: /Account of Olivia Owner/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByRole("button", { name: /Account of Olivia Owner/ }).click();
  await page.getByRole("menuitemradio", { name: "As the device" }).click();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("another store is a choice away, on the same page", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  await page.getByRole("button", { name: "Shop and store: The Gift Shop, Carnaby Street" }).click();
  await page.getByRole("menuitem", { name: /The Shambles/ }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf("channels", 1)}$`));
  await expect(page.getByText("Where the products of The Shambles are shown.")).toBeVisible();
});

test("every answer has the security headers, and a page takes no body", async ({ request }) => {
  for (const path of ["/sign-in", "/icon.svg", "/api/trpc/staff.me", "/api/auth/get-session", "/missing"]) {
    const headers = (await request.get(path)).headers();
    expect([path, headers["x-content-type-options"], headers["x-frame-options"], headers["referrer-policy"]]).toEqual([
      path,
      "nosniff",
      "DENY",
      "same-origin",
    ]);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
  expect((await request.post("/sign-in", { form: { email: "x", password: "y" } })).status()).toBe(405);
});

test("on a phone the pages are tabs at the foot", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn("owner");
  const tabs = page.getByRole("navigation", { name: "Store" });
  await tabs.getByRole("link", { name: "Inbox" }).click();
  await expect(page.getByRole("heading", { name: "Webhook inbox" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Inbox" })).toHaveAttribute("aria-current", "page");
  const box = await tabs.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
});
