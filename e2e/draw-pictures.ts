/**
 * Draws the pictures of the demo shop's products: `node e2e/draw-pictures.ts`. Reads prisma/demo/motifs.svg, and writes each motif in
 * five tints to the public folder of the console.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { type Page, chromium as playwright } from "playwright";
import { scratchFolder } from "./scratch-folder.ts";

const root = join(import.meta.dirname, "..");
const pictures = join(root, "apps/console/public/demo");
const SIZE = 480;
const QUALITY = 0.8;

/** The colours of the classes in motifs.svg, in this order: `k` and a letter is a line in its colour. */
const classes = ["g", "s", "a", "b", "c", "d", "e", "y", "w"] as const;
const tints = {
  red: ["#f8e8df", "#e9cfc0", "#d9775b", "#b9593f", "#f2bda6", "#3f6470", "#2c474f", "#efc05a", "#fffaf3"],
  pink: ["#f9e9ec", "#ebcfd5", "#d98599", "#b5627a", "#f1c3cd", "#5b8377", "#3d5c53", "#efc05a", "#fffafa"],
  yellow: ["#f9f0da", "#ebdcb8", "#e2ac45", "#bd862a", "#f5d897", "#5f6f95", "#414e70", "#f6cf6b", "#fffcf4"],
  green: ["#eaf0e4", "#d2dfca", "#7fa384", "#5c8066", "#bfd4bb", "#cf7650", "#7a4632", "#efc05a", "#fdfef9"],
  blue: ["#e6eff3", "#cbdde6", "#6c9ab4", "#4b7893", "#b6d1df", "#dc8c62", "#4a4f63", "#f0c767", "#fbfeff"],
};

function svgOf(motif: string, colours: string[]): string {
  const rules = classes.map(
    (name, index) =>
      `.${name}{fill:${colours[index]}}.k${name}{fill:none;stroke:${colours[index]};stroke-linecap:round;stroke-linejoin:round}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 240 240">
    <style>${rules.join("")}</style><rect class="g" width="240" height="240"/>${motif}</svg>`;
}

/** @returns the picture as WebP */
async function draw(page: Page, svg: string): Promise<Buffer> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const drawn = await page.evaluate(
    async ({ src, size, quality }) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
      canvas.getContext("2d")?.drawImage(image, 0, 0, size, size);
      return canvas.toDataURL("image/webp", quality);
    },
    { src: source, size: SIZE, quality: QUALITY },
  );
  return Buffer.from(drawn.slice(drawn.indexOf(",") + 1), "base64");
}

const folder = scratchFolder();
process.env.TMPDIR = folder;
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--headless=shell", "--disable-gpu"],
});
try {
  const page = await browser.newPage();
  const motifs = readFileSync(join(root, "prisma/demo/motifs.svg"), "utf8");
  for (const [, name, motif = ""] of motifs.matchAll(/^<g id="(\w+)">\n([\s\S]*?)^<\/g>$/gm)) {
    for (const [tint, colours] of Object.entries(tints)) {
      writeFileSync(join(pictures, `${name}-${tint}.webp`), await draw(page, svgOf(motif, colours)));
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
