import { describe, expect, it } from "vitest";
import { EndpointHealth, EndpointWindow } from "./endpoint-health.ts";

describe("an endpoint's window", () => {
  it("grows from 4 to 32 with successes, and each failure halves it, down to one", () => {
    const window = new EndpointWindow();
    expect(window.size).toBe(4);
    for (let n = 0; n < 16; n++) window.record(true, 5);
    expect(window.size).toBe(5);
    for (let n = 0; n < 2_000; n++) window.record(true, 5);
    expect(window.size).toBe(32);
    const sizes = Array.from({ length: 6 }, () => {
      window.record(false, 5);
      return window.size;
    });
    expect(sizes).toEqual([16, 8, 4, 2, 1, 1]);
  });

  it("does not grow while the worker is busy and the endpoint answers at once", () => {
    const window = new EndpointWindow();
    window.isWorkerBusy = true;
    for (let n = 0; n < 2_000; n++) window.record(true, 5);
    expect(window.size).toBe(4);
    for (let n = 0; n < 16; n++) window.record(true, 500);
    expect(window.size).toBe(5);
  });
});

describe("an endpoint that fails fast", () => {
  it("gets a few calls in its minute, not thousands, and normal calls again after a good answer", () => {
    const health = new EndpointHealth({ failures: 0, failingSince: null }, { isFailing: false, longestRestMs: 16_000 });
    let calls = 0;
    let now = 0;
    for (; !health.isFailing; calls++) {
      now += 1 + health.restMs;
      health.record(false, new Date(now));
    }
    expect([calls, now]).toEqual([expect.toSatisfy((n) => n > 10 && n < 20), expect.toSatisfy((ms) => ms >= 60_000)]);
    health.record(true, new Date(now));
    expect(health.restMs).toBe(0);
    for (let n = 0; n < 9; n++) health.record(false, new Date(now));
    expect(health.restMs).toBe(0);
  });
});
