import { expect, type Page } from "@playwright/test";
import { demo, rest, untilHandled } from "./demo.ts";
import { settle } from "./settle.ts";

/** A page of the console in one state. */
export interface View {
  name: string;
  path: string;
  /** Brings the page into its state: opens a menu or a dialog, chooses a file. */
  open?: (page: Page) => Promise<void>;
  /** Widths that have this state; default: all. */
  only?: "phone" | "desktop";
}

const shop = `/shops/${demo.retailerId}`;
const [first = "", second = ""] = demo.storeIds;
const header = "Barcode,Price,Quantity,Currency,Condition";
const lines = Array.from({ length: 30 }, (_, n) => `50123456789${n},${n % 7 ? "1234567.50" : "free"},5,GBP,new`);
const barcode = "50123456789".repeat(5);

const click =
  (role: "button" | "menuitem", name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole(role, { name }).first().click();
const menu = (of: RegExp, item: string) => async (page: Page) => {
  await click("button", of)(page);
  await click("menuitem", item)(page);
};

/** Pages without a signed-in person. */
export const outside: View[] = [
  { name: "sign-in", path: "/sign-in" },
  { name: "sign-in-refused", path: "/sign-in", open: refuseSignIn },
  { name: "join", path: "/join" },
  { name: "help", path: "/help" },
  { name: "lost-password", path: "/lost-password" },
  { name: "new-password", path: "/new-password" },
];

async function refuseSignIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill("nobody@demo.example");
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText(/wrong/).first().waitFor();
}

/** Pages of a signed-in partner, who sees them all. `bath` is the store of `makeBath`. */
export function inside({ id: bath, endpointId }: Bath): View[] {
  const endpoints = `${shop}/developers/endpoints`;
  const hooks = `${shop}/developers/webhooks?store=${bath}`;
  return [
    { name: "fleet", path: "/fleet" },
    { name: "fleet-endpoints", path: "/fleet/endpoints" },
    { name: "fleet-team", path: "/fleet/team" },
    { name: "account", path: "/account" },
    { name: "account-passkey", path: "/account", open: click("button", "Add a passkey") },
    { name: "account-codes", path: "/account", open: click("button", "Set up sign-in codes") },
    { name: "home", path: shop },
    { name: "home-shops", path: shop, open: click("button", /^The Gift Shop/) },
    { name: "home-user", path: shop, open: click("button", /^Petra Partner/) },
    { name: "home-more", path: shop, open: click("button", "More"), only: "phone" },
    { name: "home-find", path: shop, open: find },
    { name: "products", path: `${shop}/products` },
    {
      name: "products-filters",
      path: `${shop}/products?q=lantern&notShownOn=search`,
      open: click("button", "All stores"),
    },
    { name: "products-chosen", path: `${shop}/products?store=${first}&q=lantern`, open: tickAll },
    { name: "products-bulk", path: `${shop}/products?q=lantern`, open: hideAll },
    { name: "products-row", path: `${shop}/products`, open: click("button", /^Actions for /) },
    { name: "products-scan", path: `${shop}/products?scan=1`, open: (page) => page.getByRole("dialog").waitFor() },
    { name: "products-none", path: `${shop}/products?q=nothing-has-this-name` },
    { name: "product", path: `${shop}/products/85123A` },
    { name: "product-edit", path: `${shop}/products/85123A`, open: click("button", "Change") },
    { name: "product-until", path: `${shop}/products/85123A`, open: click("button", "Hide until…") },
    { name: "rules", path: `${shop}/rules` },
    { name: "rules-add", path: `${shop}/rules`, open: fillInRule },
    { name: "stores", path: `${shop}/stores` },
    { name: "stores-add", path: `${shop}/stores`, open: click("button", "Add a store") },
    { name: "stores-row", path: `${shop}/stores`, open: click("button", /^Actions for /) },
    { name: "stores-pause", path: `${shop}/stores`, open: menu(/^Actions for Bath/, "Pause…") },
    { name: "stores-safety-stock", path: `${shop}/stores`, open: menu(/^Actions for Bath/, "Safety stock…") },
    { name: "stores-delete", path: `${shop}/stores`, open: menu(/^Actions for Bath/, "Delete") },
    { name: "channels", path: `${shop}/channels?store=${first}` },
    { name: "channels-setup", path: `${shop}/channels?store=${second}` },
    { name: "channels-search", path: `${shop}/channels?store=${second}&open=search` },
    { name: "channels-webhooks", path: `${shop}/channels?store=${second}&open=webhooks` },
    { name: "channels-choose", path: `${shop}/channels` },
    { name: "imports-all", path: `${shop}/imports` },
    { name: "imports-all-preview", path: `${shop}/imports`, open: previewStores },
    { name: "imports", path: `${shop}/imports?store=${bath}` },
    { name: "imports-preview", path: `${shop}/imports?store=${bath}`, open: chooseFile },
    { name: "imports-rejected", path: `${shop}/imports?store=${bath}`, open: openRejected },
    { name: "imports-source", path: `${shop}/imports?store=${bath}`, open: openSource },
    { name: "history", path: `${shop}/history` },
    { name: "team", path: `${shop}/team` },
    { name: "team-invite", path: `${shop}/team`, open: click("button", "Invite a person") },
    { name: "team-row", path: `${shop}/team`, open: click("button", /^Actions for /) },
    { name: "settings", path: `${shop}/settings` },
    { name: "webhooks", path: hooks },
    { name: "webhooks-none", path: `${shop}/developers/webhooks?store=${second}` },
    { name: "webhooks-delivery", path: hooks, open: openDelivery },
    { name: "webhooks-range", path: hooks, open: openRange },
    { name: "webhooks-secret", path: hooks, open: click("button", "Change the secret") },
    { name: "endpoints", path: endpoints },
    { name: "endpoints-add", path: endpoints, open: click("button", "Add an endpoint") },
    { name: "endpoint", path: `${endpoints}/${endpointId}` },
    { name: "endpoint-deliveries", path: `${endpoints}/${endpointId}?store=${bath}` },
    { name: "endpoint-range", path: `${endpoints}/${endpointId}`, open: openRange },
    { name: "endpoint-delete", path: `${endpoints}/${endpointId}`, open: click("button", "Delete") },
    { name: "keys", path: `${shop}/developers/keys` },
    { name: "keys-create", path: `${shop}/developers/keys`, open: click("button", "Create a key") },
    { name: "inbox", path: `${shop}/developers/inbox?store=${first}` },
  ];
}

