import type { BrowserContext, Page } from "playwright";

/** The first row of the list of products. */
const ROW = "tbody tr a";

/** How a page appeared, in milliseconds since its navigation began. */
export interface Appeared {
  /** The first paint that has the element. */
  seen: number;
  /** Cumulative layout shift, without a unit (web.dev/cls). */
  shift: number;
  /** Compressed bytes of JavaScript. */
  script: number;
}

/** Runs in the page before its scripts: notes the first paint that has an element, and the layout shifts. */
function watch(selector: string): void {
  const facts = { seen: 0, shift: 0 };
  Object.assign(globalThis, { facts });
  const look = () => {
    if (!document.querySelector(selector)) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => Object.assign(facts, { seen: performance.now() })));
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) facts.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** A connection and a processor like those of a cheap phone. Values of Lighthouse's "slow 4G". */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [latency, down, up] = [150, (1.6 * 2 ** 20) / 8, (0.75 * 2 ** 20) / 8];
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency, downloadThroughput: down, uploadThroughput: up },
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Opens a page with an empty cache. @param selector of the element that must appear */
export async function open(
  context: BrowserContext,
  url: string,
  { selector = ROW, isSlow = false } = {},
): Promise<Appeared> {
  const page = await context.newPage();
  try {
    if (isSlow) await slowDown(page);
    await page.addInitScript(watch, selector);
    await page.goto(url);
    await page.waitForFunction(() => (globalThis as unknown as { facts: Appeared }).facts.seen > 0);
    await page.waitForLoadState("networkidle");
    return await page.evaluate(() => {
      const scripts = performance.getEntriesByType("resource").filter(({ name }) => /\.js(\?|$)/.test(name));
      const script = (scripts as PerformanceResourceTiming[]).reduce((sum, one) => sum + one.encodedBodySize, 0);
      return { ...(globalThis as unknown as { facts: Appeared }).facts, script };
    });
  } finally {
    await page.close();
  }
}

/** Milliseconds from the click on a switch to the paint of the changed switch, and to the complete answer of the server. */
export async function hide(page: Page, row: number): Promise<{ painted: number; durable: number }> {
  const answered = page.waitForResponse((response) => response.url().includes("customizations.edit"));
  const began = performance.now();
  const durable = answered.then(async (response) => {
    await response.finished();
    return performance.now() - began;
  });
  const painted = await page.evaluate(
    (n) =>
      new Promise<number>((resolve, reject) => {
        const find = () => document.querySelectorAll<HTMLInputElement>("tbody input[role=switch]")[n];
        const input = find();
        if (!input) return reject(new Error(`there is no row ${n}`));
        const [before, clicked] = [input.checked, performance.now()];
        const look = () => {
          if (find()?.checked === before) requestAnimationFrame(look);
          else setTimeout(() => resolve(performance.now() - clicked));
        };
        input.click();
        requestAnimationFrame(look);
      }),
    row,
  );
  return { painted, durable: await durable };
}

/** Milliseconds from a click on a link to the first change of the page. */
export function firstSign(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (label) =>
      new Promise<number>((resolve, reject) => {
        const link = [...document.querySelectorAll<HTMLElement>("nav a")].find((one) => one.textContent === label);
        const main = document.querySelector("main");
        if (!link || !main) return reject(new Error(`there is no link ${label}`));
        const began = performance.now();
        new MutationObserver((_, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        link.click();
      }),
    name,
  );
}
