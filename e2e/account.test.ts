import { expect, type Page } from "@playwright/test";
import { demo, streamed, test, untilHandled } from "./demo.ts";
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
  await other.goto("/account");
  const change = async (from: string, to: string, by = page) => {
    await by.getByRole("textbox", { name: "Current password" }).fill(from);
    await by.getByRole("textbox", { name: "New password" }).fill(to);
    await by.getByRole("button", { name: "Change the password" }).click();
  };
  await change("not the password", "another password");
  await expect(page.getByText("The password is wrong.")).toBeVisible();
  await change(demo.password, "another password");
  await expect(page.getByText("The password is changed.").first()).toBeVisible();
  await change("another password", demo.password, other);
  await expect(other.getByText(/^You were signed out because your session has ended/)).toBeVisible();
  expect(new URL(other.url()).searchParams.get("next")).toBe("/account");
  await other.context().close();
  await change("another password", demo.password);
  await expect(page.getByRole("textbox", { name: "Current password" })).toHaveValue("");
});

test("a person reads each page in a language of their choice, and loads that language only", async ({
  page,
  browser,
  signIn,
}) => {
  const german: string[] = [];
  page.on("response", async (answer) => {
    if (!answer.url().endsWith(".js")) return;
    const script = await answer.text().catch(() => "");
    if (script.includes("Ihr Konto")) german.push(answer.url());
  });
  await signIn("manager");
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  expect(german).toEqual([]);
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Ihr Konto" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
  await expect.poll(() => german).toHaveLength(1);
  await look(page, "account in German");

  const shop = `/shops/${demo.retailerId}`;
  for (const [path, heading] of [
    ["/products", "Produkte"],
    ["", "Start"],
    ["/stores", "Filialen"],
    [`/channels?store=${demo.storeIds[0]}`, "Kanäle"],
    [`/imports?store=${demo.storeIds[0]}`, "Importe"],
    ["/history", "Verlauf"],
    ["/setup", /einrichten$/],
    ["/settings", "Einstellungen"],
    [`/developers/webhooks?store=${demo.storeIds[0]}`, "Webhooks"],
  ] as const) {
    await page.goto(`${shop}${path}`);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await look(page, `${shop}${path} in German`);
  }
  await page.goto(`${shop}/products`);
  await expect(page.getByRole("navigation", { name: "Shop" }).getByRole("link", { name: "Verlauf" })).toBeVisible();
  await expect(
    page
      .getByText(/^\d+,\d\d\s£/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();

  const tab = await page.context().newPage();
  await tab.goto(new URL("/account", page.url()).href);
  await untilHandled(tab);
  await tab.getByLabel("Sprache").selectOption("English");
  await expect(tab.getByRole("heading", { name: "Your account" })).toBeVisible();
  await tab.close();
  // The first tab follows when the person comes back to it. A headless browser hides no tab, so it does not tell.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();

  const phone = await browser.newContext({ locale: "de-AT" });
  const first = await phone.newPage();
  await first.goto(new URL("/sign-in", page.url()).href);
  await expect(first.getByRole("button", { name: "Anmelden" })).toBeVisible();
  await phone.close();
});

test("a passkey is added, signs in without password and code, and is removed", async ({ page, signIn }) => {
  await signIn("manager");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const device = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  const options = { ...device, isUserVerified: true, automaticPresenceSimulation: true };
  await devtools.send("WebAuthn.addVirtualAuthenticator", { options });

  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Work phone");
  await dialog.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await look(page, "add-a-passkey");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveText(/^Work phone Added /);
  await page.getByRole("button", { name: "Rename Work phone" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Old phone");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Passkeys" }).getByRole("listitem")).toHaveText(/^Old phone Added /);
  await look(page, "passkeys");
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL(/\/shops\//);
  await leave(page);

  await look(page, "sign-in");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/\/shops\//);
  await page.goto("/account");
  await page.getByRole("button", { name: "Remove Old phone" }).click();
  await expect(page.getByRole("list", { name: "Passkeys" })).toHaveCount(0);

  await page.goto("/account");
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await leave(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("This passkey is not known here")).toBeVisible();
});
