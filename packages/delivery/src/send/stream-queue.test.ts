import { describe, expect, it } from "vitest";
import type { DueEvent, DueRetry } from "../read.ts";
import { type Item, StreamQueue } from "./stream-queue.ts";

const event = (sequence: number, subject: string, fate: DueEvent["fate"] = "send"): DueEvent => ({
  sequence,
  action: "inventory.update",
  subject,
  data: "{}",
  product: null,
  traceparent: null,
  fate,
});
const retry = (sequence: number, subject: string): DueRetry => ({
  ...event(sequence, subject),
  tries: 1,
  attempts: 1,
  enhanced: false,
  wasRefused: false,
});
const all = Number.POSITIVE_INFINITY;
const take = (queue: StreamQueue, upTo = all): Item => {
  const item = queue.next(upTo, true);
  if (!item) throw new Error("the queue has no item to start");
  return item;
};

describe("the queue of a stream", () => {
  it("sends one item of each subject at a time, while other subjects continue", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "a"), event(2, "a"), event(3, "b")]);
    const first = take(queue);
    expect([first.sequence, take(queue).sequence]).toEqual([1, 3]);
    expect(queue.next(all, true)).toBeUndefined();
    expect(queue.hasNewer(first)).toBe(true);
    queue.finish(first);
    expect(take(queue).sequence).toBe(2);
  });

  it("moves the cursor over done and skipped items without a gap", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "ping", "skip"), event(2, "a"), event(3, "b"), event(4, "c", "skip")]);
    expect(queue.cursor).toBe(1);
    const [a, b] = [take(queue), take(queue)];
    queue.finish(b);
    expect(queue.cursor).toBe(1);
    queue.finish(a);
    expect(queue.cursor).toBe(4);
  });

  it("starts no event of the log after the limit, but starts retries", () => {
    const queue = new StreamQueue(10);
    queue.addEvents([event(11, "a"), event(12, "b")]);
    queue.addRetries([retry(5, "c")]);
    expect([take(queue, 11).sequence, take(queue, 11).sequence]).toEqual([11, 5]);
    expect(queue.next(11, true)).toBeUndefined();
    expect(queue.startedTo).toBe(11);
  });

  it("sends a retry that is newer than the events of its subject after them, and replaces an older retry by it", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "a")]);
    const first = take(queue);
    expect(queue.addRetries([retry(4, "a")])).toEqual([]);
    expect(queue.hasNewer(first)).toBe(true);
    queue.finish(first);
    expect(queue.addRetries([retry(5, "a")]).map(({ sequence }) => sequence)).toEqual([4]);
    expect(take(queue).sequence).toBe(5);
  });

  it("counts a superseded event of the log as started, because its end is recorded before the cursor comes to it", () => {
    const queue = new StreamQueue(0);
    queue.addEvents([event(1, "a"), event(2, "b", "superseded")]);
    expect([queue.cursor, queue.startedTo]).toEqual([0, 2]);
  });

  it("supersedes a waiting retry by a newer event of its subject, in either order of arrival", () => {
    const queue = new StreamQueue(10);
    expect(queue.addRetries([retry(5, "a")])).toEqual([]);
    expect(queue.addEvents([event(11, "a"), event(12, "b")]).map(({ sequence }) => sequence)).toEqual([5]);
    expect(queue.addRetries([retry(6, "b")]).map(({ sequence }) => sequence)).toEqual([6]);
    expect([take(queue).sequence, take(queue).sequence]).toEqual([11, 12]);
    expect(queue.retries).toEqual([]);
  });

  it("supersedes a retry by a newer event that arrived and ended during the read of retries", () => {
    const queue = new StreamQueue(10);
    queue.watchNewer();
    queue.addEvents([event(11, "a")]);
    queue.finish(take(queue));
    expect(queue.addRetries([retry(5, "a")]).map(({ sequence }) => sequence)).toEqual([5]);
  });

  it("lets a running retry end before the newer event starts", () => {
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
