/** Draws the icons of phones from the icon of the console: `node e2e/draw-icons.ts`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright";
import { scratchFolder } from "./scratch-folder.ts";

const root = join(import.meta.dirname, "../apps/console");
const svg = readFileSync(join(root, "src/app/icon.svg"), "utf8");
const GREEN = "#14614a";

/** `room`: the share of the picture that the icon takes. Phones cut a maskable icon and Apple's icon to their own shape. */
const icons = [
  { path: "public/icons/192.png", size: 192, room: 1, background: "transparent" },
  { path: "public/icons/512.png", size: 512, room: 1, background: "transparent" },
  { path: "public/icons/maskable.png", size: 512, room: 0.8, background: GREEN },
  { path: "src/app/apple-icon.png", size: 180, room: 0.9, background: GREEN },
];

const folder = scratchFolder();
process.env.TMPDIR = folder;
mkdirSync(join(root, "public/icons"), { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
});
try {
  for (const { path, size, room, background } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>html{background:${background}}body{margin:0;display:grid;place-items:center;height:100vh}svg{width:${room * 100}%}</style>${svg}`,
    );
    writeFileSync(join(root, path), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
