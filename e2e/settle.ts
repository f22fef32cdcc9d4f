import { expect, type Page } from "@playwright/test";

/** Waits until the page is loaded and still. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // Next streams the title of a page after its first content.
  await expect(page).toHaveTitle(/./);
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
  await still(page);
}

/** Waits until nothing on the page moves or changes its colour. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A change of colours starts its transitions with the next frame.
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map((one) => one.finished));
  });
}

/** Waits until React has put the streamed parts of the page into their places. */
export async function untilStreamed(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("[id^='S:'], template[id^='B:']"));
}

/** Waits until React handles all controls of the page. React ignores earlier input. */
export async function untilHandled(page: Page): Promise<void> {
  await page.getByRole("main").waitFor();
  await untilStreamed(page);
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("main :is(a, button, input, select)")];
    const isReady = (control: Element) => Object.keys(control).some((key) => key.startsWith("__reactProps"));
    return controls.length > 0 && controls.every(isReady);
  });
}
