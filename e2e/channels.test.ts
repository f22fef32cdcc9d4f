import { expect } from "@playwright/test";
import { pathOf, test } from "./demo.ts";

const YORK = 1;

test("webhooks: wrong fields say what is wrong with them; set up, changed and removed after a question", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Stock webhooks" });
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Set up Stock webhooks" }).click();
  await card.getByLabel("Address").fill("ftp://example.com/stock");
  await card.getByLabel("Signing secret").fill("too short");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Must be an https URL")).toBeVisible();
  await expect(card.getByText("Must be 12 to 64 letters and digits")).toBeVisible();

  await card.getByLabel("Address").fill("https://receiver.example/stock");
  await card.getByRole("button", { name: "Generate a secret" }).click();
  await expect(card.getByLabel("Signing secret")).toHaveValue(/^[A-Za-z0-9]{40}$/);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Pending", { exact: true })).toBeVisible();
  await expect(card.getByText("https://receiver.example/stock")).toBeVisible();

  await card.getByRole("button", { name: "Remove Stock webhooks" }).click();
  const question = page.getByRole("dialog", { name: "Remove Stock webhooks from The Shambles?" });
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(question).toBeHidden();
  await card.getByRole("button", { name: "Remove Stock webhooks" }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
});

test("local ads before search is connected: the server's reason is shown", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Local ads" });
  await card.getByRole("button", { name: "Set up Local ads" }).click();
  await card.getByLabel("Budget a day").fill("0.5");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Must be at least 1")).toBeVisible();
  await card.getByLabel("Budget a day").fill("25");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByRole("alert")).toContainText(/search/i);
});

test("search: a wrong field, pending with the account to invite, removed", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Search local listings" });
  await card.getByRole("button", { name: "Set up Search local listings" }).click();
  await card.getByLabel("Location ID").fill("not a number");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Must be the digits of the business profile's location ID")).toBeVisible();
  await card.getByLabel("Location ID").fill("4503599627370497002");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Pending", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Copy the account" })).toBeVisible();
  await card.getByRole("button", { name: "Remove Search local listings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
});

test("once search is connected: its storefront, and local ads with a budget from midnight", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("channels"));
  const search = page.getByRole("region", { name: "Search local listings" });
  // The rehearsed provider takes 15 s from the seed on.
  await expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(search.getByRole("link", { name: /See the storefront/ })).toHaveAttribute("href", /^https:/);

  const ads = page.getByRole("region", { name: "Local ads" });
  await ads.getByRole("button", { name: "Set up Local ads" }).click();
  await ads.getByLabel("Budget a day").fill("1250.50");
  await ads.getByRole("button", { name: "Save" }).click();
  await expect(ads.getByText("Pending", { exact: true })).toBeVisible();
  await expect(ads.getByRole("term").filter({ hasText: /^From .*00:00$/ })).toBeVisible();
  await expect(ads.getByText("£1,250.50")).toBeVisible();

  await search.getByRole("button", { name: "Remove Search local listings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Search local listings was not removed")).toBeVisible();
  await ads.getByRole("button", { name: "Remove Local ads" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(ads.getByText("Off", { exact: true })).toBeVisible();
});
