import { smallShop } from "@highstreet/connectors/fake-square";
import { expect } from "@playwright/test";
import { pathAt, rest, test } from "./demo.ts";
import { look } from "./look.ts";

let storeId = "";
test.beforeAll(async () => {
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  storeId = (await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address })).id;
});
test.afterAll(async () => {
  await rest("DELETE", `/stores/${storeId}`);
  await rest("DELETE", "/connections/square");
});

test("with a token and a location, the stock of a shop system is on the shelf", async ({ page, signIn }) => {
  await signIn("manager", pathAt("imports", storeId));
  await page.getByRole("button", { name: "Set up the source of stock" }).click();
  const form = page.getByRole("dialog", { name: "Source of stock" });
  await form.getByRole("radio", { name: "Connected shop system" }).check();
  await form.getByRole("button", { name: "Connect a shop system" }).click();
  await form.getByRole("combobox", { name: "Shop system" }).click();
  await page.getByRole("option", { name: "Square" }).click();
  await form.getByLabel("Access token").fill("EAAA-wrong");
  await look(page, "shop-system");
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form.getByText("Square does not accept the token.")).toBeVisible({ timeout: 30_000 });
  await form.getByRole("button", { name: "Cancel" }).click();

  const square = form.getByRole("group", { name: "Square" });
  await square.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog", { name: "Remove Square?" }).getByRole("button", { name: "Remove" }).click();
  await expect(square).toBeHidden();
  await form.getByRole("button", { name: "Connect a shop system" }).click();
  await form.getByRole("combobox", { name: "Shop system" }).click();
  await page.getByRole("option", { name: "Square" }).click();
  await form.getByLabel("Access token").fill("EAAA-wrong");
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form.getByText("Square does not accept the token.")).toBeVisible({ timeout: 30_000 });
  await form.getByRole("button", { name: "Cancel" }).click();
  await square.getByRole("button", { name: "Change access" }).click();
  await form.getByLabel("Access token").fill(smallShop().token);
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  const location = form.getByRole("combobox", { name: "Location of this store" });
  await location.click();
  await page.getByRole("option", { name: "High Street" }).click();
  await look(page, "location");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connected shop system is set up.")).toBeVisible();
  await expect
    .poll(() => rest("GET", `/stores/${storeId}/inventory/0012345678905`).catch(() => ({ title: "not there yet" })))
    .toMatchObject({ title: "Green tea", quantity: 7 });
  expect(await rest("GET", "/connections/square")).toMatchObject({
    status: "connected",
    locations: [
      { name: "High Street", storeId },
      { name: "Mill Road", storeId: null },
    ],
  });
});
