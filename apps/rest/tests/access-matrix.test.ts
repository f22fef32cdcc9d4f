import { createCaller, type Meta, type Scope, scopes } from "@highstreet/router";
import { afterAll, describe, expect, test } from "vitest";
import { templateOf } from "../src/openapi/operation.ts";
import { operations } from "../src/operations/index.ts";
import { type Operation, procedureOf } from "../src/operations/operation.ts";
import { rowsOf } from "./fuzz/invariants.ts";
import { operations as documented } from "./fuzz/operations.ts";
import { createWorld, partnerOf } from "./fuzz/world.ts";
import { startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());
const { t, call } = rest;

const theirs = await createWorld(t, new Map());
const ours = await createWorld(t, theirs);
const nothing = "01939f30-5a00-7000-8000-00000000ffff";
const [ourPartner, theirPartner] = [await partnerOf(t, ours), await partnerOf(t, theirs)];

const api = createCaller(t.asKey({ partnerId: ourPartner, keyId: ours.get("ownKey") }));
type KeyBody = Parameters<typeof api.keys.create>[0]["body"];
const makeKey = (fields: Partial<KeyBody> = {}) =>
  api.keys.create({ body: { name: "Key", scopes: [...scopes], ...fields } });

const secret = ours.get("secret") ?? "";
const expired = await makeKey({ expiresAt: new Date(t.ctx.now().getTime() + 1_000).toISOString() });
t.advance(60_000);
const revoked = await makeKey();
await api.keys.revoke({ keyId: revoked.id });
const limited = await makeKey({ retailerIds: [ours.get("emptyRetailer") ?? ""] });
const testKey = await makeKey({ isTest: true });
const without = new Map<Scope, string>();
for (const scope of scopes) without.set(scope, (await makeKey({ scopes: scopes.filter((one) => one !== scope) })).key);
const nearly = secret.replace(/.$/, (last) => (last === "0" ? "1" : "0"));

const strangers: Record<string, string | null> = {
  "no key": null,
  "a wrong secret": `Bearer ${nearly}`,
  "a key that was never made": `Bearer hs_${nothing}_${"0".repeat(64)}`,
  "a key without Bearer": secret,
  "another scheme": `Basic ${Buffer.from(`${secret}:`).toString("base64")}`,
  "Bearer and nothing": "Bearer",
  "two keys": `Bearer ${secret} ${secret}`,
  "an expired key": `Bearer ${expired.key}`,
  "a revoked key": `Bearer ${revoked.key}`,
};
const uploadKey = ours.get("uploadKey") ?? "";
/** The credentials without access. An upload key has no access to rows for API keys, and the other way round. */
const strangersOf = (access: Meta["access"]): typeof strangers =>
  access === "upload"
    ? { ...strangers, "an API key": `Bearer ${secret}`, "a wrong upload key": `Bearer ${uploadKey.slice(0, -1)}x` }
    : { ...strangers, "an upload key": `Bearer ${uploadKey}` };

/** The ids of a world for path parameters. */
const named: Record<string, string> = {
  retailerId: "retailer",
  storeId: "store",
  customizationId: "storeCustomization",
  ingestId: "ingest",
  ruleId: "rule",
  endpointId: "endpoint",
  entryId: "createdEntry",
  keyId: "key",
};
const values: Record<string, string> = { barcode: "mug", type: "webhooks", connector: "shopify", sequence: "1" };

/** The name of a path's id in a world. */
const inWorld = ({ path }: Operation, name: string): string =>
  path.startsWith("/webhook-endpoints") ? "partnerEndpoint" : (named[name] ?? "");

const idsIn = ({ path }: Operation): string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name = ""]) => (name in named ? [name] : []));

/** The row's path with our own ids, but for those given. */
function urlOf(route: Operation, ids: Record<string, string> = {}): string {
  return route.path.replace(
    /:(\w+)/g,
    (_, name: string) => ids[name] ?? values[name] ?? ours.get(inWorld(route, name)) ?? "missing",
  );
}

/** A request that the row takes. */
function goodCall({ method, path, body }: Operation) {
  const operation = documented.find((one) => one.method === method && one.path === templateOf(path));
  const [example] = operation?.examples ?? [];
  if (example === undefined) return {};
  return { body: example, headers: { "content-type": body === "stream" ? "text/csv" : "application/json" } };
}

