import { afterEach, describe, expect, it } from "vitest";
import { startDnsServer } from "../../tests/outbound/dns-server.ts";
import { NameResolver } from "./name-resolver.ts";

let dns: Awaited<ReturnType<typeof startDnsServer>> | undefined;
afterEach(async () => {
  dns?.release();
  await dns?.close();
  dns = undefined;
});

async function openResolver(zones: Parameters<typeof startDnsServer>[0], deadlineMs?: number) {
  const server = await startDnsServer(zones);
  dns = server;
  let at = 0;
  const resolver = new NameResolver({ servers: server.servers, now: () => at, ...(deadlineMs && { deadlineMs }) });
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
  it("are all that its servers say, IPv4 first", async () => {
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

  it("are asked for once by all who want them at the same time", async () => {
    const { server, addressesOf } = await openResolver({ "shop.example": { addresses: [address(1)] } });
    await Promise.all(Array.from({ length: 50 }, () => addressesOf("shop.example")));
    expect(server.asked).toEqual(["shop.example"]);
  });

  it.each([
    ["as long as they say", 60, 59, 60],
    ["for a second at least", 0, 0.9, 1],
    ["for five minutes at most", 86_400, 299, 300],
  ])("are kept %s", async (_, ttl, kept, gone) => {
    const { server, addressesOf, pass } = await openResolver({ "shop.example": { addresses: [address(1)], ttl } });
    await addressesOf("shop.example");
    server.zones["shop.example"] = { addresses: [address(2)], ttl };
    pass(kept);
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
    pass(gone - kept);
    expect(await addressesOf("shop.example")).toEqual([address(2)]);
  });

  it("are those of one kind, where the servers fail for the other", async () => {
    const { addressesOf } = await openResolver({ "shop.example": { addresses: [address(1)], fails: "AAAA" } });
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
  });

  it.each(["localhost", "localhost.", "any.localhost"])(
    "are this machine's for %s, whatever servers say",
    async (name) => {
      const { server, addressesOf } = await openResolver({ [name]: { addresses: [address(1)] } });
      expect(await addressesOf(name)).toEqual(["127.0.0.1", "::1"]);
      expect(server.asked).toEqual([]);
    },
  );
});

describe("a name without addresses", () => {
  it.each([
    ["that nobody knows", "unknown" as const, "ENOTFOUND", "leads to no address"],
    ["that has none", { addresses: [] }, "ENOTFOUND", "leads to no address"],
    ["whose servers fail", "failing" as const, "EAI_AGAIN", "could not be looked up (ESERVFAIL)"],
    ["whose servers are silent", "silent" as const, "EAI_AGAIN", "could not be looked up (no answer in time)"],
  ])("%s is told as such, within the deadline", async (_, zone, code, message) => {
    const { addressesOf } = await openResolver({ "shop.example": zone }, 50);
    const failure = await addressesOf("shop.example").catch((error: Error) => error);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("is asked for anew after five seconds", async () => {
    const { server, addressesOf, pass } = await openResolver({});
    await expect(addressesOf("shop.example")).rejects.toThrow();
    server.zones["shop.example"] = { addresses: [address(1)] };
    pass(4.9);
    await expect(addressesOf("shop.example")).rejects.toThrow();
    expect(server.asked).toEqual(["shop.example"]);
    pass(0.1);
    expect(await addressesOf("shop.example")).toEqual([address(1)]);
  });

  it("holds up no other: one is found while a hundred wait", async () => {
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
