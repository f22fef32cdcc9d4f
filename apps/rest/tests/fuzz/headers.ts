import fc from "fast-check";
import type { Operation } from "./operations.ts";

const header = (name: string, often: number, ...values: string[]): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: often, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...values).map((value) => ({ [name]: value })) },
  );

const latin = "\u00e9\u00ff";
const long = "x".repeat(8_000);

const strangers = [
  ...["", "Bearer", "Bearer ", "Basic YTpi", "bearer @secret@", "Bearer @secret@x", "Bearer  @secret@ ", "@secret@"],
  ...[
    "hs__",
    `hs_${"0".repeat(36)}_${"0".repeat(64)}`,
    "hs_@ownKey@_",
    `hs_@ownKey@_${"0".repeat(64)}`,
    "hsu__",
    latin,
    long,
  ].map((token) => `Bearer ${token}`),
  ...["Bearer @secret@", "Bearer @uploadKey@", "Bearer @uploadKey@0"],
];

const authorization = ({ opener }: Operation): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 60, arbitrary: fc.constant({ authorization: `Bearer @${opener}@` }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>({}, ...strangers.map((value) => ({ authorization: value }))),
    },
  );

const types = [
  ...[
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "nonsense",
    "",
  ],
  ...[
    "application/json;",
    "application/json; charset",
    "application/json, text/csv",
    `application/json; ${"a=b;".repeat(1_000)}`,
  ],
  ...[
    "application/vnd.api+json",
    "APPLICATION/JSON;CHARSET=UTF-8",
    `application/${"a.".repeat(3_000)}json`,
    "/",
    latin,
  ],
];

function contentType({ body }: Operation): fc.Arbitrary<Record<string, string>> {
  const usual = body === "feed" ? "text/csv" : "application/json";
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant({ "content-type": usual }) },
    { weight: 1, arbitrary: fc.constantFrom(...types).map((type) => ({ "content-type": type })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

const tags = [
  '"1"',
  '"0"',
  "*",
  'W/"1"',
  '"1", "2"',
  '"1.abc"',
  "1",
  '"',
  "",
  `"${long}"`,
  '"1",'.repeat(1_500),
  `"${latin}"`,
  '"99999999999999999999"',
];

/** Valid headers, with a wrong one here and there. */
export function oddHeaders(operation: Operation): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(
      authorization(operation),
      contentType(operation),
      header("idempotency-key", 5, "a", "b", "", " ", "x".repeat(255), "x".repeat(256), latin, "__proto__", ","),
      header("if-match", 12, ...tags),
      header("if-none-match", 12, ...tags),
      header("x-request-id", 12, "mine", "", "a b", "x".repeat(128), "x".repeat(129), latin, "__proto__"),
      header("content-encoding", 60, "gzip", "identity", "br", "nonsense", ""),
      header("accept", 30, "text/html", "*/*;q=0", "nonsense", long),
      header("origin", 30, "https://evil.example", "null", "http://localhost:3000", latin),
      header("access-control-request-method", 60, "DELETE", "nonsense"),
      header("range", 60, "bytes=0-1", "bytes=-1"),
      header("x-http-method-override", 60, "DELETE"),
      header("x-forwarded-host", 60, "evil.example"),
      header("cookie", 60, "a=b; __proto__=1", long),
      header("accept-version", 60, "2.x", "*", latin),
    )
    .map((all) => Object.assign({}, ...all));
}
