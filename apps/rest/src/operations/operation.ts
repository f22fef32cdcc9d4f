import { type AppRouter, appRouter, type ErrorCode } from "@highstreet/router";
import type { AnyTRPCProcedure } from "@trpc/server";
import type { z } from "zod";
import type { TagKind } from "../entity-tag.ts";
import type { JsonSchema } from "../openapi/json-schema.ts";

type Features = AppRouter["_def"]["record"];

/** The name of a procedure of the router, such as `retailers.create`. */
export type ProcedureName = {
  [Feature in keyof Features & string]: `${Feature}.${keyof Features[Feature] & string}`;
}[keyof Features & string];

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One operation of the API. The server and the OpenAPI document use these rows. The procedure's input is `{…path parameters, …query
 * parameters, body}`, or `feed` for a stream.
 */
export interface Operation extends Words {
  method: Method;
  /** The path without its prefix `/v1`. Parameters are written as `:retailerId`. */
  path: `/${string}`;
  procedure: ProcedureName;
  /** Status of a success. Default: 200, or 204 when the procedure returns null or undefined. */
  status?: number;
  /** Path of the new resource, for `Location`. Its parameters come from the path or from the answer's body. */
  location?: `/${string}`;
  /** `json` (default), or `stream`: bytes of any type that the procedure receives as they arrive. */
  body?: "json" | "stream";
  /** The stream is a picture, and no feed. */
  takesPicture?: true;
  /** The body is lines with members of any name, so each long number in it can be a barcode. */
  ofLines?: true;
  /** Maximum size of the body in bytes. Default: 1 MiB. */
  limit?: number;
  /** Members of the procedure's input that this path does not accept as query parameters. */
  withoutQuery?: readonly string[];
  /** The output is a page. Its cursors become absolute links in the body, or in the `Link` header of an array (RFC 8288). */
  page?: "body" | "header";
  /** The `links` of the output are paths, which become absolute. */
  hasLinks?: true;
  /** The `nextSteps.uploadUrl` of the output is a path, which becomes absolute. */
  hasUploadUrl?: true;
  /** The answer holds prices, which are written with two decimals. */
  prices?: true;
  /**
   * The procedure creates or changes a resource. Its output is `{created, <this member>}`. The answer is the member with status 201
   * or 200. Only 201 has `Location`.
   */
  creates?: string;
  /** The output is an operation. The status is 202 while the worker runs it. */
  runsOn?: true;
  /**
   * What the `ETag` of the answer covers. `version`: only the resource's `version`. `view`: also the other data of the answer (stock,
   * stores). `content`: the bytes of the answer, as a weak tag, for a resource without a version.
   */
  etag?: TagKind;
  /** The procedure waits for an outside service. No transaction is open around it, also with an `Idempotency-Key`. */
  callsOut?: true;
  /** The procedure applies a feed. Its transaction needs a connection with COPY and a slot for long work. */
  takesFeed?: true;
  /** The call needs no key and works from any page. The limit counts calls by address and by this member of the body. */
  open?: string;
  /** The procedure checks the versions of `If-Match` (`checkVersion`). */
  guarded?: true;
  deprecated?: Deprecation;
  tool?: Tool;
}

/** The operation as a tool of agents (docs/agents.md). */
interface Tool {
  name: string;
  /** Replaces the description of the row, where that speaks of HTTP. */
  description?: string;
  /** A member of the dry run's answer that the body of the call sends back. The confirmation holds it. */
  proof?: string;
}

/** The end of an operation: docs/versions.md. */
export interface Deprecation {
  /** The day of the announcement, such as `2027-01-31`. */
  since: string;
  /** The first day on which the operation may be gone. At least a year later. */
  sunset: string;
  /** What to call instead. Markdown. */
  use: string;
}

interface Words {
  summary: string;
  /** Markdown. */
  description?: string;
  /** Shape of the body, if its zod schema accepts more than clients usually send. */
  bodySchema?: JsonSchema;
  /** Example bodies by their titles: JSON values, or the text of a feed. */
  examples?: Record<string, unknown>;
  /** Example of a success, if the example of the answer's component does not fit. null: the first status has no example. */
  answerExample?: unknown;
  /** Shape of the answer, for a procedure that streams and so declares no output. */
  answer?: z.ZodType;
  /** Error codes that only this operation gives. openapi/operation.ts knows those of its path, method and body. */
  errors?: readonly ErrorCode[];
}

export interface Chapter {
  tag: string;
  description: string;
  /** The guide that explains the chapter: the last part of its address, and its title. */
  guide: [name: string, title: string];
  operations: readonly Operation[];
}

export const FEED_LIMIT = 200 * 1024 * 1024;

/** Whether an operation compares `If-Match`. A PATCH or DELETE without versions refuses every version. */
export function readsIfMatch({ method, guarded }: Pick<Operation, "method" | "guarded">): boolean {
  return guarded === true || method === "PATCH" || method === "DELETE";
}

export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

/** The name of an operation: `GET /retailers/:retailerId`. */
export function nameOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method} ${path}`;
}

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;

export function procedureOf(name: ProcedureName): AnyTRPCProcedure {
  const [feature = "", verb = ""] = name.split(".");
  const procedure = features[feature]?.[verb];
  if (!procedure) throw new Error(`the router has no procedure ${name}`);
  return procedure;
}
