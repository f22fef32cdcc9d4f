import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHighstreet, HighstreetError } from "../src/index.ts";

let answer: (response: ServerResponse) => void = (response) => response.end();
const server = createServer((request, response) => request.resume().on("end", () => answer(response)));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const client = () =>
  createHighstreet({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: "hs_test",
    retries: 1,
    wait: async () => undefined,
  });

const path = { retailerId: "r", storeId: "s" };
const put = () =>
  client().PUT("/retailers/{retailerId}/stores/{storeId}/inventory/stock", { params: { path }, body: "EAN\n1\n" });

const problem = { "content-type": "application/problem+json" };
const html = { "content-type": "text/html" };
const page = "<html>Bad Gateway</html>";

describe("an answer that is not from the API becomes a problem", () => {
  const cases: [name: string, status: number, code: string, says: string, answer: typeof answer][] = [
    [
      "empty, with a length",
      502,
      "Unavailable",
      "502 Bad Gateway, no content type",
      (response) => response.writeHead(502, { "content-length": 0 }).end(),
    ],
    [
      "empty, without a length",
      503,
      "Unavailable",
      "503 Service Unavailable, no content type",
      (response) => response.writeHead(503, { "transfer-encoding": "chunked" }).end(),
    ],
    ["a page", 502, "Unavailable", "502 Bad Gateway, text/html", (response) => response.writeHead(502, html).end(page)],
    [
      "another service's JSON",
      500,
      "Unavailable",
      "application/json",
      (response) => response.writeHead(500, { "content-type": "application/json" }).end('{"message":"no upstream"}'),
    ],
    [
      "a conflict that is not JSON",
      409,
      "Unavailable",
      "409 Conflict, text/html",
      (response) => response.writeHead(409, html).end(page),
    ],
    [
      "a problem that is not JSON",
      409,
      "Unavailable",
      "application/problem+json",
      (response) => response.writeHead(409, problem).end("{"),
    ],
    [
      "a problem without a code",
      403,
      "Unavailable",
      "403 Forbidden",
      (response) => response.writeHead(403, problem).end('{"title":"Forbidden"}'),
    ],
    [
      "a problem that was cut off",
      500,
      "Unavailable",
      "500 Internal Server Error",
      (response) => {
        response.writeHead(500, { ...problem, "content-length": 100 });
        response.write('{"code":', () => response.destroy());
      },
    ],
    [
      "a limit of the gateway's",
      413,
      "PayloadTooLarge",
      "413 Payload Too Large",
      (response) => response.writeHead(413, html).end(page),
    ],
    [
      "the page of another site",
      404,
      "RouteNotFound",
      "404 Not Found",
      (response) => response.writeHead(404, html).end(page),
    ],
    ["a redirect to nowhere", 300, "Unavailable", "300 Multiple Choices", (response) => response.writeHead(300).end()],
    ["a status that there is not", 502, "Unavailable", "999 ", (response) => response.writeHead(999).end()],
  ];

  test.each(cases)("%s", async (_, status, code, says, given) => {
    answer = given;
    const { data, error, response } = await put();
    expect([data, response.status, error]).toEqual([
      undefined,
      status,
      {
        type: "about:blank",
        title: expect.any(String),
        status,
        code,
        detail: expect.stringContaining(says),
        instance: "/v1/retailers/r/stores/s/inventory/stock",
        requestId: "",
      },
    ]);
  });

  test("the problem keeps the other headers, such as Retry-After", async () => {
    answer = (response) => response.writeHead(429, { ...html, "retry-after": "3600", "x-request-id": "abc" }).end(page);
    const { error, response } = await put();
    expect([error?.code, error?.requestId, response.headers.get("retry-after")]).toEqual([
      "RateLimited",
      "abc",
      "3600",
    ]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("reading pages throws the problem", async () => {
    const answers: [typeof answer, object][] = [
      [(response) => response.writeHead(502, { "content-length": 0 }).end(), { code: "Unavailable", status: 502 }],
      [(response) => response.writeHead(502, html).end(page), { code: "Unavailable", status: 502 }],
      [(response) => response.writeHead(200, { "content-length": 0 }).end(), { code: "Unavailable", status: 200 }],
      [(response) => response.writeHead(200).end('{"hello":"world"}'), { code: "Unavailable", status: 200 }],
    ];
    for (const [given, thrown] of answers) {
      answer = given;
      const error = await client()
        .pages("/retailers")
        .next()
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(HighstreetError);
      expect(error).toMatchObject({ problem: thrown });
    }
  });
});

describe("unchanged stays", () => {
  test("a problem of the API's", async () => {
    const apiProblem = { type: "https://a/docs/errors#x", code: "PreconditionFailed", detail: "read it again" };
    answer = (response) =>
      response
        .writeHead(412, { "content-type": "application/problem+json; charset=utf-8" })
        .end(JSON.stringify(apiProblem));
    expect((await put()).error).toEqual(apiProblem);
  });

  test("304, which has neither data nor error", async () => {
    answer = (response) => response.writeHead(304, { etag: '"1"' }).end();
    const { data, error, response } = await client().GET("/retailers/{retailerId}", { params: { path } });
    expect([data, error || undefined, response.status]).toEqual([undefined, undefined, 304]);
  });
});
