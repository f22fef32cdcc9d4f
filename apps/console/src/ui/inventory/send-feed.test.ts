import { DomainError, type ErrorCode, statusOf } from "@highstreet/router";
import { expect, test } from "vitest";
import { isPassingError } from "./send-feed.ts";

test("an error passes if it is ours or names a wait, and a call that did not arrive can be repeated", () => {
  const codes = Object.keys(statusOf) as ErrorCode[];
  const expected = codes.filter((code) => statusOf[code] >= 500 || new DomainError(code, "").retryAfter !== undefined);
  expect(codes.filter(isPassingError)).toEqual(expected);
  expect(isPassingError(null)).toBe(true);
});
