import { pngOf } from "@highstreet/telemetry/testing/png";
import { expect, type Page } from "@playwright/test";
import { demo, pathAt, pathOf, reload, rest, test, untilHandled } from "./demo.ts";
import { look } from "./look.ts";

const product = (barcode: string): string => `/shops/${demo.retailerId}/products/${encodeURIComponent(barcode)}`;
const inventory = (barcode: string): string => `/inventory/${barcode}`;
const row = (page: Page, store: string) =>
  page.getByRole("table", { name: "Stores and channels" }).getByRole("row").filter({ hasText: store });

interface Product {
  title: string;
  description: string | null;
  images: string[];
  stores: { storeId: string; hidden: boolean }[];
}

/** A product of both stores of the demo shop. */
async function commonBarcode(): Promise<string> {
  const [item] = (await rest<{ data: { barcode: string }[] }>("GET", `/stores/${demo.storeIds[1]}/inventory/items`))
    .data;
  if (!item) throw new Error("the second store of the demo shop is empty");
  return item.barcode;
}

/** Undoes the newest change of a product. The page can still show the changes before it. */
async function undoNewest(page: Page, barcode: string): Promise<void> {
  const { data } = await rest<{ data: { at: string }[] }>("GET", `/history?barcode=${barcode}&page[size]=1`);
  const newest = page.getByRole("listitem").filter({ has: page.locator(`time[datetime="${data[0]?.at}"]`) });
  await newest.getByRole("button", { name: /^Undo: / }).click();
}

test("a product shows each store and channel with the reason, and its button changes it", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await signIn("owner", product(barcode));
  const shambles = row(page, "The Shambles");
  await expect(shambles.getByText("Not set up").first()).toBeVisible();
  await shambles.getByRole("switch").click({ force: true });
  await expect(page.getByText(/is hidden in The Shambles/)).toBeVisible();
  await expect(
    shambles.getByText("Hidden", { exact: true }).or(shambles.getByText("Not set up")).first(),
  ).toBeVisible();
  const hidden = async () =>
    (await rest<Product>("GET", inventory(barcode))).stores.find(({ storeId }) => storeId === demo.storeIds[1])?.hidden;
  expect(await hidden()).toBe(true);
  await undoNewest(page, barcode);
  await expect.poll(hidden).toBe(false);
  await expect(shambles.getByRole("switch")).toBeChecked();
});

