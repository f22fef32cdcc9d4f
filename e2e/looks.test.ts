import { expect, type Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { demo, pathOf, rest, test } from "./demo.ts";

const pages = ["products", "channels", "inbox"] as const;
const widths = [390, 1440] as const;
const schemes = ["light", "dark"] as const;

/** Roles of things that are operated: each must say what it does. */
const nameless =
  /^\s*- (button|link|textbox|searchbox|switch|combobox|checkbox|radio|tab|menuitem|spinbutton)\b(?! ")/gm;

async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

async function check(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: false });
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: document.documentElement.clientWidth,
  }));
  expect(inner, `${name} scrolls sideways`).toBeLessThanOrEqual(outer);
  const controls = await page.locator("body").ariaSnapshot();
  expect(controls.match(nameless) ?? [], `controls without a name on ${name}`).toEqual([]);
  expect(await faintTexts(page), `texts too faint to read on ${name}`).toEqual([]);
}

for (const width of widths) {
  for (const scheme of schemes) {
    test(`at ${width} px, ${scheme}: no page scrolls sideways, every control has a name, every text can be read`, async ({
      page,
      signIn,
    }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto("/");
      await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await check(page, `sign-in-${width}-${scheme}`);
      await signIn("owner");
      for (const section of pages) {
        await page.goto(pathOf(section));
        await settle(page);
        await check(page, `${section}-${width}-${scheme}`);
      }
    });
  }
}

test("an empty store with the longest of names fits a phone, and says how stock gets in", async ({ page, signIn }) => {
  const name = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
  const address = { address: "1 Holyhead Road", postcode: "LL61 5UJ", city: "Anglesey", country: "GB" };
  const store = await rest<{ id: string }>("POST", "/stores", { name, ...address });
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn("viewer");
    for (const section of pages) {
      await page.goto(`/shops/${demo.retailerId}/stores/${store.id}/${section}`);
      await settle(page);
      await check(page, `${section}-empty`);
      if (section === "products") await expect(page.getByText("--data-binary @stock.csv")).toBeVisible();
    }
  } finally {
    await rest("DELETE", `/stores/${store.id}`);
  }
});
