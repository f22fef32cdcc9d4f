import { expect, test } from "vitest";
import { callerAddress, createIsTrusted, foreignOrigin, networkOf } from "./caller.ts";

const behindProxy = createIsTrusted(["10.0.0.0/8", "::1", "fd00::/8"]);

test("without a trusted proxy the socket's address counts, not X-Forwarded-For", () => {
  for (const forwarded of ["192.0.2.1", "10.0.0.1", "::1", "junk", "", null]) {
    expect(callerAddress("198.51.100.7", forwarded, createIsTrusted([]))).toBe("198.51.100.7");
    expect(callerAddress("198.51.100.7", forwarded, behindProxy)).toBe("198.51.100.7");
  }
});

test("behind trusted proxies the last address outside of the proxies counts", () => {
  expect(callerAddress("10.1.2.3", "192.0.2.1", behindProxy)).toBe("192.0.2.1");
  expect(callerAddress("::ffff:10.1.2.3", "192.0.2.9, 192.0.2.1, fd00::7", behindProxy)).toBe("192.0.2.1");
  expect(callerAddress("::1", null, behindProxy)).toBe("::1");
  expect(callerAddress("10.1.2.3", "192.0.2.1, junk", behindProxy)).toBe("10.1.2.3");
  expect(callerAddress(undefined, "192.0.2.1", behindProxy)).toBe("unknown");
});

test("IPv6 callers count by their /64, IPv4 callers by their address", () => {
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe(networkOf("2001:db8:1:2:ffff::1"));
  expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("192.0.2.1")).not.toBe(networkOf("192.0.2.2"));
  expect(networkOf("junk")).toBe("unknown");
  expect(networkOf("2001:db8:1:2::1", 48)).toBe(networkOf("2001:db8:1:ff00::1", 48));
  expect(networkOf("2001:db8:1:2::1", 48)).not.toBe(networkOf("2001:db8:2:2::1", 48));
  expect(networkOf("192.0.2.1", 48)).toBe("192.0.2.1");
});

const own = "https://console.example";
const isForeign = (headers: Record<string, string>, method = "POST", consoleUrl = own) =>
  foreignOrigin({ method, headers: new Headers(headers) }, consoleUrl) !== undefined;

test("a call for a page of another site is refused, with each kind of headers", () => {
  for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"]) {
    for (const origin of [
      "https://evil.example",
      "null",
      "",
      "http://console.example",
      `${own}:8443`,
      `${own}.evil.example`,
    ]) {
      expect([method, origin, isForeign({ origin, "sec-fetch-site": "same-origin" }, method)]).toEqual([
        method,
        origin,
        true,
      ]);
    }
    for (const site of ["cross-site", "same-site", "other"]) {
      expect(isForeign({ "sec-fetch-site": site, "sec-fetch-mode": "no-cors" }, method)).toBe(true);
    }
  }
  expect(isForeign({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(true);
});

test("the console's own pages, programs, and links to downloads pass", () => {
  for (const method of ["GET", "POST", "PUT"]) {
    expect(isForeign({ origin: own, "sec-fetch-site": "same-origin" }, method)).toBe(false);
    expect(isForeign({ "sec-fetch-site": "none" }, method)).toBe(false);
    expect(isForeign({}, method)).toBe(false);
  }
  expect(isForeign({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, "GET")).toBe(false);
  const local = "http://localhost:3000";
  for (const origin of [local, "http://127.0.0.1:3000"]) expect(isForeign({ origin }, "POST", local)).toBe(false);
  expect(isForeign({ origin: "http://localhost:4000" }, "POST", local)).toBe(true);
});
