import type { Call, CallResult } from "@highstreet/outbound";
import { canary } from "@highstreet/telemetry/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Lease } from "../lease/leases.ts";
import type { EventResult, Outgoing } from "../send/delivery-call.ts";
import { Batcher } from "./batcher.ts";

interface Sent extends Call {
  /** `store sequence` of its events. */
  events: string[];
  isAborted: boolean;
  answer: (status: number | null, isRefused?: boolean) => void;
}

const turn = () => new Promise(setImmediate);

/** A batcher with the simplest streams, gate and receiver. */
function opened({ batchSize = 3, places = 2 } = {}) {
  let free = places;
  const sent: Sent[] = [];
  const results = new Map<string, EventResult>();
  const lost = new Set<string>();
  const batcher: Batcher = new Batcher({
    lease: {
      endpointId: "e",
      partnerId: "p",
      url: "https://shop.example/hook",
      deadlineMs: 10_000,
      batchSize,
      retries: "short",
      failures: 0,
    },
    headers: { "x-team": "stock" },
    secrets: [{ secret: canary("batches"), until: null }],
    host: { eventBody: ({ action, data }) => `{"action":"${action}","data":${data}}` },
    sender: {
      send: (call) => {
        const { promise, resolve } = Promise.withResolvers<CallResult>();
        const { events } = JSON.parse(call.body) as { events: { id: string; sequence: number }[] };
        const one: Sent = {
          ...call,
          events: events.map(({ id }) => id.split("_").slice(1).join(" ")),
          isAborted: false,
          answer: (status, isRefused = false) =>
            resolve({ status, isRefused, isUnreachable: false, ms: 5, answer: "", retryAfter: undefined }),
        };
        sent.push(one);
        const abort = () => {
          one.isAborted = true;
          one.answer(null);
        };
        return { result: promise, abort };
      },
    },
    gate: {
      take: () => free > 0 && free-- > 0,
      give: () => {
        free++;
        batcher.offer();
      },
      move: () => undefined,
      leave: () => undefined,
    },
    now: () => new Date("2026-03-02T09:00:00Z"),
    random: Math.random,
    clock: () => 0,
  });
  const send = (storeId: string, sequence: number, { tries = 0, size = 2, wasRefused = false } = {}) => {
    const name = `${storeId} ${sequence}`;
    const event: Outgoing = {
      item: {
        ...{ sequence, action: "inventory.update", subject: name, key: name, product: null, traceparent: null },
        ...{ data: JSON.stringify("x".repeat(size)), fate: "send" },
        retry: tries ? { tries, attempts: tries, enhanced: false, wasRefused } : null,
      },
      lease: { storeId, retailerId: "r", endpointId: "e" } as Lease,
      at: new Date(),
      traceparent: undefined,
      mayStart: () => !lost.has(name),
    };
    const { result, abort } = batcher.send(event);
    void result.then((value) => results.set(name, value));
    return {
      lose: () => {
        lost.add(name);
        abort();
      },
    };
  };
  return { batcher, sent, send, results };
}

