import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { demo, pathAt, reload, rest, routeOnce, test, untilHandled } from "./demo.ts";

interface Ingest {
  status: string;
  mode: string;
  numberOfLines: number;
  validLines: number;
}

const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
const header = "SKU;Retail Price;Qty;Notes";
let storeId: string;
let path: string;

test.beforeEach(async () => {
  const store = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  storeId = store.id;
  path = pathAt("imports", storeId);
});
test.afterEach(() => rest("DELETE", `/stores/${storeId}`));

/** The console's address for stock files of the store. */
const stockUrl = () => `/api/shops/${demo.retailerId}/stores/${storeId}/stock`;
const inventory = <T>(what: string): Promise<T> => rest<T>("GET", `/stores/${storeId}/inventory${what}`);
const ingests = async (): Promise<Ingest[]> => (await inventory<{ data: Ingest[] }>("/ingests")).data;
const quantities = async (): Promise<Record<string, number>> => {
  const { data } = await inventory<{ data: { barcode: string; quantity: number }[] }>("/items?page[size]=100");
  return Object.fromEntries(data.map(({ barcode, quantity }) => [barcode, quantity]));
};
const shelf = (count: number): string[] => Array.from({ length: count }, (_, n) => `item-${n};1,50;5;`);

const fileOf = (lines: string[], name = "stock.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`${[header, ...lines].join("\n")}\n`),
});

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<Locator> {
  await untilHandled(page);
  await page.getByLabel("Stock file").setInputFiles(file);
  const upload = page.getByRole("region", { name: "Upload a file" });
  await expect(upload.getByText(file.name).first()).toBeVisible();
  return upload;
}

test("a file's problems show before anything changes, and its counts show in the page and the API after it is applied", async ({
  page,
  signIn,
}) => {
  await signIn("manager", path);
  await expect(page.getByText("Not set up").first()).toBeVisible();
  const lines = ["mug;2,55;12;", ";3,10;4;no code", "hat;free;3;", "scarf;=1+1;2;", "tea;1.234,50;0;last"];
  const upload = await choose(page, fileOf(lines));
  await expect(upload.getByText("CSV divided by semicolons")).toBeVisible();
  await expect(upload.getByRole("combobox", { name: "Price" })).toHaveValue("Retail Price");
  await expect(upload.getByText("Ignored columns: Notes")).toBeVisible();
  await expect(upload.getByText("3 of 5 lines have a problem and will be skipped.")).toBeVisible();
  const wrong = upload.getByRole("cell", { name: "free", exact: true });
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  await expect(wrong).toHaveAccessibleDescription(/"free" is not a price/);
  expect(await ingests()).toEqual([]);

  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("stock.csv was applied.")).toBeVisible();
  await expect(upload.getByRole("definition")).toHaveText(["5", "2", "1", "0", "2", "3"]);
  expect(await quantities()).toEqual({ mug: 12, tea: 0 });
  expect(await inventory("")).toMatchObject({
    ...{ status: "connected", provider: { id: "csv-upload" } },
    latestIngest: { numberOfLines: 5, validLines: 2, inStockValidLines: 1 },
  });
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("table", { name: "History" }).getByRole("row")).toHaveCount(2);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    upload.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rejected-lines-\d{4}-\d\d-\d\d\.csv$/);
  const [names, ...rows] = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(names).toBe("\uFEFFLine,Column,Value,Problem");
  expect(rows.map((row) => row.split(",").slice(0, 3))).toEqual([
    ["3", "barcode", ""],
    ["4", "price", "free"],
    ["5", "price", "'=1+1"],
  ]);
});

