import { expect, type Page, test } from "@playwright/test";
import { faintTexts } from "./contrast.ts";

const looks = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
] as const;

/** Takes pictures of the open page, and checks that it fits and can be read. */
export async function look(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const path = test.info().outputPath(`${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, animations: "disabled", fullPage: true });
    const { inner, outer } = await page.evaluate(() => ({
      inner: document.documentElement.scrollWidth,
      outer: document.documentElement.clientWidth,
    }));
    expect(inner, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(outer);
    await expect.poll(() => faintTexts(page), `texts too faint to read on ${name}`).toEqual([]);
  }
}
