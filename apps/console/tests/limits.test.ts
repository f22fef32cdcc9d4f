import { randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_BATCH } from "../src/server/max-batch.ts";

type Route = (request: Request, call: { params: Promise<Record<string, string>> }) => Promise<Response>;

const LIMIT = 40;
let t: TestContext;
let get: Route;

beforeAll(async () => {
  t = await createTestContext();
  process.env.DATABASE_URL = t.databaseUrl;
  process.env.HIGHSTREET_SECRET_KEY = randomBytes(32).toString("base64");
  process.env.HIGHSTREET_CONSOLE_URL = "http://localhost:3000";
  process.env.HIGHSTREET_RATE_LIMIT = String(LIMIT);
  ({ GET: get } = await import("../src/app/api/trpc/[trpc]/route.ts"));
});
afterAll(() => t.close());

async function batch(calls: number, separator = ","): Promise<{ status: number; message: string }> {
  const path = Array.from({ length: calls }, () => "staff.me").join(separator);
  const request = new Request(`http://localhost:3000/api/trpc/${path}?batch=1&input={}`);
  const answer = await get(request, { params: Promise.resolve({ trpc: path }) });
  const body = (await answer.json()) as { error: { message: string } };
  return { status: answer.status, message: body.error.message };
}

test("a batch beyond the limit is refused with an error that names the limit", async () => {
  expect((await batch(MAX_BATCH)).status).toBe(401);
  for (const separator of [",", "%2C"]) {
    expect(await batch(MAX_BATCH + 1, separator)).toEqual({
      status: 400,
      message: `A batch has at most ${MAX_BATCH} calls. This one has ${MAX_BATCH + 1}.`,
    });
  }
});

test("each call counts, also within a batch, and calls beyond the limit per second are refused", async () => {
  // The calls may run in two different seconds, and each second allows LIMIT calls.
  const batches = Math.ceil((3 * LIMIT) / MAX_BATCH);
  const answers = await Promise.all(Array.from({ length: batches }, () => batch(MAX_BATCH)));
  const taken = answers.filter(({ status }) => status === 401).length;
  expect(taken).toBeGreaterThan(0);
  expect(taken * MAX_BATCH).toBeLessThanOrEqual(2 * LIMIT);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(batches - taken);
});
