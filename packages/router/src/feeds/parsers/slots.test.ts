import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("an owner that waits leaves free slots to others, who pass", async () => {
  const slots = new Slots(3, 2);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, owner: string) =>
    slots.run(owner, async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [read("a1", "a"), read("a2", "a"), read("a3", "a"), read("b1", "b"), read("c1", "c")];
  await Promise.resolve();
  await Promise.resolve();
  expect(running).toEqual(["a1", "a2", "b1"]);
  ends.shift()?.();
  await all[0];
  await new Promise(setImmediate);
  expect(running).toEqual(["a1", "a2", "b1", "a3"]);
  ends.splice(0, 2).forEach((end) => {
    end();
  });
  await new Promise(setImmediate);
  expect(running).toEqual(["a1", "a2", "b1", "a3", "c1"]);
  for (const end of ends) end();
  await Promise.all(all);
});

test("work that fails gives its slot back", async () => {
  const slots = new Slots(1, 1);
  for (const _ of [1, 2]) await expect(slots.run("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await slots.run("a", async () => 1)).toBe(1);
});
