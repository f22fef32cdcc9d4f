import { randomBytes } from "node:crypto";
import { createStaffMember } from "@highstreet/router/features/staff/index.ts";
import { createTestContext, type TestContext } from "@highstreet/router/testing.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ending } from "../src/server/ending.ts";

type Route = (request: Request, call: { params: Promise<Record<string, string>> }) => Promise<Response>;

const ORIGIN = "http://localhost:3000";
let t: TestContext;
let get: Route;
let cookie: string;
let ids: { retailerId: string; storeId: string };

beforeAll(async () => {
  t = await createTestContext();
  process.env.DATABASE_URL = t.databaseUrl;
  process.env.HIGHSTREET_SECRET_KEY = randomBytes(32).toString("base64");
  process.env.HIGHSTREET_CONSOLE_URL = ORIGIN;
  // A stream is one call, however many notices it carries.
  process.env.HIGHSTREET_RATE_LIMIT = "3";
  ({ GET: get } = await import("../src/app/api/trpc/[trpc]/route.ts"));
  const { POST: signIn }: { POST: Route } = await import("../src/app/api/auth/[...all]/route.ts");
  ({ ids } = await t.store((await t.retailer()).id));
  const member = { name: "Pat", email: "pat@shop.example", password: "correct horse" };
  await createStaffMember(t.asSystem(), { retailerId: ids.retailerId, role: "viewer", ...member });
  const answer = await signIn(
    new Request(`${ORIGIN}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN },
      body: JSON.stringify({ email: member.email, password: member.password }),
    }),
    { params: Promise.resolve({}) },
  );
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
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
