import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { LightMyRequestResponse } from "fastify";
import { createDocument } from "../src/openapi/document.ts";
import { templateOf } from "../src/openapi/operation.ts";

type Json = Record<string, unknown>;
type Answer = Pick<LightMyRequestResponse, "statusCode" | "headers" | "body" | "json">;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Closes the schemas, so that an undocumented member fails a test. For partners the schemas are open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isObject(value)) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = isObject(value.properties) && value.type === "object" && !("additionalProperties" in value);
  return isOpen ? { ...parts, additionalProperties: false } : parts;
}

const document = createDocument();
const { Problem: problem, DryRun: dryRun, ...others } = document.components.schemas;
const strict = {
  ...document,
  paths: closed(document.paths),
  components: { ...document.components, schemas: { ...(closed(others) as Json), Problem: problem, DryRun: dryRun } },
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(strict, "api");

const escaped = (part: string): string => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** A part of the document and its place, after following references. */
function find(...path: string[]): { at: string[]; part: Json } | undefined {
  let part: unknown = strict;
  for (const name of path) part = isObject(part) ? part[name] : undefined;
  if (!isObject(part)) return undefined;
  return typeof part.$ref === "string" ? find(...part.$ref.slice(2).split("/")) : { at: path, part };
}

/** The difference between a value and the schema at a place of the document; undefined if there is none. */
export function mismatch(at: string[], value: unknown): string | undefined {
  const id = `api#/${at.map(escaped).join("/")}`;
  const validate = ajv.getSchema(id) ?? ajv.compile({ $ref: id });
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/** Errors of an address or method that no operation has. */
const ofNoOperation = new Set(["RouteNotFound", "MethodNotAllowed"]);
const documentedHeaders = ["ETag", "Location", "Idempotent-Replayed", "Retry-After", "WWW-Authenticate"];

/** Only a dry run has these members. */
function isDryRun({ statusCode, body }: Answer): boolean {
  return statusCode === 200 && body.startsWith('{"response":') && body.includes('"affected":');
}

function strangeHeader(answer: Answer, headers: unknown): string | undefined {
  const strange = documentedHeaders.find(
    (name) => answer.headers[name.toLowerCase()] !== undefined && !(isObject(headers) && name in headers),
  );
  return strange && `the header ${strange} is not documented`;
}

function wrongAnswer(method: string, path: string, answer: Answer): string | undefined {
  const type = String(answer.headers["content-type"] ?? "").split(";", 1)[0] ?? "";
  const isProblem = type === "application/problem+json";
  if (isProblem && (path === "" || ofNoOperation.has(answer.json().code)))
    return mismatch(["components", "schemas", "Problem"], answer.json());
  const operation = find("paths", path, method.toLowerCase());
  if (!operation) return "the operation is not documented";
  if (isDryRun(answer))
    return strangeHeader(answer, {}) ?? mismatch(["components", "schemas", "DryRun"], answer.json());
  const found = find("paths", path, method.toLowerCase(), "responses", String(answer.statusCode));
  if (!found) return `the status is not documented: ${answer.body.slice(0, 500)}`;
  const { headers, content } = found.part;
  const strange = strangeHeader(answer, headers);
  if (strange) return strange;
  if (answer.body === "") return content === undefined ? undefined : "a body is documented, and there is none";
  if (!isObject(content) || !(type in content)) return `a body of the type "${type}" is not documented`;
  const wrong = mismatch([...found.at, "content", type, "schema"], answer.json());
  return wrong && `${wrong}: ${answer.body.slice(0, 500)}`;
}

/**
 * Checks an answer against the document.
 * @param route path of the operation that served it; undefined: none
 * @throws Error if the document does not have such an answer
 */
export function checkAnswer(method: string, route: string | undefined, answer: Answer): void {
  const isDocument =
    route !== undefined && /^(?:\/v1)?(?:\/?|\/docs.*|\/pictures\/.*|\/openapi\.json|\/llms\.txt)$/.test(route);
  if (method === "HEAD" || method === "OPTIONS" || isDocument) return;
  const path = templateOf((route ?? "").replace(/^\/v1(?=\/)/, ""));
  const wrong = wrongAnswer(method, path, answer);
  if (wrong) throw new Error(`${method} ${path || "(no route)"} answered ${answer.statusCode}, but ${wrong}`);
}
