import { readFile } from "node:fs/promises";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { demo, reload, rest, routeOnce, stack, streamed, test } from "./demo.ts";
import { look } from "./look.ts";

const shop = `/shops/${demo.retailerId}`;
/** Opens the page in a browser of another person. */
async function otherPerson(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1440, height: 900 } });
  const page = streamed(await context.newPage());
  await page.goto(url);
  return page;
}

/** Invites an address and returns the shown link. @param fill fills in more of the form */
async function invite(page: Page, email: string, fill?: (dialog: Locator) => Promise<void>): Promise<string> {
  await page.getByRole("button", { name: "Invite a person" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("E-mail");
  await field.fill("nobody");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(field).toHaveAccessibleDescription(/e-mail address/);
  await field.fill(email);
  await fill?.(dialog);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const link = page.getByRole("dialog", { name: `Link for ${email}` });
  const shown = (await link.locator("pre").textContent()) ?? "";
  await link.getByRole("button", { name: "I have copied it" }).click();
  return shown;
}

test("from an invitation to the first hide; a removed person is out at once", async ({ page, signIn, browser }) => {
  const email = "newcomer@demo.example";
  const barcode = "22423";
  await rest("PATCH", `/inventory/${barcode}`, { hidden: null });
  await signIn("owner", `${shop}/team`);
  const link = await invite(page, email);
  expect(link).toMatch(/\/join#[0-9a-f-]{36}\.[\w-]{43}$/);
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Manager");
  await look(page, "team");

  const person = await otherPerson(browser, link);
  await expect(person.getByText("Olivia Owner invites you to The Gift Shop as a manager.")).toBeVisible();
  await look(person, "join");
  await person.setViewportSize({ width: 1440, height: 900 });
  await person.getByLabel("Your name").fill("Nina Newcomer");
  await person.getByRole("textbox", { name: "Choose a password" }).fill("nina's password");
  await person.getByRole("button", { name: "Create my account" }).click();
  await person.waitForURL((url) => url.pathname === shop);

  await person.goto(`${shop}/products?store=${demo.storeIds[0]}&q=${barcode}`);
  const row = person.getByRole("row").filter({ hasText: barcode });
  await row.getByRole("switch").first().click({ force: true });
  await expect
    .poll(() => rest<{ hidden: boolean }>("GET", `/stores/${demo.storeIds[0]}/inventory/${barcode}`))
    .toMatchObject({ hidden: true });

  const again = await otherPerson(browser, link);
  await expect(again.getByRole("heading", { name: "This link has ended" })).toBeVisible();

  await reload(page);
  await page.getByRole("button", { name: "Actions for Nina Newcomer" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Nina Newcomer is removed.")).toBeVisible();
  await page.goto(`${shop}/history`);
  for (const [what, who] of [
    ["removed Nina Newcomer", "Olivia Owner"],
    ["accepted an invitation", "Nina Newcomer"],
    ["invited newcomer@demo.example", "Olivia Owner"],
  ] as const) {
    await expect(page.getByRole("row").filter({ hasText: what }).first()).toContainText(who);
  }
  // The open page leads to the sign-in by itself. A new page has no navigation that this one could interrupt.
  const later = streamed(await person.context().newPage());
  await later.goto(`${shop}/products`);
  await expect(later.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(person.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await rest("PATCH", `/inventory/${barcode}`, { hidden: null, image: null });
});

test("a manager of one store sees, edits and reaches that store alone", async ({ page, signIn, browser }) => {
  const email = "shambles@demo.example";
  const barcode = "22423";
  const [other, own] = demo.storeIds;
  await rest("PATCH", `/inventory/${barcode}`, { hidden: null });
  await signIn("owner", `${shop}/team`);
  const link = await invite(page, email, async (dialog) => {
    await dialog.getByRole("radio", { name: "Chosen stores" }).check();
    await dialog.getByRole("combobox", { name: "Which stores" }).fill("shamb");
    await page.getByRole("option", { name: "The Shambles" }).click();
    await dialog.getByRole("heading").click();
    await look(page, "invite-to-stores");
  });
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("The Shambles");

  const person = await otherPerson(browser, link);
  await person.getByLabel("Your name").fill("Sam Shambles");
  await person.getByRole("textbox", { name: "Choose a password" }).fill("sam's password");
  await person.getByRole("button", { name: "Create my account" }).click();
  await person.waitForURL((url) => url.pathname === shop);
  const main = person.getByRole("main");
  await expect(main.getByRole("link", { name: "The Shambles", exact: true })).toBeVisible();
  await expect(main).not.toContainText("Carnaby Street");
  await look(person, "home-of-one-store");
  await person.setViewportSize({ width: 1440, height: 900 });
  const links = person.getByRole("navigation", { name: "Shop" });
  for (const name of ["Team", "API keys", "Settings"]) await expect(links.getByRole("link", { name })).toHaveCount(0);

  await links.getByRole("link", { name: "Products" }).click();
  await person.waitForURL((url) => url.searchParams.get("store") === own);
  await person.getByRole("searchbox", { name: "Search products" }).fill(barcode);
  const row = person.getByRole("row").filter({ hasText: barcode });
  await row.getByRole("switch").first().click({ force: true });
  const hiddenAt = async (id: string) =>
    (await rest<{ hidden: boolean }>("GET", `/stores/${id}/inventory/${barcode}`)).hidden;
  await expect.poll(() => hiddenAt(own)).toBe(true);
  expect(await hiddenAt(other)).toBe(false);
  await row.getByRole("link").first().click();
  await expect(main.getByRole("switch")).toHaveCount(1);
  await expect(main).not.toContainText("Carnaby Street");
  await expect(main.getByRole("button", { name: "Undo" }).first()).toBeVisible();
  await expect(main.getByRole("button", { name: /^(Hide|Show) in all stores/ })).toHaveCount(0);
  const photo = { name: "mug.png", mimeType: "image/png", buffer: pngOf(900, 700, 90) };
  await main.getByRole("group", { name: "Add a picture" }).getByLabel("Choose a picture").setInputFiles(photo);
  await expect(main).toContainText("Your store now shows the picture.");
  const imagesAt = async (id: string) =>
    (await rest<{ images: string[] }>("GET", `/stores/${id}/inventory/${barcode}`)).images;
  expect((await imagesAt(own))[0]).toMatch(/\/pictures\//);
  expect((await imagesAt(other))[0]).not.toBe((await imagesAt(own))[0]);

  for (const section of ["products", "channels", "imports", "history", "developers/webhooks"]) {
    await person.goto(`${shop}/${section}?store=${other}`);
    await expect(person.getByText("There is nothing here")).toBeVisible();
    await expect(person.locator("body")).not.toContainText("Carnaby Street");
    await person.goto(`${shop}/${section}`);
    await expect(person).toHaveURL(new RegExp(`store=${own}`));
    await expect(main).not.toContainText("Carnaby Street");
    await expect(main.getByRole("alert")).toHaveCount(0);
  }
  expect(
    await person.evaluate((url) => fetch(url).then(({ status }) => status), `/api${shop}/products?store=${other}`),
  ).toBe(404);
  expect(await person.evaluate((url) => fetch(url).then(({ status }) => status), `/api${shop}/products`)).toBe(403);
  await person.goto(`${shop}/settings`);
  await expect(main).toContainText("Your role is for chosen stores.");

  await reload(page);
  await page.getByRole("button", { name: "Actions for Sam Shambles" }).click();
  await page.getByRole("menuitem", { name: "Choose stores" }).click();
  const dialog = page.getByRole("dialog", { name: "Stores of Sam Shambles" });
  await dialog.getByRole("combobox", { name: "Which stores" }).press("Backspace");
  await dialog.getByRole("heading").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Sam Shambles/ })).toContainText("No store");
  await person.goto(`${shop}/products`);
  await expect(main).toContainText("none is chosen");
  await rest("PATCH", `/stores/${own}/inventory/${barcode}`, { hidden: null });
});

test("an owner changes a role and makes a link for a new password; the last owner stays", async ({
  page,
  signIn,
  browser,
}) => {
  const email = "forgetful@demo.example";
  await signIn("owner", `${shop}/team`);
  const person = await otherPerson(browser, await invite(page, email));
  await person.getByLabel("Your name").fill("Fred Forgetful");
  await person.getByRole("textbox", { name: "Choose a password" }).fill("fred's password");
  await person.getByRole("button", { name: "Create my account" }).click();
  await person.waitForURL((url) => url.pathname === shop);

  await reload(page);
  await page.getByLabel("Role of Fred Forgetful").selectOption("Viewer");
  await expect(page.getByText("Fred Forgetful is now viewer.")).toBeVisible();
  await person.goto(`${shop}/settings`);
  await expect(person.getByText("Your role here (viewer) does not allow this.")).toBeVisible();

  await page.getByRole("button", { name: "Actions for Fred Forgetful" }).click();
  await page.getByRole("menuitem", { name: "Make a link for a new password" }).click();
  const dialog = page.getByRole("dialog", { name: `Link for ${email}` });
  const link = (await dialog.locator("pre").textContent()) ?? "";
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await person.goto(link);
  await look(person, "new-password");
  await person.getByRole("textbox", { name: "Choose a password" }).fill("another password");
  await person.getByRole("button", { name: "Save the password" }).click();
  await expect(person.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await person.getByRole("link", { name: "Go to sign-in" }).click();
  await person.getByLabel("E-mail").fill(email);
  await person.getByRole("textbox", { name: "Password" }).fill("another password");
  await person.getByRole("button", { name: "Sign in" }).click();
  await person.waitForURL((url) => url.pathname.startsWith("/shops/"));

  await page.getByRole("button", { name: "Actions for Olivia Owner" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("This is the shop's last owner.")).toBeVisible();
});

test("a new key works, and a revoked key is 401 at the next call", async ({ page, signIn }) => {
  await signIn("partner", `${shop}/developers/keys`);
  await page.getByRole("button", { name: "Create a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Till server");
  await dialog.getByRole("button", { name: "Create a key" }).click();
  const key = (await dialog.locator("pre").textContent()) ?? "";
  expect(key).toMatch(/^hs_/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const statusOf = async () => {
    const url = `${stack.rest}/v1/retailers/${demo.retailerId}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status;
  };
  expect(await statusOf()).toBe(200);
  await reload(page);
  const row = page.getByRole("row", { name: /Till server/ });
  await expect(row).not.toContainText("Not used yet");
  await expect(row).toContainText(key.slice(0, -64));
  await look(page, "keys");
  await page.getByRole("button", { name: "Revoke Till server" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Till server is revoked.")).toBeVisible();
  expect(await statusOf()).toBe(401);
  await expect(row).toHaveCount(0);
});

test("settings change the shop's name and a store's area", async ({ page, signIn }) => {
  await signIn("owner", `${shop}/settings`);
  const form = page.getByRole("region", { name: "Shop" });
  await form.getByLabel(/^Name/).fill("The Better Gift Shop");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => rest("GET", "")).toMatchObject({ name: "The Better Gift Shop" });
  await form.getByLabel(/^Name/).fill("The Gift Shop");
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => rest("GET", "")).toMatchObject({ name: "The Gift Shop" });
  const store = page.getByRole("region", { name: "Store" });
  await store.getByLabel("Area around the store").selectOption("Countryside (20 miles)");
  await store.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => rest("GET", `/stores/${demo.storeIds[0]}`)).toMatchObject({ areaType: "rural" });
  await rest("PATCH", `/stores/${demo.storeIds[0]}`, { areaType: "urban" });
  await look(page, "settings");
});

for (const [who, team, keys] of [
  ["viewer", false, false],
  ["manager", false, false],
  ["owner", true, false],
  ["partner", true, true],
] as const) {
  test(`a ${who} sees the pages of the role, and no others`, async ({ page, signIn }) => {
    await signIn(who, shop);
    const links = page.getByRole("navigation", { name: "Shop" });
    await expect(links.getByRole("link", { name: "Team" })).toHaveCount(team ? 1 : 0);
    await expect(links.getByRole("link", { name: "API keys" })).toHaveCount(keys ? 1 : 0);
    await page.goto(`${shop}/team`);
    await expect(page.getByRole("button", { name: "Invite a person" })).toHaveCount(team ? 1 : 0);
    await page.goto(`${shop}/developers/keys`);
    await expect(page.getByRole("button", { name: "Create a key" })).toHaveCount(keys ? 1 : 0);
  });
}

test("the partner sees all shops, finds a store, and opens it", async ({ page, signIn }) => {
  await signIn("partner", shop);
  await page.getByRole("button", { name: /^Petra Partner/ }).click();
  await page.getByRole("menuitem", { name: "All shops" }).click();
  const table = page.getByRole("table", { name: "Shops and stores" });
  await expect(table.getByRole("row", { name: /Carnaby Street/ })).toBeVisible();
  await expect(table.getByRole("img", { name: /^Of 14 days: [1-9]/ }).first()).toBeVisible();
  await look(page, "fleet");
  await page.setViewportSize({ width: 1440, height: 900 });
  const tiles = page.getByRole("group", { name: "Stores by state" });
  const rows = table.getByRole("row").filter({ hasNot: page.getByRole("columnheader") });
  const all = await rows.count();
  for (const state of ["Need attention", "Healthy", "Not set up yet"]) {
    const tile = tiles.getByRole("button", { name: state });
    const stores = Number((await tile.textContent())?.match(/^\d+/)?.[0]);
    await tile.click();
    await expect(page.getByText(`of ${all} are shown`)).toBeVisible();
    if (state !== "Not set up yet") await expect(rows).toHaveCount(stores);
    await tile.click();
  }
  await page.getByRole("button", { name: "Sort by Store" }).click();
  const names = await rows.getByRole("rowheader").getByRole("link").allTextContents();
  expect(names).toEqual(names.toSorted(new Intl.Collator("en", { numeric: true }).compare));
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(all + 1);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox", { name: "Find a shop, store or city" })).toBeFocused();
  await page.getByRole("searchbox", { name: "Find a shop, store or city" }).fill("shambles");
  await expect(table.getByRole("row", { name: /Carnaby Street/ })).toHaveCount(0);
  await table.getByRole("link", { name: "The Shambles" }).click();
  await page.waitForURL((url) => url.pathname === `${shop}/products`);
  await page.goto("/fleet/team");
  await expect(page.getByRole("row", { name: /Petra Partner/ })).toBeVisible();
  await look(page, "fleet-team");
});

test("the help has its contents, a search and the contact of the partner", async ({ page, signIn }) => {
  await signIn("partner");
  await page.goto("/fleet/team");
  await page.getByLabel("How shops reach you").fill("help@tills.example");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The contact is saved.").first()).toBeVisible();
  await page.goto("/help#history");
  await expect(page.getByText("help@tills.example")).toBeVisible();
  const contents = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
  await expect(contents.first()).toHaveText("Home");
  await page.getByRole("searchbox", { name: "Search the help" }).fill("recovery code");
  await expect(contents).toHaveText(["Your account"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Your account"]);
  await page.getByRole("searchbox", { name: "Search the help" }).fill("home zebra");
  await expect(page.getByRole("status")).toHaveText("No part of the help has these words.");
});

test("an owner has no page of all shops", async ({ page, signIn }) => {
  await signIn("owner", shop);
  await page.goto("/fleet");
  await expect(page.getByRole("table", { name: "Shops and stores" })).toHaveCount(0);
});

test("an invitation that cannot be read offers another try", async ({ page }) => {
  await routeOnce(page, "**/api/auth/invitation", (route) => route.abort());
  await page.goto("/join#unknown");
  await expect(page.getByText("Highstreet cannot be reached.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
});
