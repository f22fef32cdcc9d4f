import { expect, type Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { still } from "./settle.ts";

const looks = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
] as const;

/** Checks that the open page fits and can be read, on a phone and a desktop, light and dark. */
export async function look(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await fits(page, `${name} at ${width} px, ${colorScheme}`);
  }
}

/** Checks that the open page does not scroll sideways, and that its texts have enough contrast. */
export async function fits(page: Page, name: string): Promise<void> {
  await still(page);
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: document.documentElement.clientWidth,
  }));
  expect(inner, `${name} scrolls sideways`).toBeLessThanOrEqual(outer);
  // Polls, because a colour may still be in transition between the schemes.
  await expect.poll(() => faintTexts(page), `texts too faint to read on ${name}`).toEqual([]);
}
