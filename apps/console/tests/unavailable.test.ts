import { openDatabase } from "@highstreet/db";
import { activityView, startProxy } from "@highstreet/db/testing";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ORIGIN, type Route, setEnvironment, signIn } from "./sign-in.ts";

let t: TestContext;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let post: Route;
let rejections: typeof import("../src/app/api/shops/[retailerId]/stores/[storeId]/ingests/[ingestId]/rejections/route.ts").GET;
let cookie: string;
let ids: { retailerId: string; storeId: string };

beforeAll(async () => {
  t = await createTestContext();
  proxy = await startProxy(t.databaseUrl);
  setEnvironment(proxy.url);
  ({ POST: post } = await import("../src/app/api/trpc/[trpc]/route.ts"));
  ({ GET: rejections } = await import(
    "../src/app/api/shops/[retailerId]/stores/[storeId]/ingests/[ingestId]/rejections/route.ts"
  ));
  ({ ids } = await t.store((await t.retailer()).id));
  cookie = await signIn(t, ids.retailerId, "owner");
});
afterAll(() => t.close());

async function rename(): Promise<Response> {
  const trpc = "stores.update";
  const body = JSON.stringify({ ...ids, body: { name: "Renamed" } });
  const headers = { "content-type": "application/json", cookie };
  const request = new Request(`${ORIGIN}/api/trpc/${trpc}`, { method: "POST", headers, body });
  return post(request, { params: Promise.resolve({ trpc }) });
}

const unavailable = { error: { data: { httpStatus: 503, domain: { code: "Unavailable" } } } };

test("after the database ends its statement, a call is 503 with Retry-After and a plain sentence", async () => {
  expect((await rename()).status).toBe(200);
  const elsewhere = openDatabase({ url: t.databaseUrl, connections: 2 });
  const cancel = `SELECT pg_cancel_backend(backend) FROM ${activityView()}
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await elsewhere.sqlTransaction("no shop", async (tx) => {
    await tx.query("SELECT FROM store WHERE retailer_id = $1 FOR UPDATE", [ids.retailerId]);
    const calling = rename();
    await expect.poll(() => elsewhere.query(cancel), { timeout: 20_000, interval: 5 }).not.toEqual([]);
    const answer = await calling;
    expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([503, 2]);
    const body = await answer.json();
    expect(body).toMatchObject(unavailable);
    expect(body.error.message).toMatch(/^The service is unavailable for a moment/);
  });
  await elsewhere.close();
  expect((await rename()).status).toBe(200);
});

test("while the database cannot be reached each route of staff is 503 with Retry-After", async () => {
  await proxy.close();
  const answer = await rename();
  expect([answer.status, Number(answer.headers.get("retry-after"))]).toEqual([503, 2]);
  expect(await answer.json()).toMatchObject(unavailable);

  const params = { ...ids, ingestId: ids.storeId };
  const page = await rejections(new Request(`${ORIGIN}/api/shops`, { headers: { cookie } }), {
    params: Promise.resolve(params),
  });
  expect([page.status, Number(page.headers.get("retry-after"))]).toEqual([503, 2]);
  expect(await page.text()).toMatch(/^The service is unavailable for a moment/);
});
