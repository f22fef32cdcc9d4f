import fc from "fast-check";
import type { JsonSchema } from "../../src/openapi/json-schema.ts";
import { longStrings, shortStrings } from "./nasty.ts";
import { components } from "./operations.ts";

/**
 * Values that reach real records, for members with these names. `@store@` and the like are replaced before sending (world.ts).
 */
export const known: Readonly<Record<string, readonly unknown[]>> = {
  barcode: ["5000000000017", "05000000000024", "5000000000031", "mug", "mug/1", "MUG", "new-1", "new-2", "０"],
  storeId: ["@store@", "@store@", "@store_UPPER@", "@secondStore@", "@otherStore@", "@nothing@"],
  storeIds: [["@store@"], ["@store_UPPER@", "@secondStore@"], ["@otherStore@"], ["@nothing@"], null],
  retailerIds: [["@retailer@"], ["@retailer@", "@emptyRetailer@"], ["@otherRetailer@"], ["@nothing@"]],
  externalId: ["shop-1", "store-1", null],
  country: ["GB", "FR", "US", "AQ"],
  currency: ["GBP", "EUR", "JPY", null],
  timezone: ["Europe/London", "America/New_York", null],
  channels: [null, [], ["search"], ["webhooks"], ["local-ads", "webhook"], ["search", "search"], ["nope"]],
  webhookUrl: [
    "https://93.184.216.34/hook",
    "https://[2606:2800:220:1::1]/",
    "https://0x5d.0270.55330/",
    "https://[::ffff:93.184.216.34]:8443/#part",
    "https://93.184.216.34.:65535/?q=%00",
    "https://shop.invalid./hook",
    "https://büro.invalid/",
    "https://xn--nope-.invalid/",
    "https://user:word@93.184.216.34/",
    "https://2130706433/",
    "https://[::7f00:1]/",
    "http://127.0.0.1:80/",
    "https://localhost/",
    "https://93.184.216.34:0/",
    "https://93.184.216.34:65536/",
    "https:\\\\93.184.216.34\\",
    " https://93.184.216.34/ ",
  ],
  secret: ["abcdefghijkl123"],
  provider: ["csv-upload", "http-pull", "connection", "api"],
  url: ["https://93.184.216.34/stock.csv"],
  fileName: ["stock.csv", "products.csv", "PRODUCTS", "a b.csv", "stock/1.xlsx"],
  locationId: ["4000", "1234567890"],
  contactEmail: ["olivia@shop.example", null],
  image: [["https://shop.example/a.jpg"], null],
  for: [{ search: { title: "A lamp for Google" } }, { search: null }, null],
  title: ["Mug", "Mug &amp; <b>cup</b>", null],
  description: ["<p>A <b>mug</b><script>x</script></p>", "<p", null],
  brand: ["Acme", null],
  hidden: [true, false, null],
  scopes: [["inventory:read"], ["inventory:read", "channels:write"]],
  expiresAt: ["2036-01-01T00:00:00Z", null],
  updatedSince: ["2026-01-01T00:00:00Z", "2026-03-02T10:00:00+01:00"],
  since: ["2026-01-01T00:00:00Z"],
  channel: ["search", "webhook", "local-ads", "local_ads"],
  q: ["500", "mug", "0500", "mug cup", "%"],
  type: ["search", "webhooks", "local-ads", "local_ads", "webhook"],
  widgetToken: ["@widget@", "@widget@", "nobody"],
  sequence: ["@delivery@", "@delivery@", "1"],
  actor: ["@key@", "@ownKey@"],
  "page[after]": ["@storeCursor@", "@itemCursor@", "@historyCursor@", "@deliveryCursor@", "1", "2"],
  after: ["1"],
  retailerId: [...Array<string>(9).fill("@retailer@"), "@retailer_UPPER@", "@emptyRetailer@", "@testRetailer@"],
  customizationId: ["@customization@", "@storeCustomization@", "@customization_UPPER@"],
  ingestId: ["@ingest@", "@heldIngest@", "@productIngest@", "@heldIngest_UPPER@"],
  ruleId: ["@rule@", "@rule_UPPER@"],
  fileId: ["@stockFile@", "@stockFile_UPPER@"],
  entryId: ["@entry@", "@createdEntry@"],
  parameters: [{ enhancedProductData: true }, { enhancedProductData: false }],
  operationId: ["@operation@", "@operation_UPPER@"],
  connector: ["shopify", "square", "woocommerce", "abacus"],
  endpointId: ["@endpoint@", "@partnerEndpoint@", "@endpoint_UPPER@"],
  keyId: ["@key@", "@key_UPPER@"],
};

