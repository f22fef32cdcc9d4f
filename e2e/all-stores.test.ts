import { expect, type Locator, type Page } from "@playwright/test";
import { demo, rest, test, untilHandled } from "./demo.ts";
import { look } from "./look.ts";

const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
const path = `/shops/${demo.retailerId}/imports`;
let ids: { bath: string; leeds: string; ripon: string };

test.beforeEach(async () => {
  const make = async (name: string, more: object = {}) =>
    (await rest<{ id: string }>("POST", "/stores", { name, ...address, ...more })).id;
  ids = { bath: await make("Bath"), leeds: await make("Leeds", { externalId: "L-1" }), ripon: await make("Ripon") };
  await rest("POST", `/stores/${ids.ripon}/inventory`, { provider: "csv-upload", parameters: {} });
});
test.afterEach(async () => {
  // A disconnected source keeps its columns.
  await rest("POST", "/inventory", { provider: "csv-upload", parameters: {} });
  await rest("DELETE", "/inventory");
  for (const id of Object.values(ids)) await rest("DELETE", `/stores/${id}`);
});

/** The source of an earlier test is disconnected. */
const setUp = /^(Set up|Change) the source of the file$/;

const shelf = async (storeId: string): Promise<Record<string, number>> => {
  const items = `/stores/${storeId}/inventory/items?page[size]=100`;
  const { data } = await rest<{ data: { barcode: string; quantity: number }[] }>("GET", items);
  return Object.fromEntries(data.map(({ barcode, quantity }) => [barcode, quantity]));
};

const csv = (...lines: string[]) => `${lines.join("\n")}\n`;

