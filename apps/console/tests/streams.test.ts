import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ending } from "../src/server/once.ts";
import { ORIGIN, type Route, setEnvironment, signIn } from "./sign-in.ts";

let t: TestContext;
let get: Route;
let cookie: string;
let ids: { retailerId: string; storeId: string };

beforeAll(async () => {
  t = await createTestContext();
  setEnvironment(t.databaseUrl);
  // A stream is one call, however many notices it carries.
  process.env.HIGHSTREET_RATE_LIMIT = "3";
  ({ GET: get } = await import("../src/app/api/trpc/[trpc]/route.ts"));
  ({ ids } = await t.store((await t.retailer()).id));
  cookie = await signIn(t, ids.retailerId, "viewer");
});
afterAll(() => t.close());

function follow(headers: Record<string, string>): Promise<Response> {
  const trpc = "events.changes";
  const input = encodeURIComponent(JSON.stringify({ retailerId: ids.retailerId }));
  const request = new Request(`${ORIGIN}/api/trpc/${trpc}?input=${input}`, { headers });
  return get(request, { params: Promise.resolve({ trpc }) });
}

/** Collects the text of a stream while it lasts. */
function listen(answer: Response): { text: () => string; ended: Promise<void> } {
  let text = "";
  const ended = (async () => {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += piece;
  })();
  return { text: () => text, ended };
}

test("without a session no stream is opened", async () => {
  expect((await follow({})).status).toBe(401);
});

test("a stream brings notices with ids, and ends when the process ends", async () => {
  const answer = await follow({ cookie });
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toContain("no-transform");
  const stream = listen(answer);
  await expect.poll(stream.text).toMatch(/data: {"storeId":null,"topics":\[.*\]}\nid: \S+\.0\n/);
  await t.ctx.db.prisma.store.update({
    where: { retailerId_id: { retailerId: ids.retailerId, id: ids.storeId } },
    data: { version: { increment: 1 } },
    // A distributed database returns no enum from a write.
    select: { id: true },
  });
  await expect
    .poll(stream.text, { timeout: 20_000 })
    .toContain(`data: {"storeId":"${ids.storeId}","topics":["stores"]}`);
  ending().abort();
  await stream.ended;

  const late = listen(await follow({ cookie }));
  await late.ended;
  expect(late.text()).toContain('"code":"Unavailable"');
});
