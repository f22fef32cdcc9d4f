import { expect, test } from "vitest";
import { type Spool, spool } from "./spool.ts";
import { spoolRoom } from "./spool-room.ts";

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

test("feeds beyond the memory limit are stored in files and return their space", async () => {
  async function* pieces() {
    for (let n = 0; n < 15; n++) yield Buffer.alloc(1 << 16, n);
  }
  for (const _ of [1, 2]) {
    const spools: Spool[] = [];
    for (let n = 0; n < 40; n++) spools.push(await spool(pieces(), { limit: MiB, owner: "many" }));
    for (const { size, read, digest } of spools) {
      expect([size, digest]).toEqual([15 << 16, spools[0]?.digest]);
      expect((await read(14 << 16, MiB)).every((byte) => byte === 14)).toBe(true);
    }
    // 34 feeds of 15 blocks are in memory, so two blocks are free.
    const rest = [spoolRoom.takeBlock(), spoolRoom.takeBlock()];
    expect(spoolRoom.hasBlock).toBe(false);
    spoolRoom.returnBlocks(rest);
    await Promise.all(spools.map((one) => one.close()));
  }
  const blocks = Array.from({ length: 511 }, () => spoolRoom.takeBlock());
  expect(spoolRoom.hasBlock).toBe(true);
  spoolRoom.returnBlocks(blocks);
});

test("a feed that fails during its upload returns its space", async () => {
  async function* broken() {
    yield Buffer.alloc(MiB);
    throw new Error("cut off");
  }
  for (let n = 0; n < 200; n++)
    await expect(spool(broken(), { limit: 2 * MiB, owner: "o" })).rejects.toThrow("cut off");
});
