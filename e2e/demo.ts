import { test as base, type Page } from "@playwright/test";

/** The demo shop as the seed made it. */
interface Demo {
  retailerId: string;
  /** Carnaby Street (its webhooks go to the console's inbox) and The Shambles (it has none). */
  storeIds: [string, string];
  apiKey: string;
  password: string;
}

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: start-highstreet.ts sets it`);
  return value;
}

export const demo: Demo = JSON.parse(given("HIGHSTREET_E2E_DEMO"));

export type Who = "owner" | "manager" | "viewer";

/** The tests' own `test`: pages are the console's, and `signIn` brings one to a page of the shop. */
export const test = base.extend<{ signIn: (who: Who, path?: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  baseURL: async ({}, use) => use(given("HIGHSTREET_E2E_CONSOLE")),
  signIn: async ({ page }, use) => use((who, path = "/") => signIn(page, who, path)),
});

async function signIn(page: Page, who: Who, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("E-mail").fill(`${who}@demo.example`);
  await page.getByRole("textbox", { name: "Password" }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("main").waitFor();
  await page.waitForURL((url) => url.pathname.startsWith("/shops/"));
}

/** The path of a page of the first store, or of the second. */
export function pathOf(section: "products" | "channels" | "inbox", store = 0): string {
  return `/shops/${demo.retailerId}/stores/${demo.storeIds[store]}/${section}`;
}

/** Calls the REST API with the demo key; an answer without a body is null. @throws Error on any answer that is not a success */
export async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = path.startsWith("http") ? path : `${given("HIGHSTREET_E2E_REST")}/v1/retailers/${demo.retailerId}${path}`;
  const headers = { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/json" };
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text || "null");
}
