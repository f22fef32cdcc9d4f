import type { Call, CallResult } from "@highstreet/outbound";
import { canary } from "@highstreet/telemetry/testing";
import { expect, it } from "vitest";
import { LEASE_MS } from "../../src/constants.ts";
import { CallBudget } from "../../src/send/call-budget.ts";
import { StoreStream } from "../../src/send/store-stream.ts";
import { StoreModel } from "./store-model.ts";

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

it("a stream whose renewal is late starts no call, keeps its results, and makes no call twice after the renewal", async () => {
  let clock = 0;
  const now = () => new Date(Date.parse("2026-03-02T09:00:00Z") + clock);
  const store = new StoreModel(now);
  store.append(["a", "b", "c", "d", "e", "f", "g", "h"]);
  const { isWarned: isFailing, ...taken } = store.lease("worker", false);
  const { epoch } = taken;
  /** Calls in the queue of the connection. Each checks its right to start when its turn comes. */
  const queued: { call: Call; end: (result: CallResult) => void }[] = [];
  const made: number[] = [];
  const turn = (status = 204) => {
    for (const { call, end } of queued.splice(0)) {
      const isRefused = !call.mayStart();
      if (!isRefused) made.push(Number(call.headers["x-webhook-sequence"]));
      const answered = isRefused ? null : status;
      end({ isRefused, isUnreachable: false, status: answered, ms: 1, answer: "", retryAfter: undefined });
    }
    return settle();
  };
  const stream = new StoreStream(
    {
      now,
      clock: () => clock,
      random: () => 0.5,
      longestRestMs: 0,
      isProbe: false,
      budget: new CallBudget(),
      host: { eventBody: ({ data }) => data, openSecrets: () => [{ secret: canary("renewal"), until: null }] },
      onCall: () => undefined,
      onVerdict: () => undefined,
      mustWarn: () => false,
      sender: {
        send: (call) => {
          const { promise, resolve } = Promise.withResolvers<CallResult>();
          queued.push({ call, end: resolve });
          return { result: promise, abort: () => undefined };
        },
      },
      lease: {
        retailerId: "r",
        storeId: "s",
        pingSequence: 0,
        isVerified: true,
        endpoint: 1,
        enhancedProductData: false,
        receiver: "partner https://shop.example",
        webhookUrl: "https://shop.example/",
        secret: new Uint8Array(),
        isFailing,
        ...taken,
      },
      statements: {
        readLog: async (range) => store.readLog(epoch, range),
        readDueRetries: async (which) => store.readDueRetries(which),
        record: async (progress, done) => store.record(epoch, progress, done),
        finish: async (end) => store.finish(epoch, end),
        settlePing: async () => true,
        warnOfFailing: async () => true,
        postpone: async () => true,
        peekWork: async (cursor) => ({ wakeVersion: store.readWake(), ...store.look(cursor) }),
        release: async (release) => store.release(epoch, release),
      },
    },
    LEASE_MS,
  );
  stream.start();
  await turn();
  expect(made).toEqual([1, 2, 3, 4]);
  expect(queued).toHaveLength(4);
  clock = LEASE_MS + 1;
  // The turn of the queued calls comes too late. The four good calls are not recorded yet.
  await turn();
  stream.tick(500);
  await settle();
  expect([made.length, queued.length]).toEqual([4, 0]);
  stream.validUntil = clock + LEASE_MS;
  stream.tick(500);
  await turn();
  expect(await stream.ended).toBe("released");
  expect(made).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(store.attempts.map(({ sequence, outcome }) => `${sequence} ${outcome}`)).toEqual(
    made.map((sequence) => `${sequence} delivered`),
  );
});
