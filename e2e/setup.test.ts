import { expect, type Page } from "@playwright/test";
import { demo, rest, stack, test, untilHandled } from "./demo.ts";
import { look } from "./look.ts";
import { StrictReceiver } from "./strict-receiver.ts";

const SECRET = "StrictReceiver1234";
/** docs/google.md has the meaning of the digits in the sandbox. */
const LOCATION = "4503599627370499101";
const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };

/** Looks at a step on a phone and a desktop, light and dark. */
async function lookAt(page: Page, name: string): Promise<void> {
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0);
  await look(page, `setup-${name}`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Removes a shop of the test with its store and its channels. */
async function remove(retailerId: string): Promise<void> {
  const base = `${stack.rest}/v1/retailers/${retailerId}`;
  const { data } = await rest<{ data: { id: string }[] }>("GET", `${base}/stores`);
  for (const { id } of data) {
    const store = `${base}/stores/${id}`;
    for (const channel of await rest<{ id: string }[]>("GET", `${store}/channels`))
      await rest("DELETE", `${store}/channels/${channel.id}`);
    await rest("DELETE", store);
  }
  await rest("DELETE", base);
}

test("a new shop goes live step by step; the set-up is left twice and goes on where it was", async ({
  page,
  signIn,
}) => {
  const receiver = new StrictReceiver(SECRET);
  const url = await receiver.listen();
  let retailerId = "";
  const heading = (name: string) => page.getByRole("heading", { level: 2, name, exact: true });
  const next = (name: string) => page.getByRole("link", { name, exact: true });
  try {
    await signIn("partner");
    await page.goto("/fleet");
    await page.getByRole("link", { name: "New shop" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "New shop" })).toBeVisible();
    await page.getByRole("button", { name: "Create the shop" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveAttribute("aria-invalid", "true");
    await lookAt(page, "new-shop");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Bath Lamps");
    await page.getByRole("button", { name: "Create the shop" }).click();
    await page.waitForURL(/\/setup\?step=store$/);
    retailerId = new URL(page.url()).pathname.split("/")[2] ?? "";
    await expect(heading("First store")).toBeFocused();
    await expect(page.getByText("Takes 2 minutes.")).toBeVisible();
    await lookAt(page, "store");
    await page.goto(`/shops/${retailerId}/products`);
    await expect(page.getByRole("link", { name: "Add a store" })).toBeVisible();
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Export as CSV" })).toHaveCount(0);
    await page.goto(`/shops/${retailerId}/team`);
    await expect(page.getByText("No person of the shop can sign in yet.")).toBeVisible();
    await page.goto(`/shops/${retailerId}/setup?step=store`);

    const steps = page.getByRole("navigation", { name: "Steps" });
    await expect(steps.getByRole("link", { name: /^Till/ })).toHaveCount(0);
    await steps.getByRole("link", { name: /^Shop.*Done$/ }).click();
    await expect(heading("Shop")).toBeFocused();
    await next("Next: First store").click();
    await expect(heading("First store")).toBeFocused();

    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveAttribute("aria-invalid", "true");
    for (const [field, text] of Object.entries({
      ...{ Name: "Pulteney Bridge", "Street and number": "1 Bridge Street", Postcode: "BA2 4AT", City: "Bath" },
    }))
      await page.getByRole("textbox", { name: field, exact: true }).fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL(/step=till$/);
    await expect(heading("Till")).toBeFocused();
    await lookAt(page, "till");

    // The first pause.
    await page.goto(`/shops/${retailerId}`);
    await expect(page.getByRole("region", { name: "Finish setting up: 2 of 6 done" })).toBeVisible();
    await lookAt(page, "home");
    await next("Continue: Till").click();
    await expect(heading("Till")).toBeFocused();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Waiting for stock")).toBeVisible();
    await next("Next: First file").click();

    await expect(heading("First file")).toBeFocused();
    await lookAt(page, "file");
    const lines = Array.from({ length: 60 }, (_, n) => `50${String(20_000_000_001 + n)},4.50,${n + 1}`);
    const buffer = Buffer.from(["Ident,Amount,Held", ...lines].join("\n"));
    await untilHandled(page);
    await page.getByLabel("Stock file").setInputFiles({ name: "till.csv", mimeType: "text/csv", buffer });
    const upload = page.getByRole("region", { name: "Upload a file" });
    await expect(upload.getByText("Choose the column for Barcode, Price and Quantity.")).toBeVisible();
    for (const [field, column] of Object.entries({ Barcode: "Ident", Price: "Amount", Quantity: "Held" })) {
      await upload.getByRole("combobox", { name: field }).click();
      await page.getByRole("option", { name: column, exact: true }).click();
      await expect(upload.getByRole("combobox", { name: field })).toHaveValue(column);
    }
    await upload.getByRole("button", { name: "Apply this file" }).click();
    await expect(upload.getByText("till.csv was applied.")).toBeVisible();
    await expect(steps.getByRole("link", { name: /^First file.*Done$/ })).toContainText("60 in stock");

    // The second pause: the partner comes back from the table of all shops.
    await page.goto("/fleet");
    await page
      .getByRole("row", { name: /Bath Lamps/ })
      .getByRole("link")
      .click();
    await page.goto(`/shops/${retailerId}`);
    await expect(page.getByRole("region", { name: "Finish setting up: 4 of 6 done" })).toBeVisible();
    await next("Continue: Google").click();
    await expect(heading("Google")).toBeFocused();
    await lookAt(page, "google");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("textbox", { name: /^Location ID/ })).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("textbox", { name: /^Location ID/ }).fill(LOCATION);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("list", { name: "Progress" })).toBeVisible();
    await next("Next: Webhook").click();

    await expect(heading("Webhook")).toBeFocused();
    await page.getByLabel("Address").fill(url);
    await page.getByLabel("Signing secret").fill(SECRET);
    await lookAt(page, "webhook");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(steps.getByRole("link", { name: /^Webhook.*Done$/ })).toBeVisible({ timeout: 30_000 });
    await next("Next: Live").click();
    await expect(heading("Pulteney Bridge is live")).toBeVisible();
    await expect(steps.getByRole("link", { name: /^Google.*Done$/ })).toBeVisible({ timeout: 90_000 });
    await lookAt(page, "live");

    const base = `${stack.rest}/v1/retailers/${retailerId}`;
    const { data } = await rest<{ data: { id: string }[] }>("GET", `${base}/stores`);
    const change = [{ barcode: "5020000000000", price: 5, quantity: 0 }];
    await rest("PATCH", `${base}/stores/${data[0]?.id}/inventory/stock`, change);
    await expect
      .poll(() => receiver.calls.find((call) => call.data.barcode === "5020000000000")?.data.status)
      .toBe("out_of_stock");
    expect(receiver.refused).toEqual([]);

    await next("Open Home").click();
    await expect(page.getByRole("row", { name: /Pulteney Bridge/ })).toBeVisible();
    await expect(page.getByText("Finish setting up")).toHaveCount(0);
    await page.goto(`/shops/${retailerId}/setup`);
    await expect(heading("Pulteney Bridge is live")).toBeVisible();
  } finally {
    if (retailerId) await remove(retailerId);
    await receiver.close();
  }
});

test("each role sees the steps of a store, and has the controls of its own steps only", async ({ page, signIn }) => {
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  const path = (step: string) => `/shops/${demo.retailerId}/setup?step=${step}&store=${id}`;
  try {
    await signIn("viewer", path("till"));
    await expect(page.getByRole("main").getByText(/Your role here \(viewer\)/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
    await page.getByRole("link", { name: "Later" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "First file" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Choose a file" })).toBeDisabled();

    await signIn("manager", path("till"));
    await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
    await page.getByRole("link", { name: /^Shop.*Done$/ }).click();
    await expect(page.getByRole("main").getByText(/Your role here \(manager\)/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
  } finally {
    await rest("DELETE", `/stores/${id}`);
  }
});
