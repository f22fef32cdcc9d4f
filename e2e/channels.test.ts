import { expect, type Locator } from "@playwright/test";
import { demo, pathOf, test } from "./demo.ts";

const YORK = 1;
const LOCATION_OF_LONDON = "4503599627370497001";
/** docs/google.md has the meaning of the digits in the sandbox. */
const NOBODY_INVITES = "9970000000000000001";

const stepsOf = (card: Locator) => card.getByRole("list", { name: "Progress" }).locator(":scope > li");

test("webhooks: wrong fields show their errors, and the channel is set up, changed and removed after a question", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Stock webhooks" });
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Set up Stock webhooks" }).click();
  await card.getByLabel("Address").fill("ftp://example.com/stock");
  await card.getByLabel("Signing secret").fill("too short");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Enter a web address that begins with https://")).toBeVisible();
  await expect(card.getByText("Must be 12 to 64 letters and digits")).toBeVisible();

  await card.getByLabel("Address").fill("https://receiver.example/stock");
  await card.getByRole("button", { name: "Make and copy a secret" }).click();
  await expect(card.getByLabel("Signing secret")).toHaveValue(/^[A-Za-z0-9]{40}$/);
  const secret = await card.getByLabel("Signing secret").inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
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

test("local ads before search is connected: cannot be set up, the server's reason is shown, and how many products are there", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Local ads" });
  const setUp = card.getByRole("button", { name: "Set up Local ads" });
  await expect(setUp).toBeDisabled();
  await expect(setUp).toHaveAccessibleDescription(/need Google in this store/);
  await expect(card.getByText(/need Google in this store/)).toBeVisible();
  await expect(card.getByRole("progressbar", { name: "Products in stock (local ads need 50)" })).toHaveAttribute(
    "aria-valuetext",
    /^[0-9,]+ of 50$/,
  );
});

