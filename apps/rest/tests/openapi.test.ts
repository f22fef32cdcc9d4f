import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, statusOf } from "@highstreet/router";
import { warningIds } from "@highstreet/router/core/channels/channel.schema.ts";
import { canary } from "@highstreet/telemetry/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { codePages } from "../../../scripts/code-pages.ts";
import { clientDocument, createDocument, stampOf } from "../src/openapi/document.ts";
import { errorGuide } from "../src/openapi/error-guide.ts";
import { schemaOf } from "../src/openapi/json-schema.ts";
import { warningGuide } from "../src/openapi/warning-guide.ts";
import { mismatch } from "./answer-check.ts";
import { PUBLIC_URL, startRest } from "./start-rest.ts";

const rest = await startRest();
afterAll(() => rest.close());

type Json = Record<string, unknown>;
const root = join(import.meta.dirname, "../../..");
const document = createDocument();
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every enum of the document. */
function* enums(value: unknown): Generator<unknown[]> {
  if (isObject(value) && Array.isArray(value.enum)) yield value.enum;
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* enums(part);
}

/** Every pattern of the document. */
function* patterns(value: unknown): Generator<string> {
  if (isObject(value) && typeof value.pattern === "string") yield value.pattern;
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* patterns(part);
}

/** Every media type of the document that has a schema, and where it is. */
function* mediaTypes(value: unknown, at: string[] = []): Generator<{ at: string[]; media: Json }> {
  if (!isObject(value)) {
    if (Array.isArray(value)) for (const [n, part] of value.entries()) yield* mediaTypes(part, [...at, String(n)]);
    return;
  }
  if (at.at(-2) === "content" && isObject(value.schema)) yield { at, media: value };
  else for (const [key, part] of Object.entries(value)) yield* mediaTypes(part, [...at, key]);
}

function examplesOf(media: Json): unknown[] {
  const named = Object.values((media.examples ?? {}) as Record<string, Json>).map((example) => {
    const { $ref } = example;
    if (typeof $ref !== "string") return example.value;
    return (document.components.examples as Record<string, Json>)[$ref.split("/").at(-1) ?? ""]?.value;
  });
  return "example" in media ? [media.example, ...named] : named;
}

test("the document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(document.openapi).toBe("3.1.0");
});

test("its version is the version of the release and of the client", () => {
  const [release, client] = ["package.json", "packages/client/package.json"].map(
    (path) => JSON.parse(readFileSync(join(root, path), "utf8")) as Json,
  );
  expect([document.info, client?.version]).toMatchObject([{ version: release?.version }, release?.version]);
});

test("the lists of errors and warnings in docs match their tables (otherwise: npm run openapi)", () => {
  for (const [file, page] of Object.entries(codePages)) {
    expect(readFileSync(join(root, "docs", file), "utf8")).toBe(page());
  }
});

/** Every property of a schema, and where it is. */
function* properties(value: unknown, at: string): Generator<{ at: string; property: Json }> {
  if (Array.isArray(value)) for (const [n, part] of value.entries()) yield* properties(part, `${at}[${n}]`);
  if (!isObject(value)) return;
  for (const [name, part] of Object.entries(value)) {
    if (/^examples?$/.test(name)) continue;
    if (name === "properties" && isObject(part)) {
      for (const [member, property] of Object.entries(part)) {
        if (isObject(property)) yield { at: `${at}.${member}`, property };
      }
    }
    yield* properties(part, name === "properties" ? at : `${at}.${name}`);
  }
}

test("every operation, property, parameter, header, schema and webhook has a description, and it is not the name", () => {
  const operations = [document.paths, document.webhooks as typeof document.paths].flatMap((paths) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) => [
        { at: `${method} ${path}`, property: operation },
        ...((operation.parameters ?? []) as Json[]).map((one) => ({
          at: `${method} ${path} ${one.name}`,
          property: one,
        })),
      ]),
    ),
  );
  const { schemas, headers } = document.components as Record<string, Record<string, Json>>;
  const parts = Object.entries({ ...schemas, ...headers }).map(([at, property]) => ({ at, property }));
  // The types of errors of an answer repeat a part of `Problem`.
  const members = [...properties({ ...document.paths, ...document.components, responses: {} }, "")].filter(
    ({ at }) => !at.endsWith("allOf[1].code"),
  );
  const all = [...operations, ...parts, ...members];
  expect(all.length).toBeGreaterThan(900);
  const words = (text: unknown): string =>
    String(text)
      .toLowerCase()
      .replace(/[^a-z]/g, "");
  const bare = all.filter(({ at, property: { $ref, description = $ref && "of the component" } }) => {
    const name = words(at.split(/[. ]/).at(-1));
    return typeof description !== "string" || description.trim().length < 3 || words(description) === name;
  });
  expect(bare.map(({ at }) => at)).toEqual([]);
});