test("a workbook keeps the zeros of barcodes and the displayed numbers", async ({ page, signIn }) => {
  await signIn("owner", path);
  await untilHandled(page);
  await page.getByLabel("Stock file").setInputFiles(join(import.meta.dirname, "stock.xlsx"));
  const upload = page.getByRole("region", { name: "Upload a file" });
  await expect(upload.getByText("Excel (XLSX)")).toBeVisible();
  await expect(upload.getByText("1 of 4 lines have a problem and will be skipped.")).toBeVisible();
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("stock.xlsx was applied.")).toBeVisible();
  expect(await quantities()).toEqual({ "0012345678905": 12, "5012345678900": 2, "HAT-1": 0 });
});

const unknown = {
  name: "till.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("Ident,Amount,Held,Shelf\n5012345678900,4.50,3,A\n5012345678917,2.50,1,B\n"),
};
async function map(page: Page, upload: Locator, field: string, column: string): Promise<void> {
  await upload.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: column, exact: true }).click();
}

test("a file without known columns is used by choosing them, and the store remembers them", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  const upload = await choose(page, unknown);
  await expect(upload.getByText("Choose the column for Barcode, Price and Quantity.")).toBeVisible();
  await expect(upload.getByText("Perhaps “Ident”")).toBeVisible();
  await expect(upload.getByRole("button", { name: "Apply this file" })).toBeHidden();
  expect(await ingests()).toEqual([]);
  for (const [field, column] of Object.entries({ Barcode: "Ident", Price: "Amount", Quantity: "Held" })) {
    await map(page, upload, field, column);
    await expect(upload.getByRole("combobox", { name: field })).toHaveValue(column);
  }
  await expect(upload.getByText("No problems in 2 lines.")).toBeVisible();
  await expect(upload.getByRole("checkbox", { name: "Remember these columns for this store" })).toBeChecked();
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("till.csv was applied.")).toBeVisible();
  expect(await quantities()).toEqual({ "5012345678900": 3, "5012345678917": 1 });

  await upload.getByRole("button", { name: "Upload another file" }).click();
  await choose(page, unknown);
  await expect(upload.getByText("No problems in 2 lines.")).toBeVisible();
  await upload.getByRole("button", { name: "Forget the remembered columns" }).click();
  await expect(upload.getByText("Choose the column for Barcode, Price and Quantity.")).toBeVisible();
});

test("two columns chosen while the preview loads are both kept, and Apply waits for the preview", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  const upload = await choose(page, unknown);
  await map(page, upload, "Barcode", "Ident");
  await map(page, upload, "Price", "Amount");
  await map(page, upload, "Quantity", "Held");
  await expect(upload.getByText("No problems in 2 lines.")).toBeVisible();
  const waiting = Promise.withResolvers<void>();
  await page.route("**/stock/preview*", async (route) => {
    await waiting.promise;
    // A later choice cancels this call.
    await route.continue().catch(() => {});
  });
  const swapped = { Barcode: "Shelf", Price: "Held", Quantity: "Amount" };
  for (const [field, column] of Object.entries(swapped)) await map(page, upload, field, column);
  for (const [field, column] of Object.entries(swapped))
    await expect(upload.getByRole("combobox", { name: field })).toHaveValue(column);
  const apply = upload.getByRole("button", { name: "Apply this file" });
  await expect(apply).toBeDisabled();
  await apply.click({ force: true });
  expect(await ingests()).toEqual([]);
  waiting.resolve();
  await expect(apply).toBeEnabled();
  await apply.click();
  await expect(upload.getByText("till.csv was applied.")).toBeVisible();
  expect(await quantities()).toEqual({ A: 4.5, B: 2.5 });
});

