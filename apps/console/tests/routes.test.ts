import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { signInPaths } from "@highstreet/router/features/staff/sign-in.schema.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Route, setEnvironment, signIn } from "./sign-in.ts";

const api = join(import.meta.dirname, "../src/app/api");
const PIECE = 64 * 1024;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The routes without a session. The gate guards sign-in; a signature and a size limit guard the inbox. */
const open = ["auth/[...all]", "inbox/[storeId]"];

const folders = readdirSync(api, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("route.ts"))
  .map((path) => path.slice(0, -"/route.ts".length));

let t: TestContext;

beforeAll(async () => {
  t = await createTestContext();
  setEnvironment(t.databaseUrl);
});

afterAll(() => t.close());

/** A request with a body that never ends. `read` gives the number of bytes that the route has read. */
function sealed(method: string, path: string, headers = {}): { request: Request; read: () => number } {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        read += PIECE;
        controller.enqueue(new Uint8Array(PIECE));
      },
    },
    { highWaterMark: 0 },
  );
  const init = method === "GET" || method === "HEAD" ? {} : { body, duplex: "half" as const };
  return {
    request: new Request(`http://localhost:3000/api/${path}`, { method, headers, ...init }),
    read: () => read,
  };
}

async function routesOf(folder: string): Promise<[string, Route][]> {
  const route: Record<string, Route> = await import(join(api, folder, "route.ts"));
  return methods.flatMap((method) => (route[method] ? [[method, route[method]] as [string, Route]] : []));
}

test("the list of routes without a session is complete", () => {
  expect(folders).toEqual(expect.arrayContaining([...open, "trpc/[trpc]"]));
});

test.each(folders.filter((folder) => !open.includes(folder)))(
  "%s answers 401 without a session and does not read the body",
  async (folder) => {
    const params = {
      retailerId: randomUUID(),
      storeId: randomUUID(),
      ingestId: randomUUID(),
      trpc: "retailers.update",
    };
    const path = folder.replace(/\[(\w+)\]/g, (_, name: keyof typeof params) => params[name] ?? "x");
    const routes = await routesOf(folder);
    expect(routes).not.toEqual([]);
    for (const [method, route] of routes) {
      for (const query of ["", "?dryRun=true", "?partial=true", "?batch=1"]) {
        const { request, read } = sealed(method, path + query);
        const answer = await route(request, { params: Promise.resolve(params) });
        expect([method, query, answer.status, read()]).toEqual([method, query, 401, 0]);
      }
    }
  },
);

test.each(folders.filter((folder) => !folder.startsWith("inbox")))(
  "%s refuses a page of another site before it looks at the session, a password or the body",
  async (folder) => {
    const retailerId = (await t.retailer()).id;
    const names = { retailerId, storeId: randomUUID(), ingestId: randomUUID(), trpc: "retailers.update" };
    const filled = folder.replace(/\[(\w+)\]/g, (_, name: keyof typeof names) => names[name] ?? "x");
    const gates = Object.keys(signInPaths).map((path) => `auth${path}`);
    for (const path of folder.startsWith("auth") ? gates : [filled]) {
      for (const [method, route] of await routesOf(folder)) {
        for (const headers of [
          { origin: "https://evil.example" },
          { origin: "null" },
          { "sec-fetch-site": "cross-site" },
        ]) {
          const { request, read } = sealed(method, path, { ...headers, "content-type": "application/json" });
          const answer = await route(request, { params: Promise.resolve(names) });
          expect([path, method, answer.status, read()]).toEqual([path, method, 403, 0]);
          expect(await answer.text()).toContain("Open the console at its own address");
        }
      }
    }
  },
);

test("an upload to a store that the caller may not change is refused before the route reads the file", async () => {
  const shop = await t.retailer();
  const { ids } = await t.store(shop.id);
  const other = await t.store((await t.retailer()).id);
  const viewer = await signIn(t, shop.id, "viewer");
  const manager = await signIn(t, shop.id, "manager");
  for (const [cookie, params, status] of [
    [viewer, ids, 403],
    [manager, other.ids, 404],
    [manager, { ...ids, storeId: other.id }, 404],
  ] as const) {
    const isOfStore = params !== other.ids && status === 404;
    for (const folder of folders.filter((path) => path.includes(isOfStore ? "/stores/[storeId]/stock" : "/stock"))) {
      for (const query of ["", "?dryRun=true", "?partial=true"]) {
        const { request, read } = sealed("PUT", folder + query, { cookie });
        for (const [, route] of await routesOf(folder)) {
          const answer = await route(request, { params: Promise.resolve(params) });
          expect([folder, query, answer.status, read()]).toEqual([folder, query, status, 0]);
        }
      }
    }
  }

  const { request, read } = sealed("POST", "trpc/retailers.update", { cookie: manager });
  const [, post] = (await routesOf("trpc/[trpc]")).find(([method]) => method === "POST") ?? [];
  const answer = await post?.(request, { params: Promise.resolve({ trpc: "retailers.update" }) });
  expect(answer?.status).toBe(413);
  expect(await answer?.json()).toMatchObject({
    error: { data: { httpStatus: 413, domain: { code: "PayloadTooLarge" } } },
  });
  expect(read()).toBe(1024 * 1024 + PIECE);
});

test("the inbox reads at most the size limit of a webhook call", async () => {
  process.env.HIGHSTREET_WEBHOOK_INBOX = "1";
  const { request, read } = sealed("POST", "inbox/x");
  const [[, post] = []] = await routesOf("inbox/[storeId]");
  const answer = await post?.(request, { params: Promise.resolve({ storeId: randomUUID() }) });
  expect([answer?.status, read()]).toEqual([413, 256 * 1024 + PIECE]);
});