async function choose(page: Page, text: string): Promise<Locator> {
  await untilHandled(page);
  const file = { name: "all.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel("Stock file").setInputFiles(file);
  return page.getByRole("region", { name: "One file for all stores" });
}

/** The cells of a store: result, lines, valid, rejected, changed, new. */
const row = (part: Locator, store: string) =>
  part
    .getByRole("table", { name: "The file by store" })
    .getByRole("row")
    .filter({ has: part.page().getByRole("rowheader", { name: store, exact: true }) })
    .getByRole("cell");

test("a file for all stores is previewed and applied by store, and a wrong code, a held store and a store with its own source show", async ({
  page,
  signIn,
}) => {
  const stock = Array.from({ length: 40 }, (_, n) => ({ barcode: `item-${n}`, price: 1.5, quantity: 5 }));
  await rest("PATCH", `/stores/${ids.leeds}/inventory/stock`, stock);
  await signIn("manager", path);
  const upload = await choose(
    page,
    csv("Supplier,EAN,Price,Qty", "Bath,mug,4.50,12", "L-1,item-1,1.50,4", "Ripon,mug,4.50,3", "Hull,mug,4.50,9"),
  );
  await expect(upload.getByText("Choose the column for store.")).toBeVisible();
  await upload.getByRole("combobox", { name: "Store" }).click();
  await page.getByRole("option", { name: "Supplier", exact: true }).click();
  await expect(upload.getByText("1 of 3 lines have a problem and will be skipped.")).toBeVisible();
  await upload.getByRole("radio", { name: "Replace" }).check();
  await expect(upload.getByRole("button", { name: "Apply this file" })).toBeHidden();
  await look(page, "columns of all stores");

  await upload.getByRole("button", { name: "See what each store would get" }).click();
  await expect(upload.getByText("What all.csv would change. Nothing has changed yet.")).toBeVisible();
  await expect(row(upload, "Bath")).toHaveText(["Would be applied", "1", "1", "0", "0", "1"]);
  await expect(row(upload, "Leeds").first()).toContainText("Would need your OK");
  await expect(upload.getByText("Left out: 1 line. No store has the name or code “Hull”.")).toBeVisible();
  await expect(upload.getByRole("link", { name: "Give a store its code" })).toBeVisible();
  await expect(upload.getByText(/because they have a source of their own: .*Ripon/)).toBeVisible();
  await expect(upload.getByText(/^Without a line in the file, so they stay as they are: /)).toBeVisible();
  expect([await shelf(ids.bath), Object.keys(await shelf(ids.leeds)).length]).toEqual([{}, 40]);
  await look(page, "preview by store");

  await upload.getByRole("button", { name: "Back to the columns" }).press("Enter");
  await expect(upload).toBeFocused();
  await expect(upload.getByRole("combobox", { name: "Store" })).toHaveValue("Supplier");
  await upload.getByRole("button", { name: "See what each store would get" }).click();
  await upload.getByRole("button", { name: "Apply this file" }).click();
  await expect(upload.getByText("all.csv was taken. Its stores are below.")).toBeVisible();
  const latest = page.getByRole("region", { name: "Latest file" });
  await expect(row(latest, "Bath")).toHaveText(["Applied", "1", "1", "0", "0", "1"]);
  await expect(row(latest, "Leeds").first()).toContainText("Needs your OK");
  await expect(latest.getByText("The store has a source of its own.")).toHaveCount(2);
  await look(page, "result by store");
  expect([await shelf(ids.bath), await shelf(ids.ripon)]).toEqual([{ mug: 12 }, {}]);
  expect(await rest("GET", "/inventory")).toMatchObject({ parameters: { columns: { store: ["Supplier"] } } });

  await latest.getByRole("link", { name: "Leeds" }).click();
  await expect(page.getByRole("region", { name: "A file waits" })).toBeVisible();
});

test("a file of stores that the shop does not have is refused, until a store has its code", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  const file = csv("Store,EAN,Price,Qty", "H-7,mug,4.50,12");
  const upload = await choose(page, file);
  await expect(upload.getByText("no line is of a store of this shop.")).toContainText("“H-7”");
  await expect(upload.getByRole("button", { name: "See what each store would get" })).toBeHidden();
  await upload.getByRole("link", { name: "Give a store its code" }).click();
  await page.getByRole("button", { name: "Actions for Bath" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit Bath" });
  await form.getByRole("textbox", { name: "Code in stock files" }).fill("H-7");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await page.goto(path);
  await choose(page, file);
  await upload.getByRole("button", { name: "See what each store would get" }).click();
  await expect(row(upload, "Bath").first()).toHaveText("Would be applied");
});

test("the source of the file is connected, sends with a key that is shown once, and is disconnected, by keyboard", async ({
  page,
  signIn,
}) => {
  await rest("POST", "/inventory", { provider: "csv-upload", parameters: { decimalSign: "," } });
  await signIn("owner", path);
  await untilHandled(page);
  const source = page.getByRole("region", { name: "Where the file comes from" });
  await source.getByRole("button", { name: setUp }).press("Enter");
  const form = page.getByRole("dialog", { name: "Source of the file for all stores" });
  await expect(form.getByRole("radio", { name: "File upload" })).toBeVisible();
  await expect(form.getByRole("radio", { name: "Connected shop system" })).toHaveCount(0);
  await look(page, "source of all stores");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  const shown = page.getByRole("dialog", { name: "Your new upload key" });
  await expect(shown.getByText("The key works only for files of all stores.")).toBeVisible();
  const line = (await shown.getByText(/^curl /).textContent()) ?? "";
  const [, key = "", url = ""] = /Bearer (\S+)' (\S+)$/.exec(line) ?? [];
  await shown.getByRole("button", { name: "I have copied it" }).press("Enter");
  expect(await rest("GET", "/inventory")).toMatchObject({ parameters: { decimalSign: "," } });
  const send = () =>
    fetch(`${url}stock.csv`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}` },
      body: csv("Store,EAN,Price,Qty", "Bath,mug,4.50,12", "Leeds,mug,4.50,7"),
    });
  await expect(source.getByText("Waiting for stock")).toBeVisible();
  expect((await send()).status).toBe(200);
  await expect(source.getByText("Connected", { exact: true })).toBeVisible();
  await expect(row(page.getByRole("region", { name: "Latest file" }), "Leeds").first()).toHaveText("Applied");

  await source.getByRole("button", { name: setUp }).press("Enter");
  await form.getByRole("radio", { name: "File fetched from a web address" }).check();
  await form.getByLabel("Address of the file").fill("ftp://example.com/stock.csv");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form.getByText("Enter a web address that begins with https://")).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).press("Enter");

  await source.getByRole("button", { name: "Disconnect" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Disconnect the source of the file for all stores?" });
  await expect(question.getByText("All stores keep their stock.")).toBeVisible();
  await question.getByRole("button", { name: "Disconnect" }).press("Enter");
  await expect(source.getByText("Disconnected", { exact: true })).toBeVisible();
  expect((await send()).status).toBe(401);
});

test("one press undoes a file of all stores, and keeps what a till wrote since", async ({ page, signIn }) => {
  const before = [{ barcode: "mug", price: 4.5, quantity: 5 }];
  await rest("PATCH", `/stores/${ids.bath}/inventory/stock`, before);
  await rest("PATCH", `/stores/${ids.leeds}/inventory/stock`, before);
  await rest("POST", "/inventory", { provider: "csv-upload", parameters: {} });
  await signIn("owner", path);
  const upload = await choose(page, csv("Store,EAN,Price,Qty", "Bath,mug,4.50,12", "Leeds,mug,4.50,7"));
  await upload.getByRole("button", { name: "See what each store would get" }).click();
  await upload.getByRole("button", { name: "Apply this file" }).click();
  const latest = page.getByRole("region", { name: "Latest file" });
  await expect(row(latest, "Leeds").first()).toHaveText("Applied");
  await rest("PATCH", `/stores/${ids.leeds}/inventory/stock`, [{ barcode: "mug", price: 4.5, quantity: 6 }]);

  await latest.getByRole("button", { name: "Undo this file" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Undo this file?" });
  await expect(question).toContainText("Prices and quantities of 1 product become as before.");
  await look(page, "undo of all stores");
  await question.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(latest.getByText("Undone", { exact: true })).toBeVisible();
  expect([await shelf(ids.bath), await shelf(ids.leeds)]).toEqual([{ mug: 5 }, { mug: 6 }]);
});

test("a viewer sees the files of all stores, cannot change them, and sees why", async ({ page, signIn }) => {
  await signIn("viewer", path);
  await expect(page.getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeDisabled();
  await expect(page.getByRole("button", { name: setUp })).toBeHidden();
  const url = `/api/shops/${demo.retailerId}/stock`;
  for (const to of [url, `${url}?dryRun=true`, `${url}/preview`])
    expect((await page.request.put(to, { data: "x" })).status()).toBe(403);
});