test("after a lost connection the same file can be tried again; a dry run keeps the choice not to remember", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  await routeOnce(page, "**/stock/preview*", (route) => route.abort());
  const upload = await choose(page, unknown);
  await upload.getByRole("button", { name: "Try again" }).click();
  await map(page, upload, "Barcode", "Ident");
  await map(page, upload, "Price", "Amount");
  await map(page, upload, "Quantity", "Held");
  const remember = upload.getByRole("checkbox", { name: "Remember these columns for this store" });
  await remember.uncheck();
  await upload.getByRole("button", { name: "See what would change" }).click();
  await expect(upload.getByText("It would change 0 products and add 2 new ones.")).toBeVisible();
  await expect(remember).not.toBeChecked();

  await routeOnce(page, "**/stock?*", (route) => route.abort());
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("Highstreet cannot be reached.")).toBeVisible();
  await upload.getByRole("button", { name: "Try again" }).click();
  await expect(upload.getByText("till.csv was applied.")).toBeVisible();
  expect(await quantities()).toEqual({ "5012345678900": 3, "5012345678917": 1 });
  await upload.getByRole("button", { name: "Upload another file" }).click();
  await choose(page, unknown);
  await expect(upload.getByText("Choose the column for Barcode, Price and Quantity.")).toBeVisible();
});

const exports: [till: string, name: string, lines: string[], hint: string][] = [
  [
    "Square",
    "catalog.csv",
    [
      "Token,Item Name,Variation Name,SKU,GTIN,Price,Current Quantity Bath",
      "AB12,Lamp,Regular,L1,5012345678900,44.90,12",
    ],
    "This looks like an export of Square for Retail.",
  ],
  [
    "Lightspeed",
    "item_listings.csv",
    ["System ID,UPC,EAN,Custom SKU,Item,Qty.,Price,MSRP", "21,,5012345678900,,Lamp,12,£44.90,59.90"],
    "This looks like an export of Lightspeed Retail (R-Series).",
  ],
  [
    "Shopify",
    "products_export.csv",
    [
      "Handle,Title,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode",
      "lamp,Lamp,L1,12,44.90,59.90,'5012345678900",
    ],
    "This looks like an export of Shopify products.",
  ],
];
for (const [till, name, lines, hint] of exports) {
  test(`an export of ${till} is recognised and applied as it is, or with another column`, async ({ page, signIn }) => {
    await signIn("manager", path);
    const upload = await choose(page, { name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) });
    await expect(upload.getByText(hint)).toBeVisible();
    await expect(upload.getByText("No problems in 1 line.")).toBeVisible();
    await upload.getByRole("combobox", { name: "Barcode" }).click();
    const own =
      till === "Lightspeed"
        ? "System ID"
        : /SKU$/.exec(lines[0]?.split(",").find((column) => /SKU$/.test(column)) ?? "")?.input;
    await page.getByRole("option", { name: own ?? "", exact: true }).click();
    await expect(upload.getByRole("cell", { name: till === "Lightspeed" ? "21" : "L1", exact: true })).toBeVisible();
    await upload.getByRole("combobox", { name: "Barcode" }).click();
    const barcode = { Square: "GTIN", Lightspeed: "EAN", Shopify: "Variant Barcode" }[till] ?? "";
    await page.getByRole("option", { name: barcode, exact: true }).click();
    await upload.getByRole("checkbox", { name: "Remember these columns for this store" }).uncheck();
    await upload.getByRole("button", { name: "Apply this file" }).click();
    await expect(upload.getByText(`${name} was applied.`)).toBeVisible();
    const { data } = await inventory<{ data: { barcode: string; price: number; quantity: number }[] }>("/items");
    expect(data).toMatchObject([{ barcode: "5012345678900", price: 44.9, quantity: 12 }]);
  });
}

test("a picture is refused with a clear sentence", async ({ page, signIn }) => {
  await signIn("owner", path);
  const buffer = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const upload = await choose(page, { name: "shelf.png", mimeType: "image/png", buffer });
  await expect(upload.getByText("This file is a picture (PNG).")).toBeVisible();
});

test("a file without a line that can be used is not offered for use", async ({ page, signIn }) => {
  await signIn("owner", path);
  const upload = await choose(page, fileOf(["hat;free;3;", "mug;2,55;many;"]));
  await expect(upload.getByText("Nothing in its 2 lines can be used.")).toBeVisible();
  await expect(upload.getByText(/"free" is not a price/)).toBeVisible();
  await expect(upload.getByRole("button", { name: "Apply this file" })).toBeHidden();
  await expect(upload.getByRole("button", { name: "Choose another file" })).toBeVisible();
});

