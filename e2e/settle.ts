import { expect, type Page } from "@playwright/test";

/** Waits until the page is loaded and still. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A change of colours starts its transitions with the next frame.
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map((one) => one.finished));
  });
}