test("every warning of the service has a description in the document, and a channel refers to it", () => {
  const { Warning } = document.components.schemas;
  for (const id of warningIds) {
    expect(Warning?.description).toContain(`\`${id}\``);
    expect(warningGuide[id].remedy).toMatch(/\.$/);
  }
  const stated = (name: string) => document.components.schemas[name]?.properties?.warnings;
  for (const name of ["ChannelRecord", "Source", "Connection", "RetailerSource"]) {
    expect(stated(name)).toMatchObject({ items: { $ref: "#/components/schemas/Warning" } });
  }
});

test("docs/openapi.json and the types of the client match the operations and schemas (otherwise: npm run openapi)", () => {
  const committed = readFileSync(join(root, "docs/openapi.json"), "utf8");
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
  const types = readFileSync(join(root, "packages/client/src/api.ts"), "utf8");
  expect(types.split("\n", 1)[0]).toContain(stampOf(clientDocument(document)));
});

test("each answer with the version of a record has its ETag", () => {
  const hasVersion = (schema: Json): boolean => {
    const { $ref, properties, anyOf, allOf } = schema as Record<string, Json & Json[]>;
    if (typeof $ref === "string")
      return hasVersion(document.components.schemas[String($ref).split("/").at(-1) ?? ""] as Json);
    return isObject(properties?.version) || [...(anyOf ?? []), ...(allOf ?? [])].some(hasVersion);
  };
  const lacking = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.entries(responses as Record<string, Json>).flatMap(([status, { headers, content }]) => {
        const { schema } = (content as Record<string, Json> | undefined)?.["application/json"] ?? {};
        if (!isObject(schema) || !hasVersion(schema) || "ETag" in (headers as Json)) return [];
        return [`${method} ${path} ${status}`];
      }),
    ),
  );
  // That of the health is the version of the service.
  expect(lacking).toEqual(["get /healthz 200"]);
});

test("it is served without a key, with and without /v1, with an ETag", async () => {
  for (const prefix of ["", "/v1"]) {
    const answer = await rest.call("GET", `${prefix}/openapi.json`, { key: null });
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(createDocument(PUBLIC_URL))));
    expect(answer.json().servers).toMatchObject([{ url: `${PUBLIC_URL}/v1` }]);
    const headers = { "if-none-match": String(answer.headers.etag) };
    expect(await rest.call("GET", `${prefix}/openapi.json`, { key: null, headers })).toMatchObject({
      statusCode: 304,
      body: "",
    });
  }
});

describe("operations", () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

  test("each has a unique id and a described chapter", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([]);
    const chapters = new Set((document.tags as Json[]).map(({ name }) => name));
    expect(operations.flatMap(({ operation }) => operation.tags).filter((tag) => !chapters.has(tag))).toEqual([]);
  });

  test("each has only whole numbers as statuses, because some generators write them into code", () => {
    const statuses = operations.flatMap(({ operation }) => Object.keys(operation.responses as Json));
    expect(statuses.filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual([]);
  });

  test("no success is a dry run: its parameter names the component, and every operation has its security", () => {
    const dryRuns = [...mediaTypes(document.paths, ["paths"])].filter(({ media }) =>
      JSON.stringify(media.schema).includes("#/components/schemas/DryRun"),
    );
    expect(dryRuns.map(({ at }) => at.join(" "))).toEqual([]);
    expect(document.components.schemas).toHaveProperty("DryRun");
    const writes = operations.filter(({ name }) => !/^(?:get|head) /.test(name));
    const parameterOf = ({ parameters = [] }: Json) =>
      (parameters as Json[]).find(({ name }) => name === "dryRun")?.description;
    const texts = writes.map(({ operation }) => parameterOf(operation));
    expect(writes.length).toBeGreaterThan(20);
    expect(texts.filter((text) => !String(text).includes("`DryRun`"))).toEqual([]);
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(operations.filter(({ operation }) => !Array.isArray(operation.security))).toEqual([]);
  });

  test("each path parameter has an example, so that a generated collection has no empty place", () => {
    const bare = operations.flatMap(({ name, operation }) =>
      ((operation.parameters ?? []) as Json[]).flatMap((one) =>
        one.in === "path" && one.example === undefined ? [`${name}: ${one.name}`] : [],
      ),
    );
    expect(bare).toEqual([]);
  });

  test("each body and each success with a body has an example", () => {
    const bare = [...mediaTypes(document.paths, ["paths"])].filter(({ at, media }) => {
      const isBinary = /^(?:application\/octet-stream|image\/.*)$/.test(at.at(-1) ?? "");
      return !isBinary && examplesOf(media).length === 0;
    });
    expect(bare.map(({ at }) => at.join(" "))).toEqual([]);
  });
});

