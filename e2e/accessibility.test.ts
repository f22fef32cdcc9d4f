import { isFullRun } from "@highstreet/telemetry/testing/rounds";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { test } from "./demo.ts";
import { layoutFaults } from "./layout.ts";
import { settle } from "./settle.ts";
import { inside, makeBath, outside, type View, visit } from "./views.ts";

/** A menu or a list above the page belongs to its button. It needs no landmark. */
const rules = [{ id: "region", selector: "body *:not([data-portal], [data-portal] *)" }];

const resultTypes: axe.resultGroups[] = ["violations"];
/** WCAG 2.2 AA and best practice. `target-size` is part of both and off by default. */
const all: axe.RunOptions = { resultTypes, rules: { "target-size": { enabled: true } } };
const colours: axe.RunOptions = { resultTypes, runOnly: ["color-contrast", "link-in-text-block"] };

/** What axe finds on the open page, in short. */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  // A script of the test is no script of the page, so its content security policy does not apply.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([chosen, configured]) => {
      const { axe: engine } = window as unknown as { axe: typeof axe };
      engine.configure({ rules: configured });
      const { violations: found } = await engine.run(document, chosen);
      return found.map(({ id, help, nodes }) => {
        const where = nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`);
        return `${id} (${help}), ${nodes.length} times:\n  ${where.join("\n  ")}`;
      });
    },
    [options, rules] as const,
  );
}

const phone = { name: "phone", width: 390 };
const desktop = { name: "desktop", width: 1440 };

/** Menus and dialogs are checked on a desktop, unless only a phone has them. */
const isOpened = ({ open, only }: View): boolean => open !== undefined && only !== "phone";

const groups = [
  { title: "every page is accessible and looks right on a phone", size: phone, has: (view: View) => !isOpened(view) },
  { title: "every page is accessible and looks right on a desktop", size: desktop, has: (view: View) => !view.open },
  { title: "every menu and dialog is accessible and looks right on a desktop", size: desktop, has: isOpened },
];

/** Checks the views. A full run also checks them in the dark, where only the colours differ. */
async function check(page: Page, { name, width }: typeof phone, views: View[]): Promise<void> {
  const faults: string[] = [];
  for (const view of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await visit(page, view);
    const found = [...(await violations(page, all)), ...(await layoutFaults(page, name === "phone"))];
    faults.push(...found.map((fault) => `${view.name}, ${width} px: ${fault}`));
    if (!isFullRun) continue;
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
    await settle(page);
    const inDark = await violations(page, colours);
    faults.push(...inDark.map((fault) => `${view.name}, ${width} px, in the dark: ${fault}`));
  }
  expect(faults, faults.join("\n")).toEqual([]);
}

test("the pages before sign-in are accessible and look right on a phone and a desktop", async ({ page }) => {
  await check(
    page,
    phone,
    outside.filter(({ open }) => !open),
  );
  await check(page, desktop, outside);
});

for (const { title, size, has } of groups) {
  test(title, async ({ page, signIn }) => {
    await signIn("partner");
    const bath = await makeBath(page);
    try {
      await check(page, size, inside(bath).filter(has));
    } finally {
      await bath.end();
    }
  });
}