async function find(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Find/ }).first().click();
  await page.getByRole("textbox", { name: /^Find/ }).fill("lantern");
  await page
    .getByRole("option", { name: /lantern/i })
    .first()
    .waitFor();
}

async function fillInRule(page: Page): Promise<void> {
  await untilHandled(page);
  await click("button", "Products of a brand")(page);
  await page.getByLabel("Brands, one on each line").fill("Lumen");
  await page.getByText(/Changes now/).waitFor();
  await click("button", "Add a condition")(page);
  await click("menuitem", "Store")(page);
  await page.getByRole("combobox", { name: "Stores" }).click();
  await page.getByRole("option", { name: /^The Shambles/ }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("option", { name: /^The Shambles/ }).waitFor({ state: "hidden" });
}

const tickAll = (page: Page) =>
  page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();

async function hideAll(page: Page): Promise<void> {
  await tickAll(page);
  await page.getByRole("region", { name: "Selected products" }).getByRole("button", { name: "Hide" }).click();
  await page
    .getByRole("dialog")
    .getByText(/will change/)
    .waitFor();
}

/** Chooses a file with problems, and waits for the preview. */
export async function chooseFile(page: Page): Promise<void> {
  const buffer = Buffer.from([header, ...lines].join("\n"));
  await untilHandled(page);
  await page.getByLabel("Stock file").setInputFiles({ name: "stock.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Apply this file" }).waitFor();
}

async function previewStores(page: Page): Promise<void> {
  const buffer = Buffer.from("Store,EAN,Price,Qty\nBath,mug,4.50,12\nHull,mug,4.50,9\n");
  await untilHandled(page);
  await page.getByLabel("Stock file").setInputFiles({ name: "all.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "See what each store would get" }).click();
  await page.getByRole("table", { name: "The file by store" }).waitFor();
}

async function openRejected(page: Page): Promise<void> {
  await page.getByRole("table", { name: "History" }).getByRole("button").first().click();
  await page.getByRole("dialog").waitFor();
}

async function openSource(page: Page): Promise<void> {
  await click("button", /the source of stock/)(page);
  await page.getByRole("radiogroup", { name: "Where stock comes from" }).waitFor();
}

async function openDelivery(page: Page): Promise<void> {
  await click("button", new RegExp(`${barcode} sequence`))(page);
  await page.getByText("The last call as it was sent").waitFor();
}

async function openRange(page: Page): Promise<void> {
  await click("button", "Resend deliveries")(page);
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
}

/** Opens a view. The page has its size before. */
export async function visit(page: Page, { path, open }: View): Promise<void> {
  await page.goto(path);
  await settle(page);
  await open?.(page);
  await settle(page);
}

interface Bath {
  id: string;
  endpointId: string;
}

/** Makes a store whose pages are full: a held file, rejected lines, failing webhooks, a webhook endpoint. Needs a session. */
export async function makeBath(page: Page): Promise<Bath & { end: () => Promise<void> }> {
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address });
  const at = `/stores/${id}`;
  const listening = { url: "https://receiver.invalid/updates", description: "Tills of all stores" };
  const endpoint = await rest<{ id: string }>("POST", "/webhook-endpoints", listening);
  const end = async () => {
    await rest("DELETE", `/webhook-endpoints/${endpoint.id}`);
    if ((await rest<unknown[]>("GET", `${at}/channels`)).length > 0) await rest("DELETE", `${at}/channels/webhook`);
    await rest("DELETE", at);
  };
  try {
    await upload(page, id);
    const ids = { retailerId: demo.retailerId, storeId: id };
    await page.request.post("/api/trpc/inbox.connect", { data: ids });
    await expect
      .poll(() => rest<{ status: string }[]>("GET", `${at}/channels`))
      .toMatchObject([{ status: "connected" }]);
    for (const secret of ["AnotherSecret1234", "YetAnotherSecret12"])
      await rest("POST", `${at}/channels/webhooks/secret`, { secret, immediate: secret.startsWith("A") });
    await rest("PATCH", `${at}/inventory/stock`, [{ barcode, price: 1_234_567.5, quantity: 1 }]);
    const tries = () => rest<{ data: { tries: number }[] }>("GET", `${at}/channels/webhooks/deliveries?q=${barcode}`);
    await expect.poll(async () => (await tries()).data[0]?.tries ?? 0).toBeGreaterThan(0);
  } catch (error) {
    await end();
    throw error;
  }
  return { id, endpointId: endpoint.id, end };
}

/** Sends two files that count, and one that is held. */
export async function upload(page: Page, storeId: string): Promise<void> {
  const path = `/api/shops/${demo.retailerId}/stores/${storeId}/stock`;
  for (const [mode, length] of [
    ["update", 20],
    ["update", 30],
    ["replace", 3],
  ] as const) {
    const data = Buffer.from([header, ...lines.slice(0, length)].join("\n"));
    const answer = await page.request.put(`${path}?mode=${mode}`, { data });
    expect(await answer.text()).toContain(mode === "replace" ? "held" : "applied");
  }
}
