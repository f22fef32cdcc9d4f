import { createServer } from "node:http";
import { expect, type Locator } from "@playwright/test";
import { pathAt, reload, rest, test } from "./demo.ts";

/** Location ids of the sandbox. docs/google.md explains their digits. */
const NOBODY_INVITES = "9970000000000000002";
const SLOW = "9900000000000000001";
/** The sandbox disapproves 99 % of the items. The two digits for the share allow no more. */
const DISAPPROVED = "99499000000000000001";
const PLAIN = "4503599627370498001";

const BARCODES = ["5020000000010", "5020000000027", "5020000000034", "5020000000041"];
/** Barcodes for the disapproved items. No other store has them, because a disapproval applies to all stores of the shop. */
const OTHER_BARCODES = ["4006381333931", "9780201379624", "5901234123457", "4012345678901"];

const stepsOf = (card: Locator) => card.getByRole("list", { name: "Progress" }).locator(":scope > li");

/** Another site: one page on its own port. */
async function serve(html: string) {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("a TCP server has a port");
  const close = () => new Promise<void>((closed) => server.close(() => closed()).closeAllConnections());
  return { url: `http://127.0.0.1:${address.port}/`, close };
}

/** A store with four products and a search channel. */
async function newStore(locationId: string, barcodes = BARCODES) {
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  const lines = barcodes.map((barcode) => ({ barcode, price: 2.5, quantity: 5 }));
  await rest("PATCH", `/stores/${id}/inventory/stock`, lines);
  await rest("POST", `/stores/${id}/channels`, { type: "search", parameters: { locationId } });
  const remove = async () => {
    await rest("DELETE", `/stores/${id}/channels/search`);
    await rest("DELETE", `/stores/${id}`);
  };
  return { id, remove };
}

test("while the search engine checks a store, the page shows who must act, since when, and the expected time", async ({
  page,
  signIn,
}) => {
  const { id, remove } = await newStore(SLOW);
  try {
    await signIn("viewer", pathAt("channels", id));
    const live = stepsOf(page.getByRole("region", { name: "Search local listings" })).last();
    await expect(live).toContainText("Products show");
    await expect(live).toContainText("Google is working on this step", { timeout: 45_000 });
    await expect(live).toContainText(/Since .*\d\d:\d\d:\d\d\.On average done by .*, at the latest by/);
    await expect(page.getByText("We have begun to send products")).toBeVisible();
  } finally {
    await remove();
  }
});

test("a store from nothing to connected, step by step, with the state of each product", async ({ page, signIn }) => {
  const { id, remove } = await newStore(PLAIN);
  try {
    await signIn("owner", pathAt("channels", id));
    const card = page.getByRole("region", { name: "Search local listings" });
    await expect(card.getByText("Connected", { exact: true })).toBeVisible({ timeout: 180_000 });
    await expect(card.getByText(/^Live since \d+ \w+ · 4 of 4 products shown$/)).toBeVisible();
    await expect(card.getByText("In good standing")).toBeHidden();
    await card.getByRole("button", { name: "Show the set-up" }).click();
    await expect(stepsOf(card).filter({ hasText: "Done" })).toHaveCount(5);
    await expect(card.getByRole("link", { name: /See the storefront/ })).toHaveAttribute("href", /^https:/);
    await expect(card.getByText("In good standing")).toBeVisible();

    const listings = page.getByRole("region", { name: "Products on Google" });
    const rows = listings.getByRole("table", { name: "Listings" }).getByRole("rowheader");
    await expect(rows).toHaveCount(4);
    const state = listings.getByRole("combobox", { name: "Status" });
    await expect(listings.getByRole("cell", { name: "Sent", exact: true })).toHaveCount(4);
    await state.click();
    await page.getByRole("option", { name: "Sent (4)" }).click();
    await expect(listings.getByText("Google has the current stock.")).toBeVisible();
    await expect(rows).toHaveCount(4);
    await listings.getByRole("searchbox", { name: "Search products" }).fill("502000000004");
    await expect(rows).toHaveText(["5020000000041"]);
    await state.click();
    await page.getByRole("option", { name: "Rejected by Google (0)" }).click();
    await expect(listings.getByText("No product matches.")).toBeVisible();
  } finally {
    await remove();
  }
});

test("a product that the search engine does not show has the reason", async ({ page, signIn }) => {
  const { id, remove } = await newStore(DISAPPROVED, OTHER_BARCODES);
  try {
    await signIn("viewer", pathAt("channels", id));
    const listings = page.getByRole("region", { name: "Products on Google" });
    const refused = listings.getByRole("cell", { name: /^Not approved by Google./ });
    await expect(refused).toHaveCount(4, { timeout: 180_000 });
    await listings.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Not approved by Google (4)" }).click();
    await expect(listings.getByText("Google has the product and does not show it.")).toBeVisible();
    await expect(refused).toHaveCount(4);
  } finally {
    await remove();
  }
});

test("the in-store widget: the snippet works, and the page shows the sighting", async ({ page, context, signIn }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, remove } = await newStore(NOBODY_INVITES);
  try {
    await signIn("viewer", pathAt("channels", id));
    const widget = page.getByRole("region", { name: "In-store widget" });
    await expect(widget.getByText("Not seen yet")).toBeVisible();
    await widget.getByText("Code for the page").click();
    await widget.getByRole("button", { name: "Copy the lines" }).click();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());
    const shopSite = await serve(`<!doctype html><title>Shop</title>${snippet}`);
    // A sighting is not recorded while another transaction changes the store. The next page view is.
    await expect(async () => {
      const shopWindow = await context.newPage();
      const sighting = shopWindow.waitForResponse((answer) => answer.request().method() === "POST");
      await shopWindow.goto(shopSite.url);
      expect((await sighting).status()).toBe(204);
      await shopWindow.close();
      await reload(page);
      await expect(widget.getByText("Seen", { exact: true })).toBeVisible({ timeout: 15_000 });
    }).toPass();
    await shopSite.close();
  } finally {
    await remove();
  }
});
