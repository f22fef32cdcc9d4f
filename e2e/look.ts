import { isFullRun } from "@highstreet/telemetry/testing/rounds";
import { expect, type Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { still } from "./settle.ts";

/** `npm test` looks at pages in the light, a full run also in the dark. */
export const schemes: readonly ("light" | "dark")[] = isFullRun ? ["dark", "light"] : ["light"];
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Checks that the open page fits and can be read, on a phone and a desktop. */
export async function look(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await fits(page, `${name} at ${size.width} px, ${colorScheme}`);
    }
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
