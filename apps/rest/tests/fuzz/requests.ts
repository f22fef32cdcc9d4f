import fc from "fast-check";
import { feedBody } from "./feeds.ts";
import { oddHeaders } from "./headers.ts";
import { type Body, jsonBody } from "./json-bodies.ts";
import { type Operation, operations } from "./operations.ts";
import { known } from "./schema-values.ts";
import { encoded, pathOf, queryOf } from "./urls.ts";

/** A request with placeholders such as `@store@` instead of ids. */
export interface FuzzRequest {
  operation: Operation;
  method: string;
  /** Encoded path and query. */
  url: string;
  headers: Record<string, string>;
  body: Body | undefined;
  /** `chunked`: two pieces without `Content-Length`; `slow`: many pieces, with a pause before each. */
  pace: "whole" | "chunked" | "slow";
  /** Number of concurrent copies of the request. */
  copies: number;
}

const oddMethods = fc.constantFrom(
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
);

function bodyOf({ body, examples }: Operation): fc.Arbitrary<Body | undefined> {
  const none = fc.constant(undefined);
  if (body === undefined) return fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: jsonBody({}, []) });
  const given = body === "feed" ? feedBody : jsonBody(body, examples);
  return fc.oneof({ weight: 30, arbitrary: given }, { weight: 1, arbitrary: none });
}

const pace = fc.oneof(
  { weight: 150, arbitrary: fc.constant("whole" as const) },
  { weight: 10, arbitrary: fc.constant("chunked" as const) },
  { weight: 1, arbitrary: fc.constant("slow" as const) },
);
const copies = fc.oneof({ weight: 99, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(10) });

function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const method = fc.oneof(
    { weight: 40, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: oddMethods },
  );
  return fc
    .tuple(method, pathOf(operation), queryOf(operation), oddHeaders(operation), bodyOf(operation), pace, copies)
    .map(([chosen, path, query, headers, body, ...how]) => ({
      operation,
      method: chosen,
      url: path + query,
      headers,
      // The client cannot send a body with these methods.
      body: chosen === "HEAD" || chosen === "TRACE" ? undefined : body,
      ...{ pace: how[0], copies: how[1] },
    }));
}

/** Valid and broken requests of every operation of the document, all operations equally often. */
export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...operations.map(requestOf));

/** A usual request of the operation without a write. Slow requests are compared with it. */
export function plainRequest(operation: Operation): FuzzRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(known[name]?.[0] ?? "x")));
  const [example] = operation.examples;
  const text = typeof example === "string" ? example : JSON.stringify(example);
  const isRead = operation.method === "GET";
  return {
    operation,
    method: operation.method,
    url: `/v1${path}${isRead ? "" : "?dryRun=true"}`,
    headers: {
      authorization: `Bearer @${operation.opener}@`,
      ...(text !== undefined && { "content-type": "application/json" }),
    },
    body: text === undefined ? undefined : { text, encoding: "utf8" },
    ...{ pace: "whole", copies: 1 },
  };
}
