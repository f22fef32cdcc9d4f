import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { NameResolver } from "@highstreet/outbound";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FeedFetcher, sentenceOf } from "../src/feed-fetcher.ts";
import { type Answer, file, STOCK, startFeedServer } from "./feed-server.ts";

let server: Awaited<ReturnType<typeof startFeedServer>>;
beforeEach(async () => {
  server = await startFeedServer();
});
afterEach(() => server.close());

const local = { allowLocalWebhooks: true };
const noAnswer = "The server of the address could not be reached, or gave no answer.";
const newFetcher = (deadlines = {}) => new FeedFetcher(local, deadlines);

/** Fetches and reads to the end. */
async function get(fetcher: FeedFetcher, request: Partial<Parameters<FeedFetcher["fetch"]>[0]> = {}) {
  const fetched = await fetcher.fetch({ url: server.url, authorization: null, known: null, ...request });
  if (fetched === "unchanged") return { text: null, validators: null };
  try {
    const bytes = Buffer.concat(await Array.fromAsync(fetched.bytes));
    return { bytes, text: bytes.toString(), validators: fetched.validators };
  } finally {
    await fetched.close();
  }
}

describe("a file", () => {
  test("is fetched with its headers, and its version is the ETag or the date", async () => {
    const date = "Sat, 21 Nov 2026 07:00:00 GMT";
    const versions = [
      { etag: 'W/"v1"', lastModified: null },
      { etag: null, lastModified: date },
    ];
    for (const { etag, lastModified } of versions) {
      server.answerWith(file(STOCK, etag === null ? { "last-modified": date } : { etag }));
      const first = await get(newFetcher(), { authorization: "Basic dTpw" });
      expect(first).toMatchObject({ text: STOCK, validators: { etag, lastModified } });
      expect(server.asked.at(-1)).toMatchObject({ authorization: "Basic dTpw", "accept-encoding": "gzip" });
      expect(await get(newFetcher(), { known: { etag, lastModified } })).toMatchObject({ text: null });
      expect(server.asked.at(-1)).not.toHaveProperty("authorization");
    }
  });

  test("that is packed with gzip is passed on as it is", async () => {
    server.answerWith(file(gzipSync(STOCK), { "content-encoding": "gzip" }));
    const { bytes } = await get(newFetcher());
    expect(bytes).toEqual(gzipSync(STOCK));
  });

  test.each([
    [204, {}, "The address answered 204 in place of the file."],
    [206, {}, "The address answered 206 in place of the file."],
    [300, { location: "/other.csv?token=s3cret" }, "The address answered 300 in place of the file."],
    [302, {}, "The address answered 302 in place of the file."],
    [302, { location: "https://s3cret:a/" }, "The address answered 302: it redirects to an address that is not valid."],
    [
      302,
      { location: "https://127.0.0.1:22/" },
      "The address answered 302: it redirects to a port that is not for web",
    ],
    [304, {}, "The address answered 304 in place of the file."],
    [401, {}, "The address answered 401: it does not accept the authorization, or wants one."],
    [404, {}, "The address answered 404 in place of the file."],
    [500, {}, "The address answered 500 in place of the file."],
    [200, { "content-encoding": "br" }, "The address sent the file packed as br, which was not asked for."],
  ])("is not what a %i with %j brings, and its connection ends", async (status, headers, why) => {
    server.answerWith((_, response) =>
      response.writeHead(status, headers).end(status === 204 || status === 304 ? "" : STOCK),
    );
    const failure = await get(newFetcher()).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "Error", message: expect.stringContaining(why) });
    expect(String(failure)).not.toContain("s3cret");
    expect(server.asked).toHaveLength(1);
    await expect.poll(server.connections).toBe(0);
  });
});