test("a file of names and pictures in the place of stock says where it belongs", async ({ page, signIn }) => {
  await signIn("owner", path);
  const buffer = Buffer.from("SKU;Produktname;Foto\nmug;Tasse;https://shop.example/mug.jpg\n");
  const upload = await choose(page, { name: "names.csv", mimeType: "text/csv", buffer });
  await expect(upload.getByText("Choose it again under “Names and pictures” below.")).toBeVisible();
  const panel = page.getByRole("region", { name: "Names and pictures" });
  await panel.locator("input[type=file]").setInputFiles({ name: "names.csv", mimeType: "text/csv", buffer });
  await expect(panel.getByRole("cell", { name: "https://shop.example/mug.jpg" })).toBeVisible();
});

test("names and pictures have chosen columns, a preview, a trial and an undo, also in History", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  const panel = page.getByRole("region", { name: "Names and pictures" });
  const buffer = Buffer.from("barcode,label\n5012345678993,Imports lamp\n,Nothing\n");
  await untilHandled(page);
  await panel.locator("input[type=file]").setInputFiles({ name: "names.csv", mimeType: "text/csv", buffer });
  await expect(panel.getByText("The line has no barcode.")).toBeVisible();
  await panel.getByRole("combobox", { name: "Title" }).click();
  await page.getByRole("option", { name: "label", exact: true }).click();
  await expect(panel.getByRole("cell", { name: "Imports lamp" })).toBeVisible();
  await panel.getByRole("button", { name: "See what would change" }).click();
  await expect(panel.getByText("It would change 0 products and add 1 new one.")).toBeVisible();
  await panel.getByRole("button", { name: "Apply this file" }).click();
  await expect(panel.getByText("names.csv was applied.")).toBeVisible();
  await expect(panel.getByText("The line has no barcode.")).toHaveCount(2);
  await expect(panel.getByRole("button", { name: "Undo this file" })).toBeVisible();
  await page.goto(`/shops/${demo.retailerId}/history`);
  const row = page
    .getByRole("row")
    .filter({ hasText: "sent a file of names and pictures: 0 products changed, 1 new one" });
  await row.first().getByRole("button", { name: /^Undo/ }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this file?" });
  await expect(dialog).toContainText("of 1 product become as before");
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(row.first()).toContainText("Undone");
});

test("a file can be tried, and a file that would empty the shelves waits until it is accepted", async ({
  page,
  signIn,
}) => {
  await rest("PATCH", `/stores/${storeId}/inventory/stock`, [
    ...shelf(40).map((line) => ({ barcode: line.split(";")[0], price: 1.5, quantity: 5 })),
  ]);
  const before = await quantities();
  await signIn("owner", path);
  const upload = await choose(page, fileOf(["item-1;1,50;4;", "new;9,99;1;"]));
  await upload.getByRole("button", { name: "See what would change" }).click();
  await expect(upload.getByText("It would change 1 product and add 1 new one.")).toBeVisible();
  await upload.getByRole("radio", { name: "Replace" }).check();
  await expect(upload.getByText("It would change 1 product")).toBeHidden();
  await upload.getByRole("button", { name: "See what would change" }).click();
  await expect(upload.getByText("This file would be held")).toBeVisible();
  await expect(upload.getByRole("radio", { name: "Replace" })).toBeChecked();
  expect([await quantities(), (await ingests()).map(({ mode }) => mode)]).toEqual([before, ["patch"]]);

  await upload.getByRole("button", { name: "Apply this file" }).click();
  const held = page.getByRole("region", { name: "A file waits" });
  await expect(held.getByText("would take 39 of 40 products in stock out of stock")).toBeVisible();
  expect(await quantities()).toEqual(before);
  await held.getByRole("button", { name: "Apply it anyway" }).click();
  const question = page.getByRole("dialog", { name: "Apply this file anyway?" });
  await question.getByRole("button", { name: "Leave it" }).click();
  await expect(question).toBeHidden();
  expect((await ingests())[0]?.status).toBe("held");
  await held.getByRole("button", { name: "Apply it anyway" }).click();
  await question.getByRole("button", { name: "Apply it", exact: true }).click();
  await expect(held).toBeHidden();
  await expect(upload.getByText("stock.csv was applied.")).toBeVisible();
  const after = await quantities();
  expect(Object.values(after).filter((quantity) => quantity > 0)).toHaveLength(2);
  expect(after).toMatchObject({ "item-1": 4, new: 1 });
});

