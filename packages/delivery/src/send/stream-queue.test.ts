import { describe, expect, it } from "vitest";
import type { DueEvent, DueRetry } from "../read/due-events.ts";
import { type Item, StreamQueue } from "./stream-queue.ts";

const event = (sequence: number, subject: string, fate: DueEvent["fate"] = "send"): DueEvent => ({
  sequence,
  action: "inventory.update",
  subject,
  data: "{}",
  product: null,
  fate,
});
const retry = (sequence: number, subject: string): DueRetry => ({
  ...event(sequence, subject),
  tries: 1,
  attempts: 1,
  enhanced: false,
});
const all = Number.POSITIVE_INFINITY;
const take = (queue: StreamQueue, upTo = all): Item => {
  const item = queue.next(upTo, true);
  if (!item) throw new Error("nothing may go");
  return item;
};

describe("what a stream has in hand", () => {
  it("goes one at a time of each subject, and lets others pass", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "a"), event(2, "a"), event(3, "b")]);
    const first = take(queue);
    expect([first.sequence, take(queue).sequence]).toEqual([1, 3]);
    expect(queue.next(all, true)).toBeUndefined();
    expect(queue.hasNewer(first)).toBe(true);
    queue.finish(first);
    expect(take(queue).sequence).toBe(2);
  });

  it("passes the cursor over what is done without a gap, and over what is not sent at all", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "ping", "skip"), event(2, "a"), event(3, "b"), event(4, "c", "skip")]);
    expect(queue.cursor).toBe(1);
    const [a, b] = [take(queue), take(queue)];
    queue.finish(b);
    expect(queue.cursor).toBe(1);
    queue.finish(a);
    expect(queue.cursor).toBe(4);
  });

  it("starts nothing of the log beyond what was claimed, but retries", () => {
    const queue = new StreamQueue(10);
    queue.addEvents([event(11, "a"), event(12, "b")]);
    queue.addRetries([retry(5, "c")]);
    expect([take(queue, 11).sequence, take(queue, 11).sequence]).toEqual([11, 5]);
    expect(queue.next(11, true)).toBeUndefined();
    expect(queue.startedTo).toBe(11);
  });

  it("gives up a waiting retry for a newer event of its subject, whichever came first", () => {
    const queue = new StreamQueue(10);
    expect(queue.addRetries([retry(5, "a")])).toEqual([]);
    expect(queue.addEvents([event(11, "a"), event(12, "b")]).map(({ sequence }) => sequence)).toEqual([5]);
    expect(queue.addRetries([retry(6, "b")]).map(({ sequence }) => sequence)).toEqual([6]);
    expect([take(queue).sequence, take(queue).sequence]).toEqual([11, 12]);
    expect(queue.retries).toEqual([]);
  });

  it("gives up a retry for a newer event that came and was over while retries were being read", () => {
    const queue = new StreamQueue(10);
    queue.watchNewer();
    queue.addEvents([event(11, "a")]);
    queue.finish(take(queue));
    expect(queue.addRetries([retry(5, "a")]).map(({ sequence }) => sequence)).toEqual([5]);
  });

  it("lets a retry that is on its way end before the newer event goes", () => {
    const queue = new StreamQueue(10);
    queue.addRetries([retry(5, "a")]);
    const older = take(queue);
    expect(queue.addEvents([event(11, "a")])).toEqual([]);
    expect(queue.next(all, true)).toBeUndefined();
    expect(queue.hasNewer(older)).toBe(true);
    queue.finish(older);
    expect(take(queue).sequence).toBe(11);
  });
});