test("search: a wrong field, the invitation, the next actor, a check at once, and the removal", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("owner", pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Search local listings" });
  await card.getByRole("button", { name: "Set up Search local listings" }).click();
  await card.getByLabel("Location ID").fill("not a number");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Must be the digits of the business profile's location ID")).toBeVisible();
  await card.getByLabel("Location ID").fill(`https://business.google.com/n/${NOBODY_INVITES}/profile`);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText("Pending", { exact: true })).toBeVisible();

  const current = stepsOf(card).and(page.locator("[aria-current=step]"));
  await expect(current).toHaveCount(1);
  await expect(current).toContainText("Access to the business profile");
  await expect(current).toContainText("Your move");
  await card.getByRole("button", { name: "Copy the account" }).click();
  await expect(card.getByRole("button", { name: "Copied the account" })).toBeVisible();
  const account = await card.getByRole("listitem").locator("code", { hasText: "accounts/" }).textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);
  await card.getByRole("button", { name: "Copy the code" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^HS-\w{5}-\w{5}$/);
  await expect(card.getByText("Demo: Google is simulated")).toBeVisible();

  const answer = page.waitForResponse(/channels\.check/);
  await card.getByRole("button", { name: "Check now" }).click();
  expect((await answer).status()).toBe(200);
  await expect(card.getByRole("button", { name: "Check now" })).toBeEnabled();
  await expect(current).toContainText("Your move");

  await card.getByRole("button", { name: "Remove Search local listings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
});

test("local ads with a budget from midnight: the highest cost, the area, the cancellation, a new budget, the removal", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("channels"));
  const search = page.getByRole("region", { name: "Search local listings" });
  // In the sandbox, the search channel is connected 15 s after the seed.
  await expect(search.getByText("Connected", { exact: true })).toBeVisible({ timeout: 45_000 });

  const ads = page.getByRole("region", { name: "Local ads" });
  await expect(ads.getByRole("img", { name: /^A circle of 5 miles around Carnaby Street/ })).toBeVisible();
  const setUp = ads.getByRole("button", { name: "Set up Local ads" });
  await setUp.click();
  const wrong = [
    { budget: "0.5", message: "Must be at least £1 a day" },
    { budget: "12.345", message: "Must have at most two decimals" },
  ];
  for (const { budget, message } of wrong) {
    await ads.getByLabel("Budget a day").fill(budget);
    await ads.getByRole("button", { name: "Save" }).click();
    await expect(ads.getByText(message)).toBeVisible();
    await expect(ads.getByLabel("Budget a day")).toHaveValue(`£${budget}`);
  }
  await ads.getByLabel("Budget a day").fill("1250.50");
  await expect(ads.getByText("A day can cost up to £2,501.00, a month up to £38,015.20")).toBeVisible();
  await ads.getByRole("button", { name: "Save" }).click();
  await expect(ads.getByText("Pending", { exact: true })).toBeVisible();
  await expect(ads.getByRole("term").filter({ hasText: /^From .*00:00$/ })).toBeVisible();
  await expect(ads.getByRole("definition").filter({ hasText: "£1,250.50" })).toBeVisible();
  await expect(ads.getByRole("img", { name: /^Budget a day: 1 change\. £1,250\.50 from/ })).toBeVisible();

  await search.getByRole("button", { name: "Remove Search local listings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Search local listings was not removed")).toBeVisible();
  // No budget was active before, so without the change the channel is removed.
  await ads.getByRole("button", { name: "Cancel this change" }).click();
  await expect(ads.getByText("Off", { exact: true })).toBeVisible();
  await expect(setUp).toBeFocused();
  await setUp.click();
  await ads.getByLabel("Budget a day").fill("20");
  await ads.getByRole("button", { name: "Save" }).click();
  await expect(ads.getByRole("definition").filter({ hasText: "£20.00" })).toBeVisible();
  await ads.getByRole("button", { name: "Remove Local ads" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(ads.getByText("Off", { exact: true })).toBeVisible();
});

test("a viewer sees the state of channels, cannot change it, and sees why", async ({ page, signIn }) => {
  await signIn("viewer", pathOf("channels"));
  // While a page arrives, a hidden copy of its content is outside of main.
  await expect(page.getByRole("main").getByText(/Your role here \(viewer\) does not allow this/)).toBeVisible();
  const search = page.getByRole("region", { name: "Search local listings" });
  await search.getByRole("button", { name: "Show the set-up" }).click();
  await expect(search.getByRole("list", { name: "Progress" })).toBeVisible();
  await expect(search.getByRole("button", { name: "Check now" })).toBeDisabled();
  await expect(search.getByRole("button", { name: "Remove Search local listings" })).toBeHidden();
  const data = { retailerId: demo.retailerId, storeId: demo.storeIds[0] };
  for (const procedure of ["channels.check", "localAds.cancelChange"])
    expect((await page.request.post(`/api/trpc/${procedure}`, { data })).status(), procedure).toBe(403);
  const stranger = { ...data, retailerId: "01920000-0000-7000-8000-000000000000" };
  const input = encodeURIComponent(JSON.stringify(stranger));
  for (const procedure of ["channels.setup", "localAds.overview"])
    expect((await page.request.get(`/api/trpc/${procedure}?input=${input}`)).status(), procedure).toBe(404);
});

test("a location of another store: only the card says so, and there is no invitation", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  const london = page.getByRole("region", { name: "Search local listings" });
  await expect(london.getByText("Connected", { exact: true })).toBeVisible({ timeout: 45_000 });
  await page.goto(pathOf("channels", YORK));
  const card = page.getByRole("region", { name: "Search local listings" });
  await card.getByRole("button", { name: "Set up Search local listings" }).click();
  await card.getByLabel("Location ID").fill(LOCATION_OF_LONDON);
  await card.getByRole("button", { name: "Save" }).click();
  const change = card.getByRole("button", { name: "Change Search local listings" });
  await expect(change).toBeFocused();
  await expect(card.getByText("This location cannot belong to this store")).toBeVisible();
  await expect(card.getByText("Account to invite")).toBeHidden();
  await expect(page.getByText("Search local listings set up.")).toBeHidden();
  await card.getByRole("button", { name: "Remove Search local listings" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
});
