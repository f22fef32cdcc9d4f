import { expect } from "@playwright/test";
import { demo, rest, test } from "./demo.ts";

const path = `/shops/${demo.retailerId}/stores`;

test("an owner adds a store, changes its name and deletes it after typing the name", async ({ page, signIn }) => {
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
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Bath Bridge is saved.")).toBeVisible();
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

test("a store with a channel is not deleted, and the dialog says why", async ({ page, signIn }) => {
  await signIn("owner", path);
  await page.getByRole("button", { name: "Actions for Carnaby Street" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Carnaby Street?" });
  await dialog.getByRole("textbox").fill("Carnaby Street");
  await dialog.getByRole("button", { name: "Delete the store" }).click();
  await expect(dialog.getByText(/The store still has channels/)).toBeVisible();
});

test("a viewer sees the stores and cannot change them", async ({ page, signIn }) => {
  await signIn("viewer", path);
  await expect(page.getByRole("row", { name: /Carnaby Street/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a store" })).toBeDisabled();
  await page.getByRole("button", { name: "Actions for Carnaby Street" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeDisabled();
});
