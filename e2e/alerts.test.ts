import { expect } from "@playwright/test";
import { demo, reload, test } from "./demo.ts";
import { fits, look } from "./look.ts";
import { StrictReceiver } from "./strict-receiver.ts";

const settings = `/shops/${demo.retailerId}/settings`;

test("a person chooses alerts; an owner sets up a webhook, and its test call arrives signed", async ({
  page,
  signIn,
}) => {
  await signIn("owner", settings);
  const mine = page.getByRole("region", { name: "Alerts", exact: true });
  await expect(mine.getByText("This installation sends no e-mail yet.")).toBeVisible();
  await expect(mine.getByLabel("A file is held")).toHaveValue("at_once");
  await mine.getByLabel("A file is held").selectOption("Daily");
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await reload(page);
  await expect(mine.getByLabel("A file is held")).toHaveValue("daily");
  await expect(mine.getByLabel("A till is silent")).toHaveValue("at_once");

  const hook = page.getByRole("region", { name: "Alerts to your system" });
  await hook.getByLabel("Address").fill("https://10.0.0.1/");
  await hook.getByRole("button", { name: "Save" }).click();
  await expect(hook.getByText("Leads to a private, loopback")).toBeVisible();

  const places: StrictReceiver[] = [];
  const listen = async (secret: string) => {
    const receiver = new StrictReceiver(secret);
    places.push(receiver);
    return { receiver, url: await receiver.listen() };
  };
  // The secret is known only after the address is saved, so the first receiver refuses.
  const early = await listen("unknown");
  await hook.getByLabel("Address").fill(early.url);
  await hook.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Signing secret" });
  const secret = (await dialog.locator("pre").textContent()) ?? "";
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await hook.getByRole("button", { name: "Send a test call" }).click();
  await expect(hook.getByText("It answered 401")).toBeVisible();

  const { receiver, url } = await listen(secret);
  await hook.getByLabel("Address").fill(url);
  await hook.getByRole("button", { name: "Save" }).click();
  await expect(hook.getByText("It answered 401")).toHaveCount(0);
  await hook.getByRole("button", { name: "Send a test call" }).click();
  await expect(hook.getByText("It answered 204")).toBeVisible();
  expect(receiver.calls).toMatchObject([{ action: "alert.test" }]);
  await look(page, "alerts");

  await page.setViewportSize({ width: 1440, height: 900 });
  await hook.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The address is removed.")).toBeVisible();
  await expect(hook.getByRole("button", { name: "Send a test call" })).toHaveCount(0);
  for (const place of places) await place.close();
});

test("a viewer chooses alerts and sees no webhook", async ({ page, signIn }) => {
  await signIn("viewer", settings);
  const mine = page.getByRole("region", { name: "Alerts", exact: true });
  await expect(mine.getByLabel("Products are not shown")).toHaveValue("off");
  await expect(page.getByRole("region", { name: "Alerts to your system" })).toHaveCount(0);
});

test("the bell counts what began and ended until the person opens it, also by keyboard and on a phone", async ({
  page,
  signIn,
}) => {
  await signIn("manager");
  // Later news would be new again.
  await expect(page.getByRole("list", { name: "Needs attention" })).toContainText("rejected by Google", {
    timeout: 45_000,
  });
  const bell = page.getByRole("button", { name: /^News/ });
  await expect(bell).toHaveAccessibleName(/^News, [0-9]+ new$/);
  await bell.focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "News of the last 14 days" });
  const held = list.getByRole("listitem").filter({ hasText: "Victoria Street" }).filter({ hasText: "A file is held" });
  await expect(held).toContainText("New");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAccessibleName("News");
  await reload(page);
  await expect(bell).toHaveAccessibleName("News");
  await page.setViewportSize({ width: 390, height: 844 });
  await bell.click();
  await fits(page, "the news on a phone");
  await held.getByRole("link").click();
  await expect(page).toHaveURL(/\/imports\?store=/);
});
