import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDnsServer } from "../tests/dns-server.ts";
import { findUrlProblem } from "./check-url.ts";
import { NameResolver } from "./name-resolver.ts";

let dns: Awaited<ReturnType<typeof startDnsServer>>;
let resolver: NameResolver;
beforeAll(async () => {
  dns = await startDnsServer({
    "shop.example": { addresses: ["93.184.216.34", "2606:4700::1"] },
    "inside.example": { addresses: ["10.1.2.3"] },
    "mixed.example": { addresses: ["93.184.216.34", "fd00::1"] },
    "silent.example": "silent",
  });
  resolver = new NameResolver({ servers: dns.servers, deadlineMs: 200 });
});
afterAll(() => dns.close());

const findProblem = (url: string, allowLocalWebhooks = false) => findUrlProblem(url, { allowLocalWebhooks, resolver });

describe("findUrlProblem", () => {
  it.each(["https://shop.example/hook", "https://8.8.8.8/", "https://unknown.example/", "https://silent.example/"])(
    "allows %s: the name has public addresses or does not resolve yet",
    async (url) => expect(await findProblem(url)).toBeUndefined(),
  );

  it.each([
    "https://inside.example/",
    "https://mixed.example/",
    "https://localhost/",
    "https://127.1/",
    "https://[::ffff:8.8.8.8]/",
    "https://0x0a000001:8443/",
  ])("refuses %s with the reason", async (url) => {
    for (const allowLocalWebhooks of [false, true]) {
      expect(await findProblem(url, allowLocalWebhooks)).toBe(
        "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches",
      );
    }
  });

  it("allows http only for this machine, and only if the settings allow it", async () => {
    for (const url of ["http://127.0.0.1:3000/", "http://localhost:3000/", "http://[::1]/"]) {
      expect(await findProblem(url, true)).toBeUndefined();
      expect(await findProblem(url)).toBe("must begin with https://");
    }
    for (const url of ["http://8.8.8.8/", "http://10.0.0.1/", "http://unknown.invalid/"]) {
      expect(await findProblem(url, true)).toMatch("this machine alone");
    }
  });
});
