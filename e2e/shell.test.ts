import { expect } from "@playwright/test";
import { demo, pathOf, reload, test, untilHandled } from "./demo.ts";

test("the first tab stop leads past the navigation", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  await expect(page.getByRole("heading", { name: "Channels" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("the chosen colours are kept", async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await signIn("owner");
  await page.getByRole("button", { name: /Olivia Owner/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await reload(page);
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByRole("button", { name: /Olivia Owner/ }).click();
  await page.getByRole("menuitemradio", { name: "Match device" }).click();
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("another store is chosen on the same page", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  await page.getByRole("button", { name: "Carnaby Street" }).click();
  await page.getByRole("textbox", { name: "Find a store" }).fill("york");
  await page.getByRole("option", { name: /The Shambles/ }).click();
  await expect(page).toHaveURL(pathOf("channels", 1));
  await expect(page.getByText("Where the products of The Shambles are shown.")).toBeVisible();
});

test("every answer has the security headers, and a page takes no body", async ({ request }) => {
  for (const path of ["/sign-in", "/icon.svg", "/api/trpc/staff.me", "/api/auth/get-session", "/healthz", "/missing"]) {
    const headers = (await request.get(path)).headers();
    expect([path, headers["x-content-type-options"], headers["x-frame-options"], headers["referrer-policy"]]).toEqual([
      path,
      "nosniff",
      "DENY",
      "same-origin",
    ]);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  }
  // A form that is sent before its scripts run would put its fields into the address.
  const page = (await request.get("/lost-password")).headers();
  expect(page["content-security-policy"]).toContain("form-action 'none'");
  expect((await request.post("/sign-in", { form: { email: "x", password: "y" } })).status()).toBe(405);
});

test("Escape closes the dialog of Ctrl+K at once, and a menu, and gives the focus back", async ({ page, signIn }) => {
  await signIn("owner", pathOf("products"));
  const find = page.getByRole("button", { name: /^Find/ });
  await find.click();
  const input = page.getByRole("textbox", { name: "Find a product, page, store or shop" });
  await expect(input).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(input).toBeHidden();
  await expect(find).toBeFocused();
  const row = page.getByRole("button", { name: /^Actions for / }).first();
  await row.click();
  await expect(page.getByRole("menuitem", { name: "Hide in all stores" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  // While time stands, nothing fades: keys that follow at once must find the dialog gone.
  await page.clock.install();
  await page.keyboard.press("Control+k");
  await expect(input).toBeFocused();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Ctrl+K finds a store and a page by a part of their names, and opens them", async ({ page, signIn }) => {
  await signIn("owner");
  for (const [typed, choice, address] of [
    ["imp", "Imports", /\/imports$/],
    ["google", "Channels", /\/channels$/],
    ["shamb", /The Shambles/, /\/products\?store=/],
  ] as const) {
    await page.keyboard.press("Control+k");
    const input = page.getByRole("textbox", { name: "Find a product, page, store or shop" });
    await expect(input).toBeFocused();
    await page.keyboard.type(typed);
    await expect(page.getByRole("option", { name: choice })).toHaveAttribute("data-combobox-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  }
});

test("Ctrl+K hides a product with Undo, and opens the forms that the person may use", async ({ page, signIn }) => {
  await signIn("owner", pathOf("channels"));
  await untilHandled(page);
  const input = page.getByRole("textbox", { name: "Find a product, page, store or shop" });
  const type = async (text: string, choice: RegExp) => {
    await page.keyboard.press("Control+k");
    await input.fill(text);
    await expect(page.getByRole("option", { name: choice })).toHaveAttribute("data-combobox-selected", "true");
    await page.keyboard.press("Enter");
    await expect(input).toBeHidden();
  };
  await type("hide 22423", /^Hide “.*” in Carnaby Street/);
  await expect(page.getByText(/is hidden in Carnaby Street/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/taken back/i)).toBeVisible();
  await page.keyboard.press("Control+k");
  await input.fill("show 22423");
  await expect(page.getByRole("option", { name: /Not hidden · 22423/ })).toBeVisible();
  await input.fill("hide");
  await expect(page.getByText("Type a product after “hide”")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const [typed, choice, dialog] of [
    ["invite", /^Invite a person/, "Invite a person"],
    ["add store", /^Add a store/, "Add a store"],
    ["new key", /^Create an API key/, "Create a key"],
  ] as const) {
    if (typed === "new key") await signIn("partner", pathOf("channels"));
    await untilHandled(page);
    await type(typed, choice);
    await page.getByRole("dialog", { name: dialog }).getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).not.toHaveURL(/add=1/);
  }
  await signIn("viewer");
  await untilHandled(page);
  await page.keyboard.press("Control+k");
  for (const typed of ["hide 22423", "new key"]) {
    await input.fill(typed);
    await expect(page.getByText("Nothing found")).toBeVisible();
  }
});

test("keys move in the list of products, select, open the form and list themselves, but not in a field", async ({
  page,
  signIn,
}) => {
  await signIn("owner", pathOf("products"));
  const links = page.getByRole("row").getByRole("link");
  await expect(links).toHaveCount(50);
  await untilHandled(page);
  for (const [key, row] of [
    ["j", 0],
    ["j", 1],
    ["k", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(links.nth(row)).toBeFocused();
  }
  await page.keyboard.press("x");
  await expect(page.getByText("1 product selected")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByText("1 product selected")).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.type("jxe?");
  await expect(page.getByRole("searchbox", { name: "Search products" })).toHaveValue("jxe?");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(links).toHaveCount(50);
  await page.keyboard.press("j");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/edit=1/);
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toBeVisible();
});

test("former addresses lead to the pages of today, with their filters", async ({ page, signIn }) => {
  const former = `/shops/${demo.retailerId}/stores/${demo.storeIds[1]}`;
  await signIn("owner", `${former}/products?q=lantern`);
  await expect(page).toHaveURL(`${pathOf("products", 1)}&q=lantern`);
  await page.goto(`${former}/inventory`);
  await expect(page).toHaveURL(pathOf("imports", 1));
  await page.goto(`${former}/webhooks`);
  await expect(page).toHaveURL(pathOf("developers/webhooks", 1));
});

test("a page about one store asks for the store, and its tab has the names of page, store and shop", async ({
  page,
  signIn,
}) => {
  await signIn("owner", `/shops/${demo.retailerId}/imports`);
  await expect(page).toHaveTitle("Imports · The Gift Shop · Highstreet");
  await page.getByRole("textbox", { name: "Choose a store" }).fill("shamb");
  await page.getByRole("link", { name: /The Shambles/ }).click();
  await expect(page).toHaveURL(pathOf("imports", 1));
  await expect(page).toHaveTitle("Imports · The Shambles · The Gift Shop · Highstreet");
});

test("on a phone the bar at the foot has Home, Products and Scan, and More has all pages", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn("owner");
  const tabs = page.getByRole("navigation", { name: "Pages" });
  await expect(tabs.getByRole("link", { name: "Home" })).toHaveAttribute("aria-current", "page");
  await tabs.getByRole("link", { name: "Products" }).click();
  await expect(tabs.getByRole("link", { name: "Products" })).toHaveAttribute("aria-current", "page");
  await expect(tabs.getByRole("link", { name: "Scan" })).toBeVisible();
  await tabs.getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog", { name: "More" }).getByRole("link", { name: "Channels" }).click();
  await expect(page.getByRole("heading", { name: "Channels" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "More" })).toBeHidden();
  const box = await tabs.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
});

test("Ctrl+K waits for the products of the typed text, and opens no other product", async ({ page, signIn }) => {
  await signIn("owner");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/trpc/**inventory.findProducts**", async (route) => {
    if (route.request().url().includes("22423")) await released;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  const input = page.getByRole("textbox", { name: "Find a product, page, store or shop" });
  await input.fill("lantern");
  await expect(page.getByRole("option", { name: /lantern/i }).first()).toBeVisible();
  await input.fill("22423");
  await expect(page.getByText("Searching…")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(input).toBeVisible();
  release();
  await expect(page.getByRole("option", { name: /22423/ })).toHaveAttribute("data-combobox-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/products\/22423$/);
});

test("Help opens the part about the page in a tab of its own", async ({ page, signIn }) => {
  await signIn("viewer");
  await page.goto(`/shops/${demo.retailerId}/products`);
  const opens = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Help" }).click();
  const help = await opens;
  await expect(help).toHaveTitle(/Help/);
  await expect(help.getByRole("heading", { name: "Products", exact: true })).toBeInViewport();
});
