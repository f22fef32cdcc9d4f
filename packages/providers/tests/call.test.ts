import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCall, type GoogleCall } from "../src/google/call.ts";
import { createMemoryBuckets } from "../src/quota.ts";
import { advance } from "./fake-google/world.ts";
import { type FakeWorld, openFakeWorld } from "./fake-world.ts";

let google: FakeWorld;
beforeEach(async () => {
  google = await openFakeWorld();
});
afterEach(() => google.close());

const INVITATIONS: GoogleCall = {
  service: "accounts",
  method: "GET",
  path: "/v1/accounts/111/invitations",
  isRepeatable: true,
};
const fault = (code: number, status: string, more = {}) =>
  google.world.faults.push({ match: "invitations", code, status, times: 1, ...more });

describe("a call that fails", () => {
  it("is tried five times while Google is unavailable, with pauses from 1 s that grow to at most 10 s and a third", async () => {
    fault(503, "UNAVAILABLE", { times: 9 });
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "unavailable" });
    expect(google.world.calls).toHaveLength(5);
    expect(google.pauses).toHaveLength(4);
    for (const [index, pause] of google.pauses.entries()) {
      const planned = Math.min(10_000, 1_000 * 1.3 ** index);
      expect(pause).toBeGreaterThanOrEqual(planned);
      expect(pause).toBeLessThanOrEqual(planned * 1.3);
    }
  });

  it("waits as long as Retry-After says, in seconds or as a date", async () => {
    fault(429, "RESOURCE_EXHAUSTED", { retryAfter: 7 });
    await google.call(INVITATIONS);
    expect(google.pauses).toEqual([7_000]);
    fault(429, "RESOURCE_EXHAUSTED", { retryAfter: "Mon, 02 Mar 2026 09:00:20 GMT" });
    await google.call(INVITATIONS);
    expect(google.pauses).toEqual([7_000, 13_000]);
  });

  it("is not retried if Google asks for a wait of more than a minute", async () => {
    fault(429, "RESOURCE_EXHAUSTED", { retryAfter: 3_600 });
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "quota", retryAfterMs: 3_600_000 });
    expect(google.pauses).toEqual([]);
  });

  it("waits until midday, UTC, when the daily quota is used up", async () => {
    fault(429, "RESOURCE_EXHAUSTED", { reason: "quota/daily_limit_exceeded" });
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "quota", retryAfterMs: 3 * 3_600_000 });
  });

  it("is not retried after a refusal or an internal error", async () => {
    for (const [code, status, kind] of [
      [400, "INVALID_ARGUMENT", "refused"],
      [403, "PERMISSION_DENIED", "no-access"],
      [404, "NOT_FOUND", "no-access"],
      [409, "ALREADY_EXISTS", "refused"],
      [500, "INTERNAL", "unavailable"],
    ] as const) {
      fault(code, status);
      await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind });
    }
    expect(google.pauses).toEqual([]);
  });

  it("is retried only after 429 if it must not run twice", async () => {
    const once = { ...INVITATIONS, isRepeatable: false };
    fault(429, "RESOURCE_EXHAUSTED");
    await google.call(once);
    expect(google.world.calls).toHaveLength(2);
    fault(503, "UNAVAILABLE");
    await expect(google.call(once)).rejects.toMatchObject({ kind: "unavailable" });
    expect(google.world.calls).toHaveLength(3);
  });

  it("ends if no answer arrives in time", async () => {
    const { settings } = google;
    const call = createCall({ settings, quota: createMemoryBuckets(), timeoutMs: 50 });
    fault(0, "NEVER");
    await expect(call({ ...INVITATIONS, isRepeatable: false })).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("is unavailable if no server answers", async () => {
    await google.call(INVITATIONS);
    const { call, pauses } = google;
    await google.close();
    await expect(call(INVITATIONS)).rejects.toMatchObject({ kind: "unavailable" });
    expect(pauses).toHaveLength(4);
  });
});

describe("quotas", () => {
  it("are respected: Google refuses none of a thousand calls, which take at most 5 % more than the minimum time", async () => {
    for (let count = 0; count < 1_000; count++) await google.call(INVITATIONS);
    expect(google.world.calls.every(({ status }) => status === 200)).toBe(true);
    const [first, last] = [google.world.calls[0]?.at ?? 0, google.world.calls.at(-1)?.at ?? 0];
    // 300 calls go out in each minute, so 1,000 calls need at least the time of 700.
    expect(last - first).toBeGreaterThan((700 / 300) * 60_000);
    expect(last - first).toBeLessThan((1_000 / 300) * 60_000 * 1.05);
  });

  it("of 0 mean that Google never approved the project", async () => {
    google.world.quota.perMinute.set("mybusinessaccountmanagement.googleapis.com", 0);
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "setup", reason: "RATE_LIMIT_EXCEEDED" });
    expect(google.world.calls).toHaveLength(1);
  });
});

describe("signing in", () => {
  it("fetches a token once, and again after Google refuses it", async () => {
    const signIns = () => [...google.world.accessTokens.keys()].filter((name) => name !== "test").length;
    await google.call(INVITATIONS);
    await google.call(INVITATIONS);
    expect(signIns()).toBe(1);
    advance(google.world, 2 * 3_600_000);
    await google.call({ ...INVITATIONS, isRepeatable: false });
    expect(signIns()).toBe(2);
  });

  it("is not repeated without end if Google refuses every token", async () => {
    google.world.faults.push({ match: "invitations", code: 401, status: "UNAUTHENTICATED", times: 9 });
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "setup" });
    expect(google.world.calls).toHaveLength(2);
  });

  it("is a set-up error if Google refuses it", async () => {
    google.world.refreshTokens.clear();
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "setup", reason: "invalid_grant" });
    google.world.clients.clear();
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({ kind: "setup", reason: "invalid_client" });
  });

  it("is a set-up error if the token lacks a scope", async () => {
    google.world.refreshTokens.set("refresh", { scopes: ["https://www.googleapis.com/auth/content"] });
    await expect(google.call(INVITATIONS)).rejects.toMatchObject({
      kind: "setup",
      reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    });
  });
});
