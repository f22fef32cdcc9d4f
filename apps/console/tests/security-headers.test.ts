import { expect, test } from "vitest";
import { securityHeaders } from "../src/server/security-headers.ts";

test("only a console with HTTPS asks browsers to stay with HTTPS", () => {
  expect(securityHeaders("https://console.shop.example")["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  expect(securityHeaders("http://localhost:3000")).not.toHaveProperty("strict-transport-security");
});

test("no other site may frame the console, and browsers must trust the content type", () => {
  expect(securityHeaders("http://localhost:3000")).toMatchObject({
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
});