it("every event is in one call at a time, of the size allowed, with its result, whatever comes, ends or is lost in between", async () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant("send" as const), tries: fc.integer({ min: 0, max: 3 }) }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: "turn" as const }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("answer" as const), n: fc.nat(), refused: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("lose" as const), n: fc.nat() }) },
    ),
    { maxLength: 80 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { sent, send, results } = opened();
      const living = new Map<string, { tries: number; lose: () => void }>();
      const answers = new Map<string, number>();
      const open = () => sent.filter((call) => !call.isAborted && !answers.has(call.headers["webhook-id"] ?? ""));
      const answer = async (call: Sent | undefined, status: number) => {
        if (!call) return;
        answers.set(call.headers["webhook-id"] ?? "", status);
        call.answer(status);
        await turn();
      };
      let sequence = 0;
      for (const step of all) {
        if (step.kind === "turn") await turn();
        if (step.kind === "send") {
          sequence++;
          const store = `s${sequence % 2}`;
          living.set(`${store} ${sequence}`, { tries: step.tries, ...send(store, sequence, step) });
        }
        if (step.kind === "answer") await answer(open()[step.n % Math.max(1, open().length)], step.refused ? 500 : 204);
        if (step.kind === "lose") {
          const waiting = [...living.keys()].filter((name) => !results.has(name));
          const name = waiting[step.n % Math.max(1, waiting.length)] ?? "";
          living.get(name)?.lose();
          living.delete(name);
        }
        expect(open().length).toBeLessThanOrEqual(2);
      }
      for (let n = 0; n < 500; n++) {
        await turn();
        for (const call of open()) await answer(call, 204);
      }
      const ofName = new Map<string, Sent>();
      for (const call of sent) {
        expect(call.headers).toMatchObject({ "x-webhook-events": String(call.events.length), "x-team": "stock" });
        expect(call.events.length).toBeLessThanOrEqual(3);
        if (call.events.some((name) => living.get(name)?.tries === 3)) expect(call.events).toHaveLength(1);
        for (const name of call.events) {
          expect(ofName.has(name)).toBe(false);
          ofName.set(name, call);
        }
        if (call.isAborted) expect(call.events.filter((name) => living.has(name))).toEqual([]);
        const counted = call.events.filter((name) => results.get(name)?.batch?.isFirst);
        if (call.events.some((name) => living.has(name))) expect(counted).toHaveLength(1);
      }
      for (const name of living.keys()) {
        const call = ofName.get(name);
        const status = answers.get(call?.headers["webhook-id"] ?? "");
        expect(results.get(name)).toMatchObject({ status, batch: { events: call?.events.length } });
      }
      for (const { events } of sent) {
        const shared = events.flatMap((name) => results.get(name)?.batch?.random ?? []);
        expect(new Set(shared).size).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: rounds(500, 60) },
  );
});

it("the events of a batch that the receiver refused go alone", async () => {
  const { sent, send } = opened({ batchSize: 3, places: 9 });
  for (const sequence of [1, 2, 3]) send("s", sequence, { tries: 1, wasRefused: sequence < 3 });
  for (const sequence of [4, 5]) send("s", sequence, { tries: 1 });
  await turn();
  expect(sent.map(({ events }) => events)).toEqual([["s 1"], ["s 2"], ["s 3", "s 4", "s 5"]]);
});

it("the same events have the same id and body, in whatever order they came", async () => {
  const calls = [];
  for (const order of [
    [2, 10, 9],
    [9, 2, 10],
  ]) {
    const { sent, send } = opened();
    for (const sequence of order) send("s", sequence);
    await turn();
    calls.push(...sent);
  }
  const [one, other] = calls;
  expect(one?.events).toEqual(["s 2", "s 9", "s 10"]);
  expect(one?.headers["webhook-id"]).toMatch(/^batch_[0-9a-f]{32}$/);
  expect([other?.body, other?.headers["webhook-id"]]).toEqual([one?.body, one?.headers["webhook-id"]]);
  expect(one?.headers).not.toHaveProperty("x-webhook-sequence");
});

it("a call has at most 512 KiB, or one event", async () => {
  const { sent, send } = opened({ batchSize: 100, places: 9 });
  const kib = 1_024;
  for (const [n, size] of [200, 200, 200, 600, 1].entries()) send("s", n + 1, { size: size * kib });
  await turn();
  expect(sent.map(({ events }) => events)).toEqual([["s 1", "s 2"], ["s 3"], ["s 4"], ["s 5"]]);
  expect(sent.map(({ body }) => Buffer.byteLength(body) <= 512 * kib)).toEqual([true, true, false, true]);
});

it("a call that has not started does not start with an event whose stream has lost its right", async () => {
  const { sent, send } = opened();
  const first = send("a", 1);
  send("b", 1);
  await turn();
  expect(sent[0]?.mayStart()).toBe(true);
  first.lose();
  expect([sent[0]?.mayStart(), sent[0]?.isAborted]).toEqual([false, false]);
});

it("the streams hold the events of the running calls, and of one that gathers", async () => {
  const { batcher, send, sent } = opened({ batchSize: 3, places: 1 });
  const stream = { receiver: "p https://shop.example", offer: () => undefined };
  const take = () => Array.from({ length: 20 }, () => batcher.places.take(stream, "healthy")).filter(Boolean).length;
  expect(take()).toBe(3);
  for (let n = 1; n <= 3; n++) send("s", n);
  await turn();
  expect(sent).toHaveLength(1);
  expect(take()).toBe(3);
});