/** With one and the same request id, so that answers can be compared whole. */
async function ask(
  route: Operation,
  authorization: string | null,
  given: { url?: string; body?: unknown; type?: string; ifMatch?: string } = {},
) {
  const good = goodCall(route);
  const { url = urlOf(route), body = good.body, type = good.headers?.["content-type"], ifMatch } = given;
  const answer = await call(route.method, url, {
    key: null,
    body,
    headers: {
      "x-request-id": "the-same",
      ...(authorization !== null && { authorization }),
      ...(type !== undefined && { "content-type": type }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
    },
  });
  const { date: _date, ratelimit: _left, "content-length": _length, ...headers } = answer.headers;
  const code = answer.body.startsWith("{") ? answer.json<{ code?: string }>().code : undefined;
  return { outcome: [answer.statusCode, code], headers, body: answer.body };
}

const allRows = async () => [await rowsOf(t, ourPartner), await rowsOf(t, theirPartner)];

describe.each(operations.map((route) => ({ ...route, name: `${route.method} ${route.path}` })))("$name", (route) => {
  const { access, wholePartner } = procedureOf(route.procedure)._def.meta as Meta;
  const [first] = idsIn(route);
  // Open to everybody: widget-sightings.test.ts.
  if (access === "public") return test("needs no key", () => expect(route.open).toBeDefined());

  test("refuses callers without a valid key, and changes nothing", async () => {
    const before = await allRows();
    for (const [who, authorization] of Object.entries(strangersOf(access))) {
      expect([who, (await ask(route, authorization)).outcome]).toEqual([who, [401, "Unauthorized"]]);
    }
    expect(await allRows()).toEqual(before);
  });

  test("accepts the one documented scope", async () => {
    const before = await allRows();
    for (const [scope, key] of without) {
      // An allowed call would write. This test only checks for a refusal, so the call names a missing record.
      const url = urlOf(route, first === undefined ? {} : { [first]: nothing });
      const { outcome } = await ask(route, `Bearer ${key}`, {
        url,
        ...(first ? {} : { body: "nonsense", type: "text/x" }),
      });
      if (access === "upload") expect([scope, outcome]).toEqual([scope, [401, "Unauthorized"]]);
      else if (scope === access) expect([scope, outcome]).toEqual([scope, [403, "InsufficientScope"]]);
      else expect([scope, outcome[0]]).not.toEqual([scope, 403]);
    }
    expect(await allRows()).toEqual(before);
  });

  test("records of another partner or retailer get the same bytes as missing records", async () => {
    const before = await allRows();
    for (const [who, key] of [
      ["other partner", theirs.get("secret")],
      ["limited", limited.key],
      ["test", testKey.key],
    ] as const) {
      if (first !== "retailerId") continue;
      const seen = await ask(route, `Bearer ${key}`);
      const missing = await ask(route, `Bearer ${key}`, { url: urlOf(route, { retailerId: nothing }) });
      expect([who, seen.outcome]).toEqual([who, [404, "RetailerNotFound"]]);
      expect({ ...seen, body: seen.body.replaceAll(ours.get("retailer") ?? "", nothing) }).toEqual(missing);
    }
    const others = idsIn(route).map((name) => [name, theirs.get(inWorld(route, name)) ?? ""]);
    if (first === "retailerId") others.push([first, ours.get("testRetailer") ?? ""]);
    for (const [name = "", other = ""] of others) {
      const seen = await ask(route, `Bearer ${secret}`, { url: urlOf(route, { [name]: other }) });
      const missing = await ask(route, `Bearer ${secret}`, { url: urlOf(route, { [name]: nothing }) });
      expect([name, seen.outcome[0]]).toEqual([name, 404]);
      expect({ ...seen, body: seen.body.replaceAll(other, nothing) }).toEqual(missing);
    }
    expect(await allRows()).toEqual(before);
  });

  test("checks in the documented order, and a failed check changes nothing", async () => {
    const before = await allRows();
    const url = urlOf(route, first === undefined ? {} : { [first]: nothing });
    const bad = { url: `${url}?nope=1`, body: "{", type: "multipart/form-data" };
    const mine = `Bearer ${access === "upload" ? uploadKey : secret}`;
    const outcome = async (given: typeof bad, key = mine) => (await ask(route, key, given)).outcome;
    expect(await outcome(bad, "")).toEqual([401, "Unauthorized"]);
    const lacking = without.get(access as Scope);
    if (lacking) expect(await outcome(bad, `Bearer ${lacking}`)).toEqual([403, "InsufficientScope"]);
    if (wholePartner) expect(await outcome(bad, `Bearer ${limited.key}`)).toEqual([403, "InsufficientScope"]);
    if (route.method !== "GET") expect(await outcome(bad)).toEqual([415, "UnsupportedMediaType"]);
    const type = "application/json";
    expect(await outcome({ ...bad, type })).toEqual([400, "MalformedRequest"]);
    expect(await outcome({ ...bad, type, body: '"nonsense"' })).toEqual([400, "MalformedRequest"]);
    if (route.method !== "GET" && route.body !== "stream")
      expect(await outcome({ url, type, body: '"nonsense"' })).toEqual([422, "ValidationFailed"]);
    if (first) expect((await ask(route, mine, { url })).outcome[0]).toBe(404);
    expect(await allRows()).toEqual(before);
  });

  const isChange = route.method === "PATCH" || route.method === "DELETE";
  if (!isChange || first !== "retailerId") return;
  test("a stale If-Match is 412, after all checks of access", async () => {
    const before = await allRows();
    const ifMatch = '"99"';
    const type = "application/json";
    const outcome = async (authorization: string | null, given: object = {}) =>
      (await ask(route, authorization, { ifMatch, ...given })).outcome;
    const mine = `Bearer ${secret}`;
    expect(await outcome(null)).toEqual([401, "Unauthorized"]);
    expect(await outcome(`Bearer ${without.get(access as Scope)}`)).toEqual([403, "InsufficientScope"]);
    for (const key of [theirs.get("secret"), limited.key]) {
      expect(await outcome(`Bearer ${key}`)).toEqual([404, "RetailerNotFound"]);
    }
    for (const name of idsIn(route)) {
      for (const id of [nothing, theirs.get(inWorld(route, name)) ?? ""]) {
        expect([name, (await outcome(mine, { url: urlOf(route, { [name]: id }) }))[0]]).toEqual([name, 404]);
      }
    }
    expect(await outcome(mine, { body: '"nonsense"', type })).toEqual([422, "ValidationFailed"]);
    // The 412 also comes before errors about the record itself: here the retailer has stores, and the store has channels.
    const byBody = route.path.endsWith("/customizations") ? { body: { barcode: "5000000000017" } } : {};
    expect(await outcome(mine, byBody)).toEqual([412, "PreconditionFailed"]);
    expect(await allRows()).toEqual(before);
  });
});

describe("calls without a record", () => {
  const list = async (url: string, key: string) =>
    (await rest.json<{ data: { id: string }[] }>("GET", url, { key })).data.map(({ id }) => id);

  test("a partner lists its own retailers and keys, and a limited key only its own", async () => {
    expect(await list("/retailers", secret)).toEqual([ours.get("retailer"), ours.get("emptyRetailer")]);
    expect(await list("/retailers", limited.key)).toEqual([ours.get("emptyRetailer")]);
    expect(await list("/retailers", testKey.key)).toEqual([ours.get("testRetailer")]);
    expect(await list("/retailers", theirs.get("secret") ?? "")).not.toContain(ours.get("retailer"));
    expect(await list("/keys", limited.key)).toEqual([limited.id]);
    expect(await list("/keys", testKey.key)).not.toContain(ours.get("key"));
    expect(await list("/keys", theirs.get("secret") ?? "")).not.toContain(ours.get("key"));
  });

  test("a test key creates only test keys, and revokes no live key", async () => {
    const { key } = testKey;
    const made = { name: "More", scopes: ["inventory:read"] };
    const own = await call("POST", "/keys", { key, body: made });
    expect(own.json()).toMatchObject({ isTest: true, key: expect.stringMatching(/^hs_test_/) });
    for (const more of [{ isTest: false }, { retailerIds: [ours.get("retailer")] }]) {
      const answer = await call("POST", "/keys", { key, body: { ...made, ...more } });
      expect([answer.statusCode, answer.json().code]).toEqual([403, "InsufficientScope"]);
    }
    const answer = await call("DELETE", `/keys/${ours.get("key")}`, { key });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "KeyNotFound"]);
    const asLive = own.json().key.replace("hs_test_", "hs_");
    expect((await call("GET", "/retailers", { key: asLive })).statusCode).toBe(401);
  });

  test("a limited key creates no retailer, and no key with more access", async () => {
    const before = await allRows();
    const { key } = limited;
    const made = { name: "More", scopes: ["inventory:read"] };
    for (const [url, body] of [
      ["/retailers", { name: "New" }],
      ["/keys", made],
      ["/keys", { ...made, retailerIds: [ours.get("retailer")] }],
      ["/keys", { ...made, retailerIds: [theirs.get("retailer")] }],
    ] as const) {
      const answer = await call("POST", url, { key, body });
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, "InsufficientScope"]);
    }
    const answer = await call("DELETE", `/keys/${ours.get("key")}`, { key });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "InsufficientScope"]);
    expect(await allRows()).toEqual(before);
  });
});
