import { expect, test } from "vitest";
import { Limit } from "./limit.ts";

const later = () => performance.now() + 60_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Waiters that note in which order they get their slots. */
function waiters(limit: Limit) {
  const served: string[] = [];
  return {
    served,
    wait: (key: string, name: string) => limit.take(key, later()).then(() => void served.push(name)),
  };
}

test("the slots of all keys and the slots of one key stay within their limits", () => {
  const limit = new Limit({ total: 3, each: 2 });
  expect([limit.tryTake("a"), limit.tryTake("a"), limit.tryTake("a")]).toEqual([true, true, false]);
  expect([limit.tryTake("b"), limit.tryTake("b"), limit.tryTake("c")]).toEqual([true, false, false]);
  limit.give("a");
  expect([limit.tryTake("a"), limit.tryTake("c")]).toEqual([true, false]);
});

test("keys get slots round-robin, and the calls of a key get slots in order", async () => {
  const limit = new Limit({ total: 1, each: 1 });
  limit.tryTake("first");
  const { served, wait } = waiters(limit);
  const waiting = [
    ...["a1", "a2", "a3", "a4"].map((name) => wait("a", name)),
    ...["b1", "b2"].map((name) => wait("b", name)),
    wait("c", "c1"),
  ];
  limit.give("first");
  for (const key of ["a", "b", "c", "a", "b", "a"]) {
    await settled();
    limit.give(key);
  }
  await Promise.all(waiting);
  expect(served).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("keys overtake a key that holds its maximum", async () => {
  const limit = new Limit({ total: 3, each: 2 });
  for (const key of ["a", "a", "b"]) limit.tryTake(key);
  const { served, wait } = waiters(limit);
  const waiting = [wait("a", "a3"), wait("c", "c1")];
  limit.give("b");
  await settled();
  expect(served).toEqual(["c1"]);
  limit.give("a");
  await Promise.all(waiting);
  expect([served, limit.held("a"), limit.waiting]).toEqual([["c1", "a3"], 2, 0]);
});

test("a call that waits until its deadline is refused, and later calls keep their places", async () => {
  const limit = new Limit({ total: 1, each: 1 });
  limit.tryTake("a");
  const { served, wait } = waiters(limit);
  const refused = limit.take("a", performance.now());
  const waiting = [wait("a", "a1"), wait("a", "a2")];
  await expect(refused).rejects.toMatchObject({ code: "WAITED_TOO_LONG" });
  limit.give("a");
  await settled();
  limit.give("a");
  await Promise.all(waiting);
  expect([served, limit.held("a")]).toEqual([["a1", "a2"], 1]);
});

test("a key without calls takes no memory", async () => {
  const limit = new Limit({ total: Number.POSITIVE_INFINITY, each: 1 });
  limit.tryTake("a");
  const next = limit.take("a", later());
  limit.give("a");
  await next;
  limit.give("a");
  expect([limit.held("a"), limit.waiting, limit.tryTake("a")]).toEqual([0, 0, true]);
});
