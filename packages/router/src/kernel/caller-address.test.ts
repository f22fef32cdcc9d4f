import { expect, test } from "vitest";
import { callerAddress, createIsTrusted, networkOf } from "./caller-address.ts";

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
});