test("the button of a hide for all stores asks before it replaces the setting of a store", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await rest("PATCH", inventory(barcode), { hidden: true });
  await rest("POST", `/stores/${demo.storeIds[1]}/inventory/customizations`, { barcode, hidden: true });
  await signIn("owner", product(barcode));
  const show = row(page, "Carnaby Street").getByRole("button", { name: /^Show in all stores: / });
  await show.click();
  const dialog = page.getByRole("dialog", { name: "Show in all stores" });
  await expect(dialog.getByText(/^1 store has a setting of its own for “/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(show).toBeVisible();
  await show.click();
  await dialog.getByRole("button", { name: "Show in all stores" }).click();
  await expect(page.getByText(/is shown in all stores\./)).toBeVisible();
  const { stores } = await rest<Product>("GET", inventory(barcode));
  expect(stores.some(({ hidden }) => hidden)).toBe(false);
});

test("an edit of the product data shows both values after an edit of another person", async ({ page, signIn }) => {
  const barcode = "22423";
  await signIn("owner", product(barcode));
  const change = page.getByRole("button", { name: "Change", exact: true });
  await change.click();
  await page.getByLabel("Title", { exact: true }).fill("Cake stand, three tiers");
  await page.getByLabel("Description", { exact: true }).fill("For cakes.");
  await page.getByLabel("Brand").fill("Regency");
  await page.getByLabel("Pictures", { exact: true }).fill("https://shop.example/cake.jpg");
  const theirs = { title: "Cake stand", description: "New", brand: "Regency", image: ["https://shop.example/c.jpg"] };
  await rest("PATCH", inventory(barcode), theirs);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Another person changed this product")).toBeVisible();
  const panel = page.getByRole("region", { name: "Change what customers see" });
  await expect(panel.getByText("Cake stand", { exact: true })).toBeVisible();
  await expect(panel.getByText("Cake stand, three tiers")).toBeVisible();
  await page.getByRole("button", { name: "Save my values" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cake stand, three tiers");
  expect((await rest<Product>("GET", inventory(barcode))).title).toBe("Cake stand, three tiers");
  await change.click();
  await page.getByRole("button", { name: "Use your system's data again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Cake stand, three tiers");
});

test("a title, a description and a picture are each changed alone", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  const before = await rest<Product>("GET", inventory(barcode));
  await signIn("owner", product(barcode));
  const values = { Title: "A title alone", Description: "A text alone.", Pictures: "https://shop.example/alone.jpg" };
  for (const [label, value] of Object.entries(values)) {
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
    await undoNewest(page, barcode);
    const { title, description, images } = before;
    await expect.poll(() => rest<Product>("GET", inventory(barcode))).toMatchObject({ title, description, images });
    // The form starts from the version that the page has loaded.
    await reload(page);
  }
  const { description, images } = await rest<Product>("GET", inventory(barcode));
  expect({ description, images }).toEqual({ description: before.description, images: before.images });
});

test("Google gets other texts from a folded part of the form, which shows the edit of another person and undoes", async ({
  page,
  signIn,
}) => {
  const barcode = await commonBarcode();
  const before = await rest<Product>("GET", inventory(barcode));
  const search = async () => {
    const { data } = await rest<{ data: { after: { for: unknown } }[] }>(
      "GET",
      `/history?barcode=${barcode}&page[size]=1`,
    );
    return data[0]?.after.for;
  };
  await signIn("owner", product(barcode));
  const card = page.getByRole("figure", { name: "Preview of the listing" });
  const change = page.getByRole("button", { name: "Change", exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  await change.click();
  const title = page.getByRole("textbox", { name: "Title for Google" });
  const part = page.getByText("Other texts for Google");
  await expect(title).toBeHidden();
  await part.focus();
  await page.keyboard.press("Enter");
  await expect(title).toHaveAttribute("placeholder", before.title);
  await title.fill("x".repeat(151));
  await save.click();
  await expect(page.getByText("151 characters are too many: remove 1.")).toBeVisible();
  await title.fill("Brass desk lamp");
  await expect(card).toContainText("Brass desk lamp");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await reload(page);
  // The draft opens the part.
  await expect(title).toBeVisible();
  await expect(title).toHaveValue("Brass desk lamp");
  await page.getByLabel("Pictures for Google").fill("https://shop.example/lamp.jpg");
  await page.getByLabel("Pickup for Google").selectOption("No pickup of this product");
  await look(page, "the texts for Google");
  await rest("PATCH", inventory(barcode), { for: { search: { title: "Their lamp" } } });
  await save.click();
  await expect(page.getByText("Another person changed this product")).toBeVisible();
  await expect(page.getByText("Their lamp", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save my values" }).click();
  await expect(save).toBeHidden();
  const none = { title: null, description: null, image: null, pickup: null };
  const pictures = ["https://shop.example/lamp.jpg"];
  const saved = { ...none, title: "Brass desk lamp", image: pictures, pickup: { method: "not_supported" } };
  expect(await search()).toEqual({ search: saved });
  await expect(card).toContainText("Brass desk lamp");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(before.title);
  await expect(page.getByText("Title for Google: Their lamp → Brass desk lamp")).toBeVisible();
  await expect(page.getByText("Pickup for Google: No pickup of this product")).toBeVisible();
  await undoNewest(page, barcode);
  await expect.poll(search).toEqual({ search: { ...none, title: "Their lamp" } });
  await expect(card).toContainText("Their lamp");
  await change.click();
  await expect(title).toHaveValue("Their lamp");
  await title.fill("");
  await save.click();
  await expect(save).toBeHidden();
  expect(await search()).toBeNull();
  await expect(card).toContainText(before.title);
  expect(await rest<Product>("GET", inventory(barcode))).toMatchObject({ title: before.title });
});

test("one store has texts of its own, also for Google, and the draft of each scope is apart", async ({
  page,
  signIn,
}) => {
  const barcode = await commonBarcode();
  const before = await rest<Product>("GET", inventory(barcode));
  const [london, york] = demo.storeIds;
  const titleIn = async (store: string) => (await rest<Product>("GET", `/stores/${store}/inventory/${barcode}`)).title;
  await rest("PATCH", inventory(barcode), { for: { search: { title: "Lamp of all stores" } } });
  await signIn("owner", product(barcode));
  page.on("dialog", (dialog) => void dialog.accept());
  const scope = page.getByRole("combobox", { name: "Texts of" });
  const change = page.getByRole("button", { name: "Change", exact: true });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await scope.selectOption("The Shambles");
  await change.click();
  await expect(page.getByRole("heading", { name: "Change what customers see in The Shambles" })).toBeVisible();
  await expect(title).toHaveValue(before.title);
  await page.getByText("Other texts for Google").click();
  const forGoogle = page.getByRole("textbox", { name: "Title for Google" });
  await expect(forGoogle).toHaveAttribute("placeholder", "Lamp of all stores");
  await title.fill("Lamp of York");
  await expect(forGoogle).toHaveAttribute("placeholder", "Lamp of York");
  await reload(page);
  await expect(title).toHaveValue("Lamp of York");
  await look(page, "the texts of one store");
  await save.click();
  await expect(save).toBeHidden();
  expect([await titleIn(york), await titleIn(london)]).toEqual(["Lamp of York", before.title]);
  await expect(scope).toHaveValue(york);
  await change.click();
  await page.getByRole("button", { name: "Use the texts of all stores again" }).click();
  await expect(save).toBeHidden();
  expect(await titleIn(york)).toBe(before.title);
  await rest("PATCH", inventory(barcode), { for: null });
});

test("a picture is chosen from a file or dropped, and shows at once", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  const images = async () => (await rest<Product>("GET", inventory(barcode))).images;
  const before = await images();
  await signIn("owner", product(barcode));
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const field = page.getByRole("group", { name: "Add a picture" });
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
  await field.getByLabel("Choose a picture").setInputFiles(file("logo.png", Buffer.from("<svg/>")));
  await expect(field.getByRole("alert")).toHaveText(/The file is SVG/);
  await field.getByLabel("Choose a picture").setInputFiles(file("mug.png", pngOf(900, 700, 90)));
  await expect(field.getByRole("status")).toHaveText(/Save to show it/);
  await expect(field.getByText("Google cannot see this picture")).toBeVisible();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "cup.png"));
      return data;
    },
    [...pngOf(120, 120, 200)],
  );
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByLabel("Pictures", { exact: true })).toHaveValue(/^http[^\n]+webp\nhttp[^\n]+webp(\n|$)/);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const picture = page.getByRole("figure", { name: "Preview of the listing" }).locator("img");
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(120);
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await images()).length).toBe(before.length + 2);
  await rest("PATCH", inventory(barcode), { image: null });
  await expect.poll(images).toEqual(before);
});

