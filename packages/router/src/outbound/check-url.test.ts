import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDnsServer } from "../../tests/outbound/dns-server.ts";
import { checkUrl } from "./check-url.ts";
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

const check = (url: string, allowLocalWebhooks = false) =>
  checkUrl(url, "/parameters/webhookUrl", { allowLocalWebhooks, resolver });

/** What is said of a URL that is refused; undefined: it is taken. */
async function faultOf(url: string, allowLocalWebhooks = false): Promise<unknown> {
  return check(url, allowLocalWebhooks).then(
    () => undefined,
    (error) => error.members.errors,
  );
}

describe("a URL in a request", () => {
  it.each(["https://shop.example/hook", "https://8.8.8.8/", "https://unknown.example/", "https://silent.example/"])(
    "is taken as %s: it leads to public addresses, or nowhere yet",
    async (url) => expect(await faultOf(url)).toBeUndefined(),
  );

  it.each([
    "https://inside.example/",
    "https://mixed.example/",
    "https://localhost/",
    "https://127.1/",
    "https://[::ffff:8.8.8.8]/",
    "https://0x0a000001:8443/",
  ])("is refused as %s, with where it stands and what is wrong", async (url) => {
    for (const allowLocalWebhooks of [false, true]) {
      expect(await faultOf(url, allowLocalWebhooks)).toEqual([
        {
          pointer: "/parameters/webhookUrl",
          code: "InvalidValue",
          message:
            "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches",
        },
      ]);
    }
  });

  it("is http only for this machine, and only where that is allowed", async () => {
    for (const url of ["http://127.0.0.1:3000/", "http://localhost:3000/", "http://[::1]/"]) {
      expect(await faultOf(url, true)).toBeUndefined();
      expect(await faultOf(url)).toMatchObject([{ message: "must begin with https://" }]);
    }
    for (const url of ["http://8.8.8.8/", "http://10.0.0.1/", "http://unknown.invalid/"]) {
      expect(await faultOf(url, true)).toMatchObject([{ message: expect.stringContaining("this machine alone") }]);
    }
  });
});
