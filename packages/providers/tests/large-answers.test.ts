import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createCall } from "../src/google/call.ts";
import { readGoogleSettings } from "../src/google/settings.ts";
import { createMemoryBuckets } from "../src/quota.ts";
import { fakeEnvironment } from "./fake-google/world.ts";

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

const huge = `[${"{},".repeat(2_000_000)}{}]`;
const token = JSON.stringify({ access_token: "token", expires_in: 3_600, token_type: "Bearer" });

/** Google with the same answer to each call. */
async function open(answer: string, signIn = token) {
  server = createServer((request, response) => {
    response.setHeader("content-type", "application/json").end(request.url?.endsWith("/token") ? signIn : answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const settings = readGoogleSettings(fakeEnvironment(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return createCall({ settings, quota: createMemoryBuckets(() => Date.now()), sleep: async () => undefined });
}
const path = "/products/v1/accounts/1/products";
const one = { service: "merchant", method: "GET", path, isRepeatable: false } as const;

test.each([
  ["an answer", huge, token, "too large"],
  ["an answer to the sign-in", "{}", huge, "cannot be reached"],
])("%s of more than 4 MB is refused before it is parsed", async (_, answer, signIn, reason) => {
  const call = await open(answer, signIn);
  const parse = vi.spyOn(JSON, "parse");
  await expect(call(one)).rejects.toMatchObject({ kind: "unavailable", message: expect.stringContaining(reason) });
  expect(Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(4_000_000);
});