test("every example matches its own schema, including all members", () => {
  const wrong = [...mediaTypes(document)].flatMap(({ at, media }) =>
    examplesOf(media).flatMap((example) => {
      const error = mismatch([...at, "schema"], JSON.parse(JSON.stringify(example)));
      return error ? [`${at.join(" ")}: ${error}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test("no enum has values that differ only in punctuation: generated clients would name them alike", () => {
  const names = [...enums(document)].map((values) => values.map((value) => String(value).replace(/[^a-z0-9]/gi, "")));
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((all) => new Set(all).size < all.length)).toEqual([]);
});

test("a request names a channel by its id or by the other names of the specification, in the path and in the body", () => {
  const url = "/retailers/{retailerId}/stores/{storeId}/channels/{type}";
  const bodies = {
    local_ads: { dailyBudget: 5 },
    webhooks: { webhookUrl: "https://8.8.8.8/", secret: canary("channel") },
  };
  for (const [type, parameters] of [
    ["search", { locationId: "1" }],
    ["google", { locationId: "1" }],
    ["local_ads", bodies.local_ads],
    ["local-ads", bodies.local_ads],
    ["webhooks", bodies.webhooks],
    ["webhook", bodies.webhooks],
  ] as const) {
    expect(mismatch(["components", "schemas", "ChannelEnable"], { type, parameters })).toBeUndefined();
    for (const path of [url, `${url}/listings`]) {
      for (const method of Object.keys(document.paths[path] ?? {})) {
        expect(mismatch(["paths", path, method, "parameters", "2", "schema"], type)).toBeUndefined();
        expect(mismatch(["paths", path, method, "parameters", "2", "schema"], "ads")).toBeDefined();
      }
    }
  }
});

test("every value of an enum of the service is in the document, also if two values differ only in punctuation", () => {
  const schema = schemaOf(z.object({ sign: z.enum([".", ",", "a"]).default(".") }), "input", {});
  expect(schema.properties).toEqual({
    sign: {
      default: ".",
      anyOf: [
        { type: "string", enum: [".", "a"] },
        { type: "string", enum: [","] },
      ],
    },
  });
});

test("no pattern has an escaped slash: some generators write it into code, where it is no valid escape", () => {
  const all = [...patterns(document)];
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter((pattern) => pattern.includes("\\/"))).toEqual([]);
});

describe("/docs/reference", () => {
  test("shows the reference and loads nothing from other servers", async () => {
    const page = await rest.call("GET", "/docs/reference/", { key: null });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(page.headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy.replace(/'[^']*'|data:|blob:/g, "")).not.toMatch(/https?:|\*|wss?:/);
    expect(page.body).not.toMatch(/https?:\/\//);
    const script = await rest.call("GET", "/docs/reference/js/scalar.js", {
      key: null,
      headers: { "accept-encoding": "gzip" },
    });
    expect([script.statusCode, script.headers["content-encoding"]]).toEqual([200, "gzip"]);
  });

  test("has a new nonce in every answer, and its scripts have the same nonce", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const page = await rest.call("GET", "/docs/reference/", { key: null });
        const [, nonce = ""] = /'nonce-([^']+)'/.exec(String(page.headers["content-security-policy"])) ?? [];
        expect(page.body.match(/<script/g)).toHaveLength(
          page.body.match(RegExp(`nonce="${RegExp.escape(nonce)}"`, "g"))?.length ?? 0,
        );
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(2);
  });

  test("is the target of the service's own address, with or without /v1 or a final slash", async () => {
    for (const path of ["/", "/v1", "/v1/"]) {
      const index = await rest.json<Record<string, string>>("GET", path, { key: null });
      for (const url of [index.docs, index.reference, index.openapi, index.errors, index.health]) {
        const { statusCode } = await rest.call("GET", new URL(url ?? "").pathname, { key: null });
        expect([url, statusCode]).toEqual([url, 200]);
      }
    }
    expect((await rest.call("POST", "/", { key: null })).headers.allow).toBe("GET, HEAD, OPTIONS");
    for (const path of ["/docs/errors/", "/v1/docs/errors", "/v1/docs/errors/"]) {
      const { statusCode, headers } = await rest.call("GET", path, { key: null });
      expect([path, statusCode, headers.location]).toEqual([path, 302, "/docs/errors"]);
    }
  });

  test("the type of a problem is the address of its explanation, and every code has one", async () => {
    const { type } = await rest.json<{ type: string }>("GET", "/retailers", { key: null });
    const { pathname, hash } = new URL(type);
    const page = await rest.call("GET", pathname, { key: null });
    expect(page.body).toContain(`id="${hash.slice(1)}"`);
    for (const code of Object.keys(statusOf) as ErrorCode[]) {
      expect(page.body).toContain(`id="${code}"`);
      expect(errorGuide[code].remedy).toMatch(/\.$/);
    }
  });
});
