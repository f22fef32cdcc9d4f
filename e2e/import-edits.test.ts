import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { demo, rest, test } from "./demo.ts";
import { look } from "./look.ts";

const products = `/shops/${demo.retailerId}/products`;

interface Customization {
  barcode: string;
  hidden: boolean | null;
  title: string | null;
}
const edits = async () =>
  (await rest<Customization[]>("GET", "/inventory/customizations")).map(({ barcode, hidden, title }) => ({
    ...{ barcode, hidden, title },
  }));

test("a person exports products, edits the file, imports it after a preview, and takes the import back", async ({
  page,
  signIn,
}) => {
  const before = await edits();
  await signIn("owner", `${products}?q=lantern`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as CSV" }).click();
  const [header = "", ...rows] = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(header).toBe(
    "\uFEFFBarcode,Title,Brand,Description,Hidden,Channels,Search title,Search description,Search image,Price,Currency,Quantity,Status,Stores,Hidden in",
  );
  expect(rows.length).toBeGreaterThan(3);
  // As a spreadsheet of another country saves it: semicolons, quotes, and no price.
  const cells = rows.slice(0, 4).map((row) => ({ barcode: row.split(",")[0] ?? "", hidden: "no" }));
  for (const [at, hidden] of ["YES", "yes", "perhaps"].entries()) Object.assign(cells[at] ?? {}, { hidden });
  const file = `\uFEFF"Barcode";"Hidden"\r\n${cells.map(({ barcode, hidden }) => `"${barcode}";"${hidden}"\r\n`).join("")}`;

  await page.getByRole("button", { name: "Import edits" }).click();
  const dialog = page.getByRole("dialog", { name: "Import edits from a file" });
  const buffer = Buffer.from(file);
  await page.locator("input[type=file]").setInputFiles({ name: "products.csv", mimeType: "text/csv", buffer });
  await expect(dialog).toContainText("2 products will change in all stores. The file has 4 lines.");
  await expect(dialog).toContainText("Visibility: 2 products");
  await expect(dialog.getByRole("row").filter({ hasText: "perhaps" })).toContainText("Write yes or no");
  expect(await edits()).toEqual(before);
  await look(page, "import");
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog.getByRole("button", { name: "Change 2 products" }).click();
  const message = page.locator("#last-edit");
  await expect(message).toContainText("Changed: 2 products in all stores.");
  const hidden = page.getByRole("row").filter({ has: page.getByRole("switch", { checked: false }) });
  await expect(hidden).toHaveCount(2);
  await message.getByRole("button", { name: "Undo" }).click();
  await expect(message).toContainText("Taken back: 2 products");
  await expect(hidden).toHaveCount(0);
  expect(await edits()).toEqual(before);
});

test("a file that cannot be read says why, and a corrected file with the same name is read again", async ({
  page,
  signIn,
}) => {
  await signIn("owner", products);
  await page.getByRole("button", { name: "Import edits" }).click();
  const dialog = page.getByRole("dialog", { name: "Import edits from a file" });
  const input = page.locator("input[type=file]");
  const send = (lines: string) =>
    input.setInputFiles({ name: "other.csv", mimeType: "text/csv", buffer: Buffer.from(lines) });
  await send("name,price\nLamp,1\n");
  await expect(dialog).toContainText("other.csv was not read.");
  await expect(dialog).toContainText("The file needs the column barcode");
  await expect(dialog.getByRole("link", { name: "Send it under Imports" })).toHaveAttribute("href", /\/imports$/);
  // A browser reports the same name again only if the field is empty.
  await expect(input).toHaveValue("");
  await send("barcode,hidden\n22423,no\n");
  await expect(dialog).toContainText("It has 1 line, and the products already have their values.");
});

test("a viewer has no import", async ({ page, signIn }) => {
  await signIn("viewer", products);
  await expect(page.getByRole("link", { name: "Export as CSV" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Import edits" })).toHaveCount(0);
});