test("on a computer the product has a button that chooses a picture, and a picture that does not load is a quiet tile", async ({
  page,
  signIn,
}) => {
  const barcode = await commonBarcode();
  const before = (await rest<Product>("GET", inventory(barcode))).images;
  await rest("PATCH", inventory(barcode), { image: ["https://shop.invalid/gone.jpg"] });
  try {
    await signIn("owner", product(barcode));
    await expect(page.getByRole("button", { name: "Choose a picture" })).toBeVisible();
    const preview = page.getByRole("figure", { name: "Preview of the listing" });
    await expect(preview.getByText("£")).toBeVisible();
    // The markup of the server has the picture, so it fails before the page is handled.
    await reload(page);
    await untilHandled(page);
    await expect(preview.locator("img")).toHaveCount(0);
  } finally {
    await rest("PATCH", inventory(barcode), { image: null });
  }
  expect((await rest<Product>("GET", inventory(barcode))).images).toEqual(before);
});

test("a product that Google does not approve leads to its form", async ({ page, signIn }) => {
  await signIn("owner", product("15056p"));
  await expect(row(page, "Carnaby Street")).toContainText("Not approved by Google");
  await page.getByRole("button", { name: "Change: Google, Carnaby Street" }).click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toBeFocused();
});

test("nothing typed is lost: a link and Back ask, a reload and a new sign-in keep it, and the list keeps its search", async ({
  page,
  signIn,
}) => {
  const barcode = await commonBarcode();
  const list = `${pathOf("products", 1)}&q=${barcode}`;
  await signIn("owner", list);
  await page.getByRole("row").getByRole("link").first().click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const unsaved = page.getByText("Unsaved changes");
  const leaving = page.getByRole("dialog", { name: "Leave this page?" });
  const stay = async () => {
    await leaving.getByRole("button", { name: "Stay here" }).click();
    await expect(leaving).toBeHidden();
    await expect(title).toHaveValue("Typed");
  };
  await title.fill("x".repeat(160));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("160 characters are too many: remove 10.")).toBeVisible();
  await title.fill("Typed");
  await expect(unsaved).toBeVisible();
  await page.getByRole("link", { name: "All products" }).click();
  await stay();
  await page.evaluate(() => window.history.back());
  await stay();
  page.on("dialog", (dialog) => void dialog.accept());
  await reload(page);
  await expect(title).toHaveValue("Typed");
  await page.context().clearCookies();
  // A poll of the page can find the ended session before the press.
  await page
    .getByRole("button", { name: "Save" })
    .click({ timeout: 10_000 })
    .catch(() => undefined);
  await expect(page.getByText(/^You were signed out because your session has ended/)).toBeVisible();
  await page.getByLabel("E-mail").fill("owner@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(title).toHaveValue("Typed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed");
  await expect(unsaved).toBeHidden();
  await rest("PATCH", inventory(barcode), { title: null });
  await page.getByRole("link", { name: "All products" }).click();
  await expect(page).toHaveURL(list);
});

