import { canary } from "@highstreet/telemetry/testing";
import { expect, type Page } from "@playwright/test";
import { demo, rest, test, untilHandled } from "./demo.ts";
import { settle } from "./settle.ts";

/** Leaves an attribute, an element and a script. Short enough for every field. */
const attack = `"><img src=x onerror=ran()><script>ran()</script>`;
/** A name of a file cannot have a slash. */
const fileName = `"><img src=x onerror=ran()>.csv`;
const barcode = `9"><svg onload=ran()>`;
const shop = `/shops/${demo.retailerId}`;

/** The text shows as it was stored. The fixture `unbroken` also fails for a script that the content security policy stops. */
async function expectText(page: Page, text = attack): Promise<void> {
  await settle(page);
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  expect(await page.evaluate(() => "ran" in document.documentElement.dataset), "a script ran").toBe(false);
  await expect(page.locator("img[src=x], svg[onload]")).toHaveCount(0);
}

async function addTheShelf(at: string): Promise<void> {
  await rest("PATCH", `${at}/inventory/stock`, [{ barcode, price: 1, quantity: 1 }]);
  const image = [`https://pictures.invalid/${encodeURIComponent(attack)}`];
  const data = { title: attack, description: `<b>${attack}</b>`, brand: attack, image };
  await rest("PATCH", `/inventory/${encodeURIComponent(barcode)}`, data);
  const parameters = { webhookUrl: `https://receiver.invalid/${attack}`, secret: canary("webhook") };
  await rest("POST", `${at}/channels`, { type: "webhooks", parameters });
}

/** Chooses a stock file whose name and barcode column are scripts. The page suggests the column, because its values are barcodes. */
async function chooseFile(page: Page): Promise<void> {
  await untilHandled(page);
  const column = `"${attack.replaceAll('"', '""')}"`;
  const buffer = Buffer.from(`${column},Price,Quantity\n5012345678900,1,2\n`);
  await page.getByLabel("Stock file").setInputFiles({ name: fileName, mimeType: "text/csv", buffer });
}

test("a script in a stored text, a file name or a column shows as text on every page, and never runs", async ({
  page,
  signIn,
}) => {
  page.setDefaultTimeout(30_000);
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => document.documentElement.setAttribute("data-ran", "") });
  });
  const { name: shopName } = await rest<{ name: string }>("GET", "");
  const address = { address: attack, postcode: "BA1 1AA", city: attack, country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: attack, ...address });
  const at = `/stores/${id}`;
  try {
    await addTheShelf(at);
    await rest("PATCH", "", { name: attack, contactName: attack });
    await signIn("partner");
    for (const path of [
      shop,
      "/fleet",
      `${shop}/stores`,
      `${shop}/history`,
      `${shop}/products?store=${id}`,
      `${shop}/products/${encodeURIComponent(barcode)}`,
      `${shop}/channels?store=${id}`,
      `${shop}/developers/webhooks?store=${id}`,
      `${shop}/developers/inbox?store=${id}`,
    ]) {
      await page.goto(path);
      await expectText(page);
    }
    await page.goto(`${shop}/imports?store=${id}`);
    await chooseFile(page);
    await expectText(page);
    await expectText(page, fileName);
    await page.goto(`${shop}/settings`);
    await expect(page.getByLabel(/^Name/).first()).toHaveValue(attack);
  } finally {
    await rest("PATCH", "", { name: shopName, contactName: null });
    await rest("DELETE", `/inventory/customizations?barcode=${encodeURIComponent(barcode)}`);
    await rest("DELETE", `${at}/channels/webhooks`);
    await rest("DELETE", at);
  }
});