/** Answers with one redirect after another. The file comes after the last of them. */
function redirecting(locations: string[], status = 302): Answer {
  const left = [...locations];
  return (request, response) => {
    const location = left.shift();
    if (location === undefined) file(STOCK)(request, response);
    else response.writeHead(status, { location }).end("moved");
  };
}

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])("with %i leads to the file, at once and up to five times", async (status) => {
    server.answerWith(redirecting(["/a", "b?c", "?d", `//${new URL(server.url).host}/e`, server.url], status));
    expect(await get(newFetcher())).toMatchObject({ text: STOCK, validators: { etag: `"${STOCK.length}"` } });
    expect(server.asked).toHaveLength(6);
    await expect.poll(server.connections).toBe(0);
  });

  test("keeps the conditional headers, so a known file is not sent again", async () => {
    const known = { etag: `"${STOCK.length}"`, lastModified: null };
    server.answerWith(redirecting(["/stock.csv"]));
    expect(await get(newFetcher(), { known })).toMatchObject({ text: null });
    expect(server.asked.map((headers) => headers["if-none-match"])).toEqual([known.etag, known.etag]);
  });

  test("sends the authorization to its own origin alone, and not again after another one", async () => {
    const other = await startFeedServer();
    const authorization = "Basic dTpw";
    server.answerWith(redirecting(["/moved.csv", other.url]));
    other.answerWith(redirecting([server.url]));
    expect(await get(newFetcher(), { authorization })).toMatchObject({ text: STOCK });
    expect(server.asked.map((headers) => headers.authorization)).toEqual([authorization, authorization, undefined]);
    expect(other.asked.map((headers) => headers.authorization)).toEqual([undefined]);
    other.answerWith((_, response) => response.writeHead(401).end());
    server.answerWith(redirecting([`http://u:s3cret@${new URL(other.url).host}/?token=s3cret`]));
    const failure = await get(newFetcher(), { authorization }).catch((error: Error) => error);
    expect(String(failure)).toBe(
      `Error: The address redirects to ${new URL(other.url).origin}. The address answered 401: it does not accept the authorization, or wants one.`,
    );
    expect(other.asked.at(-1)).not.toHaveProperty("authorization");
    await other.close();
  });

  test.each([
    ["a sixth one", (url: string) => redirecting(Array.from({ length: 6 }, (_, n) => `${url}?${n}`))],
    [
      "a circle",
      (url: string): Answer =>
        (_, response) =>
          response.writeHead(307, { location: url }).end(),
    ],
  ])("that is %s ends the fetch", async (_, answer) => {
    server.answerWith(answer(server.url));
    await expect(get(newFetcher())).rejects.toThrow(
      "The address redirects more than 5 times, perhaps in a circle. Connect the address of the file itself.",
    );
    expect(server.asked).toHaveLength(6);
    await expect.poll(server.connections).toBe(0);
  });

  test.each([
    ["https://127.0.0.1/", "127.0.0.1 is an address that may not be called"],
    ["https://[::ffff:a00:1]/", "::ffff:a00:1 is an address that may not be called"],
    ["http://93.184.216.34/", "93.184.216.34 is an address that may not be called"],
    ["https://inside.example/", "inside.example leads to an address that may not be called"],
    ["ftp://shop.example/stock.csv", "only https may be called"],
    ["data:text/csv,1", "only https may be called"],
  ])("to %s is not followed", async (location, why) => {
    const resolver = new NameResolver();
    resolver.addressesOf = async () => ["93.184.216.34", "10.0.0.1"];
    server.answerWith(redirecting([location]));
    await expect(get(new FeedFetcher({ ...local, resolver }))).rejects.toThrow(why);
  });

  test("to http is not followed, also to a public address", async () => {
    const settings = { ...local };
    server.answerWith((_, response) => {
      // From here on, the settings are those of a production.
      settings.allowLocalWebhooks = false;
      response.writeHead(302, { location: "http://shop.example/stock.csv" }).end();
    });
    await expect(get(new FeedFetcher(settings))).rejects.toThrow(
      "The address redirects to http://shop.example. The address may not be fetched: only https may be called.",
    );
  });

  test("counts in the time of the whole file", async () => {
    server.answerWith((request, response) => {
      if (request.url === "/stock.csv") response.writeHead(302, { location: "/slow.csv" }).end();
    });
    await expect(get(newFetcher({ wholeMs: 200 }))).rejects.toThrow("The whole file did not come within 0.2 seconds.");
    expect(server.asked).toHaveLength(2);
    await expect.poll(server.connections).toBe(0);
  });
});

