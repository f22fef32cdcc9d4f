import { expect, test } from "vitest";
import { spool, spoolRoom } from "./spool.ts";

const MiB = 1 << 20;

test("a partner has at most half of the waiting feeds in a process", () => {
  const greedy = Array.from({ length: 128 }, () => spoolRoom.enter("greedy"));
  expect(() => spoolRoom.enter("greedy")).toThrowError(expect.objectContaining({ code: "RateLimited" }));
  const others = Array.from({ length: 128 }, (_, n) => spoolRoom.enter(`other ${n}`));
  expect(() => spoolRoom.enter("late")).toThrowError(expect.objectContaining({ code: "Unavailable" }));
  for (const share of [...greedy, ...others]) share.leave();
  spoolRoom.enter("greedy").leave();
});

test("a partner has at most half of the stored bytes; a feed returns its bytes once, when it ends", () => {
  const [first, second, other] = [spoolRoom.enter("greedy"), spoolRoom.enter("greedy"), spoolRoom.enter("other")];
  first.grow(600 * MiB);
  expect(() => second.grow(500 * MiB)).toThrowError(expect.objectContaining({ code: "RateLimited" }));
  other.grow(1_000 * MiB);
  const third = spoolRoom.enter("third");
  expect(() => third.grow(500 * MiB)).toThrowError(expect.objectContaining({ code: "Unavailable" }));
  first.leave();
  first.leave();
  second.grow(1_000 * MiB);
  for (const share of [second, other, third]) share.leave();
});

test("a feed that fails during its upload returns its space", async () => {
  async function* broken() {
    yield Buffer.alloc(MiB);
    throw new Error("cut off");
  }
  for (let n = 0; n < 200; n++)
    await expect(spool(broken(), { limit: 2 * MiB, owner: "o" })).rejects.toThrow("cut off");
});
