import { afterEach, describe, expect, it } from "vitest";
import { startDnsServer } from "../tests/dns-server.ts";
import { NameResolver } from "./name-resolver.ts";

let dns: Awaited<ReturnType<typeof startDnsServer>> | undefined;
afterEach(async () => {
  dns?.release();
  await dns?.close();
  dns = undefined;
});

async function openResolver(zones: Parameters<typeof startDnsServer>[0], deadlineMs = 60_000) {
  const server = await startDnsServer(zones);
  dns = server;
  let at = 0;
  const resolver = new NameResolver({ servers: server.servers, now: () => at, deadlineMs });
  return {
    server,
    addressesOf: (name: string) => resolver.addressesOf(name),
    pass: (seconds: number) => {
      at += seconds * 1_000;
    },
  };
}

const address = (n: number) => `93.184.216.${n}`;

describe("a name's addresses", () => {
  it("are all that the DNS servers return, IPv4 first", async () => {
    const addresses = [address(1), address(2), "2606:4700::1"];
    const { addressesOf } = await openResolver({
      "shop.example": { addresses },
      "six.example": { addresses: ["2606:4700::2"] },
    });
    const found = await addressesOf("shop.example");
    expect(new Set(found)).toEqual(new Set(addresses));
    expect(found.at(-1)).toBe("2606:4700::1");
    expect(await addressesOf("six.example")).toEqual(["2606:4700::2"]);
  });

  it("are queried once for concurrent callers", async () => {
    const { server, addressesOf } = await openResolver({ "shop.example": { addresses: [address(1)] } });
    await Promise.all(Array.from({ length: 50 }, () => addressesOf("shop.example")));
    expect(server.asked).toEqual(["shop.example"]);
  });

  it.each([
    ["for their TTL", 60, 59, 60],
    ["for at least one second", 0, 0.9, 1],
    ["for at most five minutes", 86_400, 299, 300],
  ])("are kept %s", async (_, ttl, kept, gone) => {
    const { server, addressesOf, pass } = await openResolver({ "shop.example": { addresses: [address(1)], ttl } });
    await addressesOf("shop.example");
    server.zones["shop.example"] = { addresses: [address(2)], ttl };
    pass(kept);
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
    pass(gone - kept);
    expect(await addressesOf("shop.example")).toEqual([address(2)]);
  });

  it("are the IPv4 addresses if the servers fail for IPv6", async () => {
    const { addressesOf } = await openResolver({ "shop.example": { addresses: [address(1)], fails: "AAAA" } });
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
  });

  it.each(["localhost", "localhost.", "any.localhost"])(
    "are the loopback addresses for %s, without a DNS query",
    async (name) => {
      const { server, addressesOf } = await openResolver({ [name]: { addresses: [address(1)] } });
      expect(await addressesOf(name)).toEqual(["127.0.0.1", "::1"]);
      expect(server.asked).toEqual([]);
    },
  );
});

describe("a name without addresses", () => {
  it.each([
    ["that is unknown", "unknown" as const, "ENOTFOUND", "leads to no address"],
    ["that exists", { addresses: [] }, "ENOTFOUND", "leads to no address"],
    ["with failing servers", "failing" as const, "EAI_AGAIN", "could not be looked up (ESERVFAIL)"],
    ["with silent servers", "silent" as const, "EAI_AGAIN", "could not be looked up (no answer in time)"],
  ])("%s fails with its reason", async (_, zone, code, message) => {
    // Only silence ends with the deadline.
    const { addressesOf } = await openResolver({ "shop.example": zone }, zone === "silent" ? 50 : 60_000);
    const failure = await addressesOf("shop.example").catch((error: Error) => error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("is queried again after five seconds", async () => {
    const { server, addressesOf, pass } = await openResolver({});
    await expect(addressesOf("shop.example")).rejects.toThrow();
    server.zones["shop.example"] = { addresses: [address(1)] };
    pass(4.9);
    await expect(addressesOf("shop.example")).rejects.toThrow();
    expect(server.asked).toEqual(["shop.example"]);
    pass(0.1);
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
  });

  it("does not delay others: one name resolves while a hundred wait", async () => {
    const silent = Array.from({ length: 100 }, (_, n) => `silent-${n}.example`);
    const { server, addressesOf } = await openResolver(
      { "shop.example": { addresses: [address(1)] }, ...Object.fromEntries(silent.map((name) => [name, "silent"])) },
      60_000,
    );
    let ended = 0;
    const waiting = silent.map((name) =>
      addressesOf(name).catch(() => {
        ended++;
      }),
    );
    await expect.poll(() => new Set(server.asked).size).toBe(100);
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
    expect(ended).toBe(0);
    server.release();
    await Promise.all(waiting);
    expect(ended).toBe(100);
  });
});
