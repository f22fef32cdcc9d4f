import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Notices } from "./listen.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a channel gets the first notice at once, and then at most one every 10 ms", async () => {
  const sent: [string, number][] = [];
  const began = Date.now();
  const notices = new Notices(async (channel) => sent.push([channel, Date.now() - began]));
  for (let n = 0; n < 35; n++) {
    notices.notify("a");
    if (n === 3) notices.notify("b");
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  notices.notify("a");
  expect(sent.filter(([channel]) => channel === "a").map(([, at]) => at)).toEqual([0, 10, 20, 30, 40, 1_035]);
  expect(sent.filter(([channel]) => channel === "b")).toHaveLength(1);
});

it("a failed notice and a notice after the end do no harm", async () => {
  let calls = 0;
  const notices = new Notices(() => {
    calls++;
    return Promise.reject(new Error("no database"));
  });
  notices.notify("a");
  notices.notify("a");
  await vi.advanceTimersByTimeAsync(5);
  notices.close();
  await vi.advanceTimersByTimeAsync(50);
  expect(calls).toBe(1);
});
