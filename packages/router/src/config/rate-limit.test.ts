import { listen, type Sql } from "@highstreet/db";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test, vi } from "vitest";
import { countProcesses, createRateLimit } from "./rate-limit.ts";

const CHANNEL = "highstreet_rate_limit_test";
const t = await createTestContext();
afterAll(() => t.close());

/** Starts a process that listens. @returns ends it */
async function startListening(): Promise<() => Promise<void>> {
  const { promise: up, resolve } = Promise.withResolvers<void>();
  const ignore = () => undefined;
  const stop = listen({ sql: t.ctx.db, url: t.databaseUrl }, CHANNEL, {
    onUp: resolve,
    onNotice: ignore,
    onDown: ignore,
  });
  await up;
  return stop;
}

test("processes divide a limit evenly, a refused call says so, and the next second starts again", async () => {
  let ms = 0;
  const limit = createRateLimit(
    5,
    () => new Date(ms),
    () => 2,
  );
  expect([1, 2, 3, 4].map(() => limit.take("member"))).toEqual([2, 1, 0, -1]);
  expect(limit.take("other")).toBe(2);
  expect(limit.policy).toBe('"default";q=5;w=1');
  ms = 1_000;
  expect(limit.take("member")).toBe(2);
});

test("the number of processes follows the listening processes, and stays while the database fails", async () => {
  let ms = 0;
  let isDown = false;
  let reads = 0;
  const query: Sql["query"] = (...asked) => {
    reads++;
    return isDown ? Promise.reject(new Error("down")) : t.ctx.db.query(...asked);
  };
  const processes = countProcesses({ ...t.ctx.db, query }, CHANNEL, () => new Date(ms));
  const stops = [await startListening(), await startListening()];
  expect(processes()).toBe(1);
  await vi.waitFor(() => expect(processes()).toBe(2));
  expect(reads).toBe(1);
  await stops[0]?.();
  const later = () => {
    ms += 10_000;
    return processes();
  };
  await vi.waitFor(() => expect(later()).toBe(1));
  await stops[1]?.();
  isDown = true;
  expect([later(), later()]).toEqual([1, 1]);
});