test("a product opens whatever signs its barcode has", async ({ page, signIn }) => {
  const odd = ["50%OFF", "a%2Fb", "a/b c", "1+1=2?&#", "é🎁ש\\"];
  // A store of this test, because items cannot be removed from the demo stores.
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  const body = odd.map((barcode) => ({ barcode, price: 1, quantity: 5 }));
  await rest("PATCH", `/stores/${id}/inventory/stock`, body);
  await signIn("owner");
  for (const barcode of odd) {
    await page.goto(product(barcode));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(barcode);
  }
  await page.goto(`${pathAt("products", id)}&q=${encodeURIComponent("50%OFF")}`);
  await page.getByRole("row").getByRole("link", { name: "50%OFF" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("50%OFF");
  await rest("DELETE", `/stores/${id}`);
});

test("a product is hidden until its stock reaches a limit, and shows again by itself", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await rest("POST", `/stores/${demo.storeIds[0]}/inventory/customizations`, { barcode, hidden: true });
  await signIn("owner", product(barcode));
  await page.getByRole("button", { name: "Hide until…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^1 store has a setting of its own for “/)).toBeVisible();
  await dialog.getByText("A stock", { exact: true }).click();
  await dialog.getByRole("button", { name: "Hide until then" }).click();
  await expect(dialog.getByText("Needs a limit")).toBeVisible();
  await dialog.getByLabel("Show again from this quantity").fill("700");
  await dialog.getByRole("button", { name: "Hide until then" }).click();
  await expect(page.getByText("Hidden in all stores until the quantity is 700 or more")).toBeVisible();
  const hidden = async () => (await rest<Product>("GET", inventory(barcode))).stores.map((store) => store.hidden);
  expect(await hidden()).toEqual([true, true]);
  for (const store of demo.storeIds)
    await rest("PATCH", `/stores/${store}/inventory/stock`, [{ barcode, quantity: 700 }]);
  await expect.poll(hidden).toEqual([false, false]);
});

test("a product is hidden in one store until tomorrow", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await signIn("owner", product(barcode));
  await page.getByRole("button", { name: "Hide until…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Store" }).selectOption("The Shambles");
  await look(page, "hide until tomorrow");
  await dialog.getByRole("button", { name: "Hide until then" }).click();
  await expect(page.getByText(/^Hidden in The Shambles until .*09:00$/)).toBeVisible();
  const hidden = async () => (await rest<Product>("GET", inventory(barcode))).stores.map((store) => store.hidden);
  expect(await hidden()).toEqual([false, true]);
  // While it closes, it lies over the page, and `force` would click on it.
  await expect(dialog).toHaveCount(0);
  await row(page, "The Shambles").getByRole("switch").click({ force: true });
  await expect.poll(hidden).toEqual([false, false]);
});

test("a product shows what customers saw of its price and its stock, in each store", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  const { stores } = await rest<{ stores: { storeId: string; price: number; quantity: number }[] }>(
    "GET",
    inventory(barcode),
  );
  const store = stores.find(({ storeId }) => storeId === demo.storeIds[1]);
  const stock = `/stores/${demo.storeIds[1]}/inventory/stock`;
  await rest("PATCH", stock, [{ barcode, price: 1234.5, quantity: 1 }]);
  await signIn("owner", product(barcode));
  const panel = page.getByRole("region", { name: "Price and stock over time" });
  await panel.getByLabel("Store").selectOption({ label: "The Shambles" });
  const newest = panel.getByRole("listitem").first();
  await expect(newest).toContainText("£1,234.50");
  await expect(newest).toContainText("Low stock");
  await expect(panel.getByRole("img", { name: /the price was .*, and is £1,234.50 now\.$/ })).toBeVisible();
  await rest("PATCH", stock, [{ barcode, price: store?.price, quantity: store?.quantity }]);
  await expect(newest).not.toContainText("£1,234.50");
});

test("a viewer sees the product and cannot change it", async ({ page, signIn }) => {
  const barcode = await commonBarcode();
  await rest("PATCH", inventory(barcode), { for: { search: { title: "Seen by Google" } } });
  await signIn("viewer", product(barcode));
  const data = page
    .getByRole("table", { name: "Product data" })
    .getByRole("row")
    .filter({ hasText: "Title for Google" });
  await expect(data).toContainText("Seen by Google");
  await expect(row(page, "The Shambles").getByRole("switch")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Change", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Hide in all stores" })).toBeDisabled();
  await rest("PATCH", inventory(barcode), { for: null });
});
