import { expect } from "@playwright/test";
import { demo, pathOf, rest, test } from "./demo.ts";
import { look } from "./look.ts";

const path = `/shops/${demo.retailerId}/stores`;

test("an owner adds a store, changes its name and hours, and deletes it after typing the name", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  await page.getByRole("button", { name: "Add a store" }).click();
  const form = page.getByRole("dialog", { name: "Add a store" });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("textbox", { name: "Name" }).fill("Pulteney Bridge");
  await form.getByRole("textbox", { name: "Street and number" }).fill("1 Bridge Street");
  await form.getByRole("textbox", { name: "Postcode" }).fill("BA2 4AT");
  await form.getByRole("textbox", { name: "City" }).fill("Bath");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Pulteney Bridge is added.")).toBeVisible();
  const row = page.getByRole("row", { name: /Pulteney Bridge/ });
  await row.getByRole("button", { name: "Actions for Pulteney Bridge" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Pulteney Bridge" });
  await edit.getByRole("textbox", { name: "Name" }).fill("Bath Bridge");
  await edit.getByRole("textbox", { name: "Tuesday" }).fill("9-12:30, 12-18");
  await edit.getByRole("textbox", { name: "Holidays" }).fill("2026-12-25");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Must not overlap other hours")).toBeVisible();
  await edit.getByRole("textbox", { name: "Tuesday" }).fill("9-12:30, 14-18");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Bath Bridge is saved.")).toBeVisible();
  const stored = await rest<{ data: { name: string; hours: unknown }[] }>("GET", "/stores");
  const periods = [
    { opens: "09:00", closes: "12:30" },
    { opens: "14:00", closes: "18:00" },
  ];
  expect(stored.data.find(({ name }) => name === "Bath Bridge")?.hours).toEqual({
    regular: expect.arrayContaining([{ day: "tuesday", periods }]),
    special: [{ date: "2026-12-25", periods: [] }],
  });
  await page.getByRole("button", { name: "Actions for Bath Bridge" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Bath Bridge?" });
  await expect(dialog.getByRole("button", { name: "Delete the store" })).toBeDisabled();
  await dialog.getByRole("textbox").fill("Bath Bridge");
  await dialog.getByRole("button", { name: "Delete the store" }).click();
  await expect(page.getByText("Bath Bridge is deleted.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Bath Bridge/ })).toHaveCount(0);
  const { data } = await rest<{ data: { name: string }[] }>("GET", "/stores");
  expect(data.map(({ name }) => name)).not.toContain("Bath Bridge");
});

test("a store with a channel is not deleted, and the dialog says what to remove first", async ({ page, signIn }) => {
  await signIn("owner", path);
  await page.getByRole("button", { name: "Actions for Carnaby Street" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Carnaby Street?" });
  await expect(dialog.getByRole("textbox")).toBeHidden();
  await dialog.getByRole("link", { name: "Webhooks" }).click();
  await expect(page).toHaveURL(pathOf("channels"));
});

test("a viewer sees the stores and cannot change them", async ({ page, signIn }) => {
  await signIn("viewer", path);
  await expect(page.getByRole("row", { name: /Carnaby Street/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a store" })).toBeDisabled();
  await page.getByRole("button", { name: "Actions for Carnaby Street" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeDisabled();
});

test("a store is paused with the counts first, says so, and one press ends the pause; its safety stock is set", async ({
  page,
  signIn,
}) => {
  await signIn("owner", path);
  const address = { address: "1 Pier Road", postcode: "YO21 3PU", city: "Whitby", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Whitby Pier", ...address });
  const dialog = page.getByRole("dialog");
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "Actions for Whitby Pier" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  try {
    await rest("PATCH", `/stores/${id}/inventory/stock`, [
      { barcode: "PAUSE1", price: 5, quantity: 1 },
      { barcode: "PAUSE2", price: 5, quantity: 9 },
    ]);
    await page.goto(path);
    await choose("Pause…");
    await expect(dialog.getByText("Changes now: 2 products.")).toBeVisible();
    await look(page, "the pause of a store");
    await dialog.getByLabel("Until").fill("2020-01-01T09:00");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByLabel("Until")).toHaveAttribute("aria-invalid", "true");
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Until").fill(`${day}T09:00`);
    await dialog.getByLabel("Reason").fill("Stocktaking");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Whitby Pier is paused.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Whitby Pier/ })).toContainText("Paused until");
    const { pause } = await rest<{ pause: { reason: string } }>("GET", `/stores/${id}`);
    expect(pause.reason).toBe("Stocktaking");
    await choose("End the pause");
    await expect(page.getByText("Whitby Pier is no longer paused.")).toBeVisible();
    await expect(page.getByRole("row", { name: /Whitby Pier/ })).not.toContainText("Paused until");

    await choose("Safety stock…");
    await dialog.getByLabel("All channels").fill("1");
    await expect(dialog.getByText("Changes now: 1 product.")).toBeVisible();
    await look(page, "the safety stock of a store");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Whitby Pier is saved.")).toBeVisible();
    const shelf = await rest<{ safetyStock: object }>("GET", `/stores/${id}/shelf`);
    expect(shelf.safetyStock).toEqual({ all: 1 });
  } finally {
    await rest("DELETE", `/stores/${id}`);
  }
});