test("a file can be dropped or chosen, and several files are refused", async ({ page, signIn }) => {
  await signIn("owner", path);
  const place = page.getByText("Drop a stock file here");
  await place.waitFor();
  const drop = async (names: string[]) => {
    const dataTransfer = await page.evaluateHandle((files) => {
      const transfer = new DataTransfer();
      for (const name of files) transfer.items.add(new File(["sku,price,qty\nmug,2,12\n"], name));
      return transfer;
    }, names);
    await place.dispatchEvent("drop", { dataTransfer });
  };
  await drop(["a.csv", "b.csv"]);
  await expect(page.getByText("Drop one file at a time.").first()).toBeVisible();
  await drop(["a.csv"]);
  await expect(page.getByText("No problems in 1 line.")).toBeVisible();
});

test("an upload that is cancelled while its bytes are sent changes nothing", async ({ page, signIn }) => {
  await signIn("owner", path);
  const upload = await choose(page, fileOf(shelf(300_000)));
  const slow = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await slow.send("Network.emulateNetworkConditions", conditions);
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText(/^[1-9][\d.]* [kM]B of [\d.]+ MB sent$/)).toBeVisible();
  await upload.getByRole("button", { name: "Cancel" }).click();
  await expect(upload.getByRole("button", { name: "Choose a file" })).toBeVisible();
  await slow.send("Network.emulateNetworkConditions", { ...conditions, uploadThroughput: -1 });
  await choose(page, fileOf(["mug;1;1;"]));
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("stock.csv was applied.")).toBeVisible();
  expect((await ingests()).map(({ numberOfLines }) => numberOfLines)).toEqual([1]);
});