describe("the fetch ends with every kind of server", () => {
  test("when the server never answers, or stops in the middle of the file", async () => {
    const fetcher = newFetcher({ silenceMs: 100 });
    server.answerWith(() => undefined);
    await expect(get(fetcher)).rejects.toThrow(noAnswer);
    server.answerWith((_, response) => response.writeHead(200).write(STOCK));
    await expect(get(fetcher)).rejects.toThrow("The file stopped coming before its end.");
    await expect.poll(server.connections).toBe(0);
  });

  test("when the server sends single bytes without an end", async () => {
    server.answerWith((_, response) => {
      const drip = setInterval(() => response.write("1"), 5);
      response.on("close", () => clearInterval(drip));
    });
    await expect(get(newFetcher({ wholeMs: 200 }))).rejects.toThrow("The whole file did not come within 0.2 seconds.");
    await expect.poll(server.connections).toBe(0);
  });

  test("when the server sends less than 10 kB a second, with the correction in the error", async () => {
    server.answerWith((_, response) => {
      const drip = setInterval(() => response.write("1"), 1);
      response.on("close", () => clearInterval(drip));
    });
    await expect(get(newFetcher({ secondMs: 5 }))).rejects.toThrow(
      "The file arrived at less than 10 kB a second. Serve the file faster, compress it with gzip, or upload it with the upload key.",
    );
    await expect.poll(server.connections).toBe(0);
  });

  test("when the server cuts the connection, before or in the file", async () => {
    server.answerWith((request) => request.destroy());
    await expect(get(newFetcher())).rejects.toThrow(noAnswer);
    server.answerWith((request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write(STOCK, () => request.destroy());
    });
    await expect(get(newFetcher())).rejects.toThrow("The server of the address cut the connection off.");
  });

  test("when the reader of the file stops", async () => {
    server.answerWith((_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", pour);
      pour();
    });
    const fetched = await newFetcher().fetch({ url: server.url, authorization: null, known: null });
    if (fetched === "unchanged") throw new Error("nothing was known");
    for await (const _ of fetched.bytes) break;
    await fetched.close();
    await expect.poll(server.connections).toBe(0);
  });

  test("when the worker ends, which is no failure", async () => {
    const fetcher = newFetcher();
    server.answerWith((_, response) => response.writeHead(200).write(STOCK));
    const getting = get(fetcher).catch((error: Error) => error);
    await expect.poll(() => server.asked.length).toBe(1);
    fetcher.close();
    expect(await getting).toMatchObject({ message: "the worker ends" });
  });
});

describe("an address", () => {
  test("of this machine or network gets no connection, in any spelling or by any name", async () => {
    let connections = 0;
    const tcp = createTcpServer((socket) => {
      connections++;
      socket.destroy();
    });
    await once(tcp.listen(0, "127.0.0.1"), "listening");
    const { port } = tcp.address() as AddressInfo;
    const strict = new FeedFetcher({ allowLocalWebhooks: false });
    for (const host of [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f000001",
      "[::ffff:127.0.0.1]",
      "0.0.0.0",
      "10.0.0.1",
    ]) {
      for (const scheme of ["http", "https"]) {
        const failed = strict.fetch({ url: `${scheme}://${host}:${port}/`, authorization: null, known: null });
        await expect(failed, host).rejects.toThrow(/may (not )?be (called|fetched)/);
      }
    }
    expect(connections).toBe(0);
    await new Promise((resolve) => tcp.close(resolve));
  });

  test("gets no connection if one address of its name is in this network", async () => {
    const resolver = new NameResolver();
    resolver.addressesOf = async () => ["93.184.216.34", "10.0.0.1"];
    const strict = new FeedFetcher({ allowLocalWebhooks: false, resolver });
    await expect(get(strict, { url: "https://shop.example/stock.csv" })).rejects.toThrow(
      "The address could not be fetched (shop.example leads to an address that may not be called).",
    );
  });

  test("has the same error whether a port is closed or open for another protocol", async () => {
    for (const greeting of ["SSH-2.0-OpenSSH_9.9\r\n", "220 mail ESMTP\r\n", "", undefined]) {
      const sockets: Socket[] = [];
      const other = createTcpServer((socket) => {
        sockets.push(socket.on("error", () => undefined));
        if (greeting !== undefined) socket.end(greeting);
      });
      await once(other.listen(0, "127.0.0.1"), "listening");
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
      await expect(get(newFetcher({ silenceMs: 200 }), { url })).rejects.toThrow(noAnswer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => other.close(resolve));
      await expect(get(newFetcher(), { url })).rejects.toThrow(noAnswer);
    }
  });

  test("without a server, or with an unknown name, has an error that says so", async () => {
    const tcp = createTcpServer();
    await once(tcp.listen(0, "127.0.0.1"), "listening");
    const { port } = tcp.address() as AddressInfo;
    await new Promise((resolve) => tcp.close(resolve));
    const url = `http://127.0.0.1:${port}/`;
    await expect(get(newFetcher(), { url })).rejects.toThrow(noAnswer);
    await expect(get(newFetcher(), { url: "https://nobody.invalid/" })).rejects.toThrow(/^The name of the address/);
  });

  test("with a certificate that is refused, on another port than that of the web, has no word about it", () => {
    const error = Object.assign(new Error("refused"), { code: "CERT_HAS_EXPIRED" });
    expect(sentenceOf(error, 1_000, new URL("https://shop.example:8443/"))).toBe(noAnswer);
  });

  test.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])(
    "with a certificate that is refused with %s has an error that says so",
    (code) => {
      const sentence = sentenceOf(
        Object.assign(new Error("refused"), { code }),
        1_000,
        new URL("https://shop.example/"),
      );
      expect(sentence).toBe(`The certificate of the address is not accepted (${code}).`);
    },
  );
});
