import fc from "fast-check";
import { segments } from "./nasty.ts";
import type { Operation, Parameter } from "./operations.ts";
import { anyText, known, valuesOf } from "./schema-values.ts";

/** URL encoding of any text. Invalid Unicode becomes bytes that are not UTF-8. The placeholders of ids stay. */
export function encoded(text: string): string {
  const safe = text
    .slice(0, 6_000)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\u0001");
  return encodeURIComponent(safe).replaceAll("%01", "%ED%A0%80").replaceAll("%40", "@");
}

const strangeIds = [
  "@otherRetailer@",
  "@otherStore@",
  "@nothing@",
  "@store@",
  "@retailer@",
  "@otherKey@",
  "@otherCustomization@",
];

/** The segment of a path parameter. */
function segmentOf(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 50, arbitrary: fc.constantFrom(...(known[name] ?? ["x"]).map(String)).map(encoded) },
    { weight: 2, arbitrary: fc.constantFrom(...strangeIds) },
    { weight: 2, arbitrary: fc.constantFrom(...segments) },
    { weight: 1, arbitrary: anyText.map(encoded) },
  );
}

function queryValueOf({ name, schema }: Parameter): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 16,
      arbitrary: valuesOf(schema, name).map((value) =>
        encoded(typeof value === "object" ? JSON.stringify(value) : String(value)),
      ),
    },
    { weight: 1, arbitrary: anyText.map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...segments) },
  );
}

const strangePairs = fc.oneof(
  fc.constantFrom(
    ...[
      "__proto__=1",
      "__proto__[x]=1",
      "constructor[prototype]=1",
      "page=1",
      "page[size]=1&page[size]=2",
      "page[__proto__]=1",
    ],
    ...[
      "body=1",
      "feed=1",
      "retailerId=@retailer@",
      "=",
      "&&",
      "a[b][c]=1",
      "dryRun=maybe",
      "dryRun=true&dryRun=true",
      "?",
      "%",
      "%ff=1",
    ],
    "x=1&".repeat(2_000),
  ),
  fc.tuple(anyText, anyText).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
);

/** Query strings of an operation with `?`, or nothing. */
export function queryOf(operation: Operation): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter(({ in: where }) => where === "query");
  const one = parameters.map((parameter) => queryValueOf(parameter).map((value) => `${parameter.name}=${value}`));
  const strange = { weight: 1, arbitrary: strangePairs };
  if (!one.length)
    return fc.oneof(
      { weight: 19, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: strangePairs.map((pair) => `?${pair}`) },
    );
  const pairs = fc.array(fc.oneof({ weight: 16, arbitrary: fc.oneof(...one) }, strange), {
    minLength: 1,
    maxLength: 3,
  });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: pairs.map((all) => `?${all.join("&")}`) },
  );
}

/** Changes of a whole path. */
const tricks: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "%2F").replace("%2F", "/"),
  (path) => `${path}/..`,
  (path) => `/../..${path}`,
  (path) => `/.${path}`,
  (path) => `${path}%00`,
  (path) => `${path}%`,
  (path) => `${path};v=1`,
  (path) => `${path}/x`,
  (path) => path.slice(0, -1) || "/",
  (path) => path.toUpperCase(),
  (path) => `/v1${path}`,
  (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/${"x".repeat(14_000)}`,
  (path) => `${path}${"/x".repeat(4_000)}`,
  (path) => path.replace("/", "\\"),
];
const trick = fc.oneof(
  { weight: 30, arbitrary: fc.constant((path: string) => path) },
  { weight: 1, arbitrary: fc.constantFrom(...tricks) },
);
/** Encoded paths of an operation. */
export function pathOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter(({ in: where }) => where === "path").map(({ name }) => name);
  const prefix = fc.constantFrom("", "/v1");
  return fc.tuple(prefix, trick, ...names.map(segmentOf)).map(([before, twist, ...values]) => {
    const filled = names.reduce((path, name, n) => path.replace(`{${name}}`, () => String(values[n])), operation.path);
    const path = twist(before + filled);
    return path.startsWith("/") ? path : `/${path}`;
  });
}
