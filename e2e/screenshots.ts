/**
 * The pictures of the README, taken of the demo shop: `npm start`, then `npm run screenshots` beside it.
 * Reads .data/demo.json; writes docs/images.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright";
import { scratchFolder } from "./scratch-folder.ts";

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
const consoleUrl = process.env.HIGHSTREET_CONSOLE_URL ?? "http://localhost:3000";

interface Demo {
  retailerId: string;
  storeIds: string[];
  email: string;
  password: string;
}

interface Shot {
  name: string;
  section: "products" | "channels" | "inbox";
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

const shots: Shot[] = [
  { name: "products", section: "products", width: 1280, height: 800, colorScheme: "light" },
  { name: "products-phone", section: "products", width: 390, height: 800, colorScheme: "dark" },
  { name: "channels", section: "channels", width: 1280, height: 800, colorScheme: "light" },
];

async function take(browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const { name, section, width, height, colorScheme } = shot;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, locale: "en-GB" });
  await page.goto(consoleUrl);
  await page.getByLabel("E-mail").fill(demo.email);
  await page.getByLabel(/^Password/).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/shops/**");
  await page.goto(`${consoleUrl}/shops/${demo.retailerId}/stores/${demo.storeIds[0]}/${section}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator("[aria-busy=true], .mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}

const folder = scratchFolder();
process.env.TMPDIR = folder;
const demo: Demo = JSON.parse(readFileSync(join(root, ".data/demo.json"), "utf8"));
mkdirSync(images, { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
});
try {
  for (const shot of shots) await take(browser, demo, shot);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
