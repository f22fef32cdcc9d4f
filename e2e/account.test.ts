import { expect, type Page } from "@playwright/test";
import { demo, streamed, test } from "./demo.ts";
import { fits } from "./look.ts";
import { codeOf } from "./totp.ts";

const looks = [
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
] as const;

/** Checks the open page at the widths of a phone and a desktop. */
async function look(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await fits(page, `${name} at ${width} px`);
  }
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("viewer@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: / (owner|manager|viewer)$/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
}

test("sign-in codes can be set up and switched off, are required at sign-in, and a recovery code replaces the app", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  await page.getByRole("button", { name: / (owner|manager|viewer)$/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await look(page, "account");

  // Uses the keyboard only.
  await page.getByRole("button", { name: "Set up sign-in codes" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Password" })).toBeFocused();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expect(dialog.getByRole("textbox", { name: "Code" })).toBeFocused();
  await look(page, "set-up");
  const secret = await dialog.getByText(/^[A-Z2-7]{40,}$/).innerText();
  await dialog.getByRole("textbox", { name: "Code" }).fill("12345");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter the six digits that your app shows.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, -1));
  await page.keyboard.press("Enter");
  const items = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await look(page, "recovery-codes");
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL(/\/shops\//);
  await leave(page);

  await givePassword(page);
  await look(page, "code");
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The code is wrong.")).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/shops\//);
  await leave(page);

  await givePassword(page);
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/shops\//);
  await page.goto("/account");
  await expect(page.getByText("9 recovery codes are left.")).toBeVisible();
  await look(page, "account-on");
  await page.getByRole("button", { name: "Switch off" }).click();
  await dialog.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await dialog.getByRole("textbox", { name: "Code" }).fill(codes[1] ?? "");
  await look(page, "switch-off");
  await dialog.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByRole("button", { name: "Set up sign-in codes" })).toBeVisible();
});

test("a change of the password needs the current password and signs out other browsers", async ({
  page,
  browser,
  signIn,
}) => {
  await signIn("manager");
  const other = streamed(await (await browser.newContext()).newPage());
  await other.goto(page.url());
  await other.getByLabel("E-mail").fill("manager@demo.example");
  await other.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.waitForURL(/\/shops\//);

  await page.goto("/account");
  const change = async (from: string, to: string) => {
    await page.getByRole("textbox", { name: "Current password" }).fill(from);
    await page.getByRole("textbox", { name: "New password" }).fill(to);
    await page.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the password", "another password");
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await change(demo.password, "another password");
  await expect(page.getByText("The password is changed.").first()).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await other.context().close();
  await change("another password", demo.password);
  await expect(page.getByRole("textbox", { name: "Current password" })).toHaveValue("");
});