/** Characters that a URL must escape or that PostgreSQL cannot store. */
const strangers = ["\0", "\ud800", "\udfff", "\n", "\t", "\u0001", " ", "é", "\u202e", "\\"];

/** A URL with one of these characters at any position. */
const strangeUrl = fc
  .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.nat(), fc.constantFrom(...strangers))
  .map(([url, at, stranger]) => {
    const place = at % (url.length + 1);
    return url.slice(0, place) + stranger + url.slice(place);
  });
export const anyUrl = fc.oneof({ weight: 3, arbitrary: fc.webUrl() }, { weight: 1, arbitrary: strangeUrl });

/** Text, sometimes of an unexpected kind. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 4, arbitrary: fc.constantFrom(...shortStrings) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom(...longStrings) },
);

const byFormat: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uri: anyUrl,
};

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<unknown> {
  if (format !== undefined && byFormat[format]) return byFormat[format];
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const units = fc.constantFrom("grapheme", "grapheme-ascii");
  const short = units.chain((unit) =>
    fc.string({ unit: unit as "grapheme", minLength, maxLength: Math.min(maxLength, 12) }),
  );
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: fc.constant("x".repeat(maxLength)) });
}

function numberOf({ minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: Math.ceil(Number(minimum)), max: Math.floor(Number(maximum)) }),
    fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true }),
  );
}

/** A line of a till. The document allows any object, because wrong lines are rejected one by one. */
const line = fc.record(
  {
    barcode: fc.oneof(fc.constantFrom(...(known.barcode ?? [])), anyText),
    price: fc.oneof(fc.constantFrom(1, 2.5, "3.99", 0, -1, "1,50", 1e12, null), fc.double(), anyText),
    quantity: fc.oneof(fc.constantFrom(0, 2, 3, 50, -1, "7", 1e15, 0.0001, null), fc.double(), anyText),
    currency: fc.constantFrom("GBP", "EUR", "gbp", "", "XXXX", null, 7),
    condition: fc.constantFrom("new", "used", "Refurbished", "broken", null),
    EAN: anyText,
    note: anyText,
  },
  { requiredKeys: [] },
);

function objectOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {});
  if (!members.length) return line;
  const model = Object.fromEntries(members.map(([name, part]) => [name, valuesOf(part as JsonSchema, name)]));
  const { required = [] } = schema;
  const any = fc.record(model, { requiredKeys: required });
  // Few members, because the effect of one member shows best without many others.
  const few = fc
    .tuple(fc.record(model), fc.subarray(Object.keys(model), { minLength: 1, maxLength: Math.min(2, members.length) }))
    .map(([whole, chosen]) => Object.fromEntries([...required, ...chosen].map((name) => [name, whole[name]])));
  return fc.oneof(any, few);
}

function parts(schemas: readonly unknown[], name: string): fc.Arbitrary<unknown> {
  return fc.oneof(...schemas.map((schema) => valuesOf(schema as JsonSchema, name)));
}

/** Mostly a few entries. Sometimes as many as the schema allows, because the check of a long list takes turns. */
function listOf(entry: fc.Arbitrary<unknown>, { minItems = 0, maxItems = 100 }: JsonSchema): fc.Arbitrary<unknown> {
  const few = fc.array(entry, { minLength: minItems, maxLength: Math.min(maxItems, 4) });
  const many = fc
    .tuple(fc.array(entry, { minLength: 1, maxLength: 4 }), fc.constantFrom(Math.min(maxItems, 60), maxItems))
    .map(([some, length]) => Array.from({ length }, (_, at) => some[at % some.length]));
  return fc.oneof({ weight: 9, arbitrary: few }, { weight: 1, arbitrary: many });
}

function bySchema(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(components[schema.$ref.replace("#/components/schemas/", "")] ?? {}, name);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return parts(any, name);
  if (Array.isArray(schema.type))
    return parts(
      schema.type.map((type) => ({ ...schema, type }) as JsonSchema),
      name,
    );
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Number(schema.minimum ?? -1_000), max: Number(schema.maximum ?? 1_000) });
    case "number":
      return numberOf(schema);
    case "string":
      return textOf(schema);
    case "array":
      return listOf(valuesOf(schema.items as JsonSchema, ""), schema);
    case "object":
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Values that a schema allows. A member with a known name mostly gets a value that reaches a real record. */
export function valuesOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const named = known[name];
  // `type` of a body selects the schema of the rest.
  if (!named || "const" in schema || schema.enum) return bySchema(schema, name);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...named) },
    { weight: 1, arbitrary: bySchema(schema, name) },
  );
}
