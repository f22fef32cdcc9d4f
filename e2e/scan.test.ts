import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { chromium, expect } from "@playwright/test";
import { prepareZXingModule as prepareReader, readBarcodes } from "zxing-wasm/reader";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { demo, pathAt, pathOf, rest, routeOnce, test, untilHandled } from "./demo.ts";
import { FNC1, scan } from "./scanner.ts";

const homeOf = `/shops/${demo.retailerId}`;

test("a scan opens exactly its product from every page, and an unknown code says what can be done", async ({
  page,
  signIn,
}) => {
  await signIn("owner", homeOf);
  for (const [section, code] of [
    ["", "POST"],
    ["stores", "85123A"],
    ["history", "22423"],
    ["products", "C2"],
  ] as const) {
    await page.goto(`${homeOf}${section && `/${section}`}`);
    await untilHandled(page);
    await scan(page, code, section === "stores" ? "Tab" : "Enter");
    await expect(page).toHaveURL(`${homeOf}/products/${code}`);
  }
  // The beginning of a barcode, and digits behind letters, are other codes.
  await scan(page, "2242");
  await expect(page).toHaveURL(`${homeOf}/products?q=2242`);
  await expect(page.getByRole("row").filter({ hasText: "22423" })).toBeVisible();
  await scan(page, "XX22423");
  await expect(page).toHaveURL(`${homeOf}/products?q=XX22423`);
  await expect(page.getByRole("heading", { name: "No product has the code XX22423" })).toBeVisible();
  const byFile = page.getByRole("link", { name: "Add stock by file" });
  await expect(byFile).toHaveAttribute("href", `${homeOf}/imports`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("switch").first()).toBeVisible();

  await page.keyboard.press("Control+k");
  const find = page.getByRole("textbox", { name: "Find a product, page, store or shop" });
  await expect(find).toBeFocused();
  await scan(page, "22423", "Tab");
  await expect(find).toHaveValue("22423");
  await expect(page).toHaveURL(`${homeOf}/products`);
  await page.keyboard.press("Escape");
  await expect(find).toBeHidden();
  await page.getByRole("searchbox", { name: "Search products" }).focus();
  await scan(page, "22423");
  await expect(page).toHaveURL(`${homeOf}/products/22423`);
});

test("a GS1 code opens the product of its GTIN in the chosen store", async ({ page, signIn }) => {
  const gtin = "5012345678900";
  const place = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...place });
  await rest("PATCH", `/stores/${id}/inventory/stock`, [{ barcode: gtin, price: 1, quantity: 1 }]);
  await signIn("owner", pathAt("channels", id));
  await untilHandled(page);
  await scan(page, `]C1010${gtin}10AB12${FNC1}17261231`);
  await expect(page).toHaveURL(pathAt("products", id).replace("?", `/${gtin}?`));
  await rest("DELETE", `/stores/${id}`);
});

/** A video of one barcode, as a camera of Chromium reads it. */
async function filmOf(code: string, format: "EAN13" | "Code128", path: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve("zxing-wasm/writer/zxing_writer.wasm"));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const { symbol, error } = await writeBarcode(code, { format });
  if (error) throw new Error(error);
  const [width, height, module] = [640, 480, 4];
  const from = Math.floor((width - symbol.width * module) / 2);
  const line = Uint8Array.from({ length: width }, (_, x) => {
    const at = Math.floor((x - from) / module);
    return at >= 0 && at < symbol.width && symbol.data[at] === 0 ? 20 : 230;
  });
  const blank = new Uint8Array(width).fill(230);
  const rows = Array.from({ length: height }, (_, y) => (y > 140 && y < 340 ? line : blank));
  const colours = new Uint8Array((width * height) / 2).fill(128);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);
  writeFileSync(path, Buffer.concat([head, ...rows, colours]));
}