test("an upload reports the lines read, and then its ingest", async ({ page, signIn }) => {
  await signIn("owner", path);
  const { buffer } = fileOf(shelf(20_000));
  const answer = await page.request.put(stockUrl(), { data: buffer });
  const answerLines = (await answer.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const lines = answerLines.slice(0, -1).map(({ progress }) => progress.lines);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  expect(lines.at(-1)).toBe(20_000);
  expect(answerLines.at(-1)).toMatchObject({ result: { ingest: { status: "applied", validLines: 20_000 } } });
});

test("all of it goes by keyboard", async ({ page, signIn }) => {
  await signIn("manager", path);
  await untilHandled(page);
  await page.getByRole("button", { name: "Choose a file" }).focus();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(fileOf(["mug;2;12;"]));
  const upload = page.getByRole("region", { name: "Upload a file" });
  // While the file is being read, another button exists with another focus.
  await expect(upload.getByRole("button", { name: "Apply this file" })).toBeVisible();
  await expect(upload).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(upload.getByRole("combobox", { name: "Barcode" })).toBeFocused();
  // Eight more fields, the box of remembered columns, and the lines of the preview.
  for (let stop = 0; stop < 10; stop++) await page.keyboard.press("Tab");
  await expect(upload.getByRole("radio", { name: "Update" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(upload.getByRole("radio", { name: "Replace" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(upload.getByRole("button", { name: "Apply this file" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(upload.getByText("stock.csv was applied.")).toBeVisible();
  await expect(upload).toBeFocused();
  expect((await ingests())[0]).toMatchObject({ status: "applied", mode: "replace", validLines: 1 });
});

test("an upload key is shown once, its command works, and a new key ends it", async ({ page, signIn }) => {
  await signIn("owner", path);
  await page.getByRole("button", { name: "Set up the source of stock" }).click();
  await page.getByRole("dialog", { name: "Source of stock" }).getByRole("button", { name: "Save" }).click();

  const shown = page.getByRole("dialog", { name: "Your new upload key" });
  const take = async () => {
    const line = (await shown.getByText(/^curl /).textContent()) ?? "";
    const [, key = "", url = ""] = /^curl -T stock\.csv -H 'Authorization: Bearer (\S+)' (\S+)$/.exec(line) ?? [];
    await shown.getByRole("button", { name: "I have copied it" }).click();
    await expect(shown).toBeHidden();
    return { key, url };
  };
  /** Sends a file as curl does, which adds the file's name after a slash. */
  const send = ({ key, url }: { key: string; url: string }) =>
    fetch(`${url}stock.csv`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}` },
      body: fileOf(["mug;2;12;"]).buffer.toString(),
    });

  const first = await take();
  await expect(page.getByText("Waiting for stock")).toBeVisible();
  expect((await send(first)).status).toBe(200);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await reload(page);
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(first.key);

  await page.getByRole("button", { name: "New upload key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new key" }).click();
  const second = await take();
  expect([(await send(first)).status, (await send(second)).status]).toEqual([401, 200]);

  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("dialog", { name: "Disconnect the stock of Bath?" });
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByText("No stock arrives")).toBeVisible();
  expect((await send(second)).status).toBe(401);
  expect(await quantities()).toEqual({ mug: 12 });
});

test("a fetched file: wrong fields show their errors", async ({ page, signIn }) => {
  await signIn("owner", path);
  await page.getByRole("button", { name: "Set up the source of stock" }).click();
  const form = page.getByRole("dialog", { name: "Source of stock" });
  await form.getByRole("radio", { name: "File fetched from a web address" }).check();
  await form.getByLabel("Address of the file").fill("ftp://example.com/stock.csv");
  await form.getByLabel("Minutes between two fetches").fill("5");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Must be at least 15")).toBeVisible();
  await expect(form.getByText("Enter a web address that begins with https://")).toBeVisible();
  expect(await inventory("")).toMatchObject({ status: "pending", provider: null });
});

test("a viewer sees the source of stock, cannot change it, and sees why", async ({ page, signIn }) => {
  await signIn("viewer", path);
  await expect(page.getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  await expect(page.getByText("Not set up")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Set up the source of stock" })).toBeHidden();
  const api = stockUrl();
  const { buffer } = fileOf(["mug;2;12;"]);
  for (const url of [api, `${api}?dryRun=true`, `${api}/preview?partial=false`]) {
    const refused = await page.request.put(url, { data: buffer });
    expect([refused.status(), await refused.json()]).toMatchObject([403, { code: "InsufficientScope" }]);
  }
  const ids = { retailerId: demo.retailerId, storeId };
  const connect = { data: { ...ids, body: { provider: "csv-upload", parameters: {} } } };
  expect((await page.request.post("/api/trpc/inventory.connect", connect)).status()).toBe(403);
  expect(await ingests()).toEqual([]);
});

test("users without a session and users of another shop get nothing", async ({ page, signIn }) => {
  const api = stockUrl();
  const { buffer } = fileOf(["mug;2;12;"]);
  expect((await page.request.put(api, { data: buffer })).status()).toBe(401);
  await signIn("owner", path);
  const stranger = api.replace(demo.retailerId, "01920000-0000-7000-8000-000000000000");
  expect((await page.request.put(stranger, { data: buffer })).status()).toBe(404);
  expect(await ingests()).toEqual([]);
});
