import { test as base, type Cookie, expect, type Page, type Route } from "@playwright/test";
import { untilHandled, untilStreamed } from "./settle.ts";
import type { Stack } from "./start-stack.ts";

export { untilHandled } from "./settle.ts";

/** The demo shop of the seed. */
interface Demo {
  retailerId: string;
  /** Carnaby Street (its webhooks go to the console's inbox) and The Shambles (it has none). */
  storeIds: [string, string];
  apiKey: string;
  password: string;
}

const stacks: Stack[] = JSON.parse(process.env.HIGHSTREET_E2E_STACKS ?? "[]");
const found = stacks[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
if (!found) throw new Error("HIGHSTREET_E2E_STACKS has no stack of this worker: start-highstreet.ts sets it");

/** Highstreet for this worker. Workers do not share a shop, because tests change its products and settings. */
export const stack = found;

export const demo: Demo = JSON.parse(stack.demo);

type Who = "partner" | "owner" | "manager" | "viewer";

interface Fixtures {
  /**
   * Signs in a member of the shop's staff and opens a path of the console.
   * @param password for the demo shop of another stack
   */
  signIn: (who: Who, path?: string, password?: string) => Promise<void>;
  /** Fails a test if its page breaks: an error, a violation of the content security policy, or different markup. */
  unbroken: undefined;
}

/** The browser's message for an answer that is not a success. The page is not broken. */
const refusals = /^Failed to load resource/;

/** The `test` function of these tests. Pages belong to the console. */
export const test = base.extend<Fixtures>({
  unbroken: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !refusals.test(message.text())) faults.push(message.text());
      });
      await use(undefined);
      expect(faults, "errors in the page").toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  baseURL: async ({}, use) => use(stack.console),
  page: async ({ page }, use) => use(streamed(page)),
  signIn: async ({ page }, use) =>
    use((who, path = "/", password = demo.password) => signIn(page, who, path, password)),
});

/** The cookies of people who have signed in, by console and person. So only the first sign-in of a person takes the form. */
const sessions = new Map<string, Cookie[]>();

async function signIn(page: Page, who: Who, path: string, password: string): Promise<void> {
  const { origin } = new URL(path, stack.console);
  const session = `${origin} ${who}`;
  // A page without its session opens the sign-in form, which would end the navigation to the path.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.context().addCookies(sessions.get(session) ?? []);
  await page.goto(path);
  // Also after a sign-out, which ends the session.
  if (new URL(page.url()).pathname === "/sign-in") {
    await page.getByLabel("E-mail").fill(`${who}@demo.example`);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }
  await page.waitForURL((url) => url.pathname.startsWith("/shops/"));
  await page.getByRole("main").waitFor();
  sessions.set(session, await page.context().cookies(origin));
  // React also ignores a choice in a list until then.
  await untilHandled(page);
}

/**
 * Makes `goto` wait until React has put the streamed parts of the page into their places, because texts exist twice until then, and
 * keys wait until React handles the page, because it ignores them until then.
 */
export function streamed(page: Page): Page {
  const press = page.keyboard.press.bind(page.keyboard);
  page.keyboard.press = async (...key) => {
    await untilHandled(page);
    await press(...key);
  };
  const goto = page.goto.bind(page);
  page.goto = async (...to) => {
    const answer = await goto(...to);
    await untilStreamed(page);
    return answer;
  };
  return page;
}

export type Section =
  | ""
  | "products"
  | "rules"
  | "stores"
  | "channels"
  | "imports"
  | "history"
  | "developers/webhooks"
  | "developers/endpoints"
  | "developers/inbox";

/** The path of a page about one store. */
export function pathAt(section: Section, storeId: string): string {
  return `/shops/${demo.retailerId}${section && `/${section}`}?store=${storeId}`;
}

/** The path of a page about the first store of the demo shop, or the second. */
export function pathOf(section: Section, store = 0): string {
  return pathAt(section, demo.storeIds[store] ?? "");
}

/**
 * Calls the REST API with the demo key. An answer without a body is null.
 * @throws Error for any answer that is not a success
 */
export async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
  const url = path.startsWith("http") ? path : `${stack.rest}/v1/retailers/${demo.retailerId}${path}`;
  const headers = { authorization: `Bearer ${demo.apiKey}`, "content-type": "application/json" };
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return JSON.parse(text || "null");
}

/** Reloads the page, and waits until React handles it. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilHandled(page);
}

/**
 * Answers the first request to `url` with `answer`; the later ones go to the server. The route stays, because a request that starts
 * while Playwright removes the last route can hang.
 */
export async function routeOnce(page: Page, url: string, answer: (route: Route) => Promise<void>): Promise<void> {
  let isAnswered = false;
  await page.route(url, (route) => {
    if (isAnswered) return route.continue();
    isAnswered = true;
    return answer(route);
  });
}
