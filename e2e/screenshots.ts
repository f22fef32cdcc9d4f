/**
 * Takes the pictures of the documents from the demo shop. Run `npm start` with a new database, and at the same time
 * `npm run screenshots`. Words after `--` select pictures by name. Reads .data/demo.json and writes docs/images.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Browser, chromium as playwright } from "playwright";
import { scratchFolder } from "./scratch-folder.ts";
import { settle, untilHandled } from "./settle.ts";
import { type Shot, shots } from "./shots.ts";

const root = join(import.meta.dirname, "..");
const images = join(root, "docs/images");
const consoleUrl = process.env.HIGHSTREET_CONSOLE_URL ?? "http://localhost:3000";

interface Demo {
  retailerId: string;
  storeIds: string[];
  password: string;
}

type Session = Awaited<ReturnType<typeof signIn>>;

/** Signs in a person of the partner, who can open every page. @returns the cookies */
async function signIn(browser: Browser, { password }: Demo) {
  const page = await browser.newPage({ baseURL: consoleUrl });
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("partner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/shops/**");
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

async function take(browser: Browser, demo: Demo, session: Session, shot: Shot): Promise<void> {
  const { name, path, width, height, colorScheme, store, region, prepare } = shot;
  const page = await browser.newPage({
    ...{ baseURL: consoleUrl, viewport: { width, height }, colorScheme, locale: "en-GB", reducedMotion: "reduce" },
    storageState: path === "/sign-in" ? undefined : session,
  });
  const query = store === undefined ? "" : `?store=${demo.storeIds[store]}`;
  await page.goto(path.startsWith("/") ? path : `/shops/${demo.retailerId}/${path}${query}`);
  await untilHandled(page);
  await prepare?.(page);
  await settle(page);
  const taken = region ? page.getByRole("region", { name: region, exact: true }) : page;
  await taken.screenshot({ path: join(images, `${name}.png`), animations: "disabled" });
  await page.context().close();
}

const words = process.argv.slice(2);
const chosen = shots.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = scratchFolder();
process.env.TMPDIR = folder;
const demo: Demo = JSON.parse(readFileSync(join(root, ".data/demo.json"), "utf8"));
mkdirSync(images, { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
});
try {
  const session = await signIn(browser, demo);
  for (const shot of chosen) await take(browser, demo, session, shot);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
