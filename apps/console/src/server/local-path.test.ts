import { expect, test } from "vitest";
import { localPath } from "./local-path.ts";

test.each(["/", "/shops/x?q=1", "/shops/x?next=//y#z"])("%j is a path of this console", (next) => {
  expect(localPath(next)).toBe(next);
});

test.each([
  "//evil",
  "/\\evil",
  "\\\\evil",
  "/\t/evil.example",
  "/\n/evil",
  " //evil",
  "/.//evil",
  "/x/..//evil",
  "https://evil",
  "https:/evil",
  "http://[",
  "blob:http://console.invalid/x",
  "javascript:alert(1)",
  "",
  undefined,
  ["/shops/x", "/shops/y"],
])("%j leads home", (next) => {
  expect(localPath(next)).toBe("/");
});