test("the camera of a phone without a reader of its own reads EAN-13 and Code 128, and shows the product", async ({
  page,
  signIn,
}, info) => {
  await signIn("owner", pathOf("history"));
  const session = await page.context().storageState();
  const { launchOptions } = info.project.use;
  for (const [code, format] of [
    ["5012345678900", "EAN13"],
    ["85123A", "Code128"],
  ] as const) {
    const film = info.outputPath(`${format}.y4m`);
    await filmOf(code, format, film);
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions?.args ?? []),
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    try {
      const phone = await browser.newPage({
        ...{ storageState: session, viewport: { width: 390, height: 844 } },
        ...{ isMobile: true, hasTouch: true },
      });
      const faults: string[] = [];
      phone.on("pageerror", ({ message }) => faults.push(message));
      await phone.addInitScript(() => Reflect.deleteProperty(window, "BarcodeDetector"));
      await phone.goto(new URL(pathOf("history"), page.url()).href);
      await phone.getByRole("link", { name: "Scan" }).click();
      const dialog = phone.getByRole("dialog", { name: "Scan a barcode" });
      if (format === "EAN13") {
        await expect(dialog.getByRole("heading", { name: `No product has the code ${code}` })).toBeVisible();
        await dialog.getByRole("button", { name: "Scan another" }).click();
        await expect(dialog.getByRole("heading", { name: `No product has the code ${code}` })).toBeVisible();
      } else {
        await expect(dialog.getByText("Stock: ")).toBeVisible();
        const shown = dialog.getByRole("switch", { name: /^Visible in Carnaby Street: / });
        for (const state of ["hidden", "shown"]) {
          await shown.click();
          await expect(phone.getByText(`is ${state} in Carnaby Street`)).toBeVisible();
        }
        const item = `/stores/${demo.storeIds[0]}/inventory/${code}`;
        const { quantity } = await rest<{ quantity: number }>("GET", item);
        // A sale between reading and saving is not overwritten: the person sees the new number first.
        await dialog.getByRole("textbox", { name: "Stock in Carnaby Street" }).fill("4711");
        const sale = [{ barcode: code, quantity: 4_000 }];
        const save = dialog.getByRole("button", { name: "Save" });
        await routeOnce(phone, "**/api/trpc/inventory.patchStock*", async (route) => {
          await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/stock`, sale);
          await route.continue();
        });
        await save.click();
        await expect(dialog.getByText("The stock is 4,000 by now.")).toBeVisible();
        expect(await rest("GET", item)).toMatchObject({ quantity: 4_000 });
        await save.click();
        await expect(phone.getByText("Stock in Carnaby Street: 4,711.")).toBeVisible();
        expect(await rest("GET", item)).toMatchObject({ quantity: 4711 });
        await rest("PATCH", `/stores/${demo.storeIds[0]}/inventory/stock`, [{ barcode: code, quantity }]);
        const photo = { name: "photo.png", mimeType: "image/png", buffer: pngOf(900, 700, 90) };
        await dialog.getByLabel("Take a photo").setInputFiles(photo);
        const message = phone.locator("#last-edit");
        await expect(message).toContainText("is changed in all stores");
        await expect(dialog.locator("img")).toBeVisible();
        await message.getByRole("button", { name: "Undo" }).click();
        await expect(message).toContainText("Taken back");
        await dialog.getByRole("link", { name: "Open product" }).click();
        await expect(phone).toHaveURL(/\/products\/85123A\?store=/);
        await expect(dialog).toBeHidden();
      }
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  }
});

test.describe("on paper", () => {
  test.use({ deviceScaleFactor: 4 });

  test("shelf labels of the selected products have their price, and a barcode that a scanner reads", async ({
    page,
    signIn,
  }) => {
    const require = createRequire(import.meta.url);
    const wasm = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    prepareReader({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
    const place = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
    const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...place });
    // EAN-13, UPC-A, Code 128 of text and of pairs of digits.
    const codes = ["5012345678900", "036000291452", "MUG-85123a", "12345678", "123"];
    const lines = codes.map((barcode, n) => ({ barcode, price: n + 1.5, quantity: 1 }));
    await rest("PATCH", `/stores/${id}/inventory/stock`, lines);
    await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
    await signIn("owner", pathAt("products", id));
    await page.getByRole("checkbox", { name: "Select all products on this page" }).check();
    await page.getByRole("region", { name: "Selected products" }).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Print labels" }).click();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("img", { name: "123", exact: true })).toBeVisible();
    await expect(page.getByRole("main")).toBeHidden();
    for (const [n, code] of codes.entries()) {
      const bars = page.getByRole("img", { name: code, exact: true });
      await expect(bars.locator("..")).toContainText(`£${n + 1}.50`);
      const [found] = await readBarcodes(new Uint8Array(await bars.screenshot()));
      // A UPC-A is an EAN-13 that begins with 0.
      expect(found?.text.padStart(13, "0")).toBe(code.padStart(13, "0"));
    }
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(page.getByRole("main")).toBeVisible();
    await rest("DELETE", `/stores/${id}`);
  });
});
