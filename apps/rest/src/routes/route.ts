import type { AppRouter } from "@highstreet/router";
import type { TagKind } from "../entity-tag.ts";

type Features = AppRouter["_def"]["record"];

/** `retailers.create`: the procedures that the router has. */
export type ProcedureName = {
  [Feature in keyof Features & string]: `${Feature}.${keyof Features[Feature] & string}`;
}[keyof Features & string];

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One endpoint: a row of the table that the server, and later the OpenAPI document, are made from.
 * The procedure's input is `{…path parameters, …query parameters, body}`, or `feed` for a stream.
 */
export interface Route {
  method: Method;
  /** Without `/v1`, under which it is served as well. Parameters as `:retailerId`. */
  path: `/${string}`;
  procedure: ProcedureName;
  /** Status of a success; default 200, or 204 when the procedure gives nothing (null, undefined). */
  status?: number;
  /** Where the new resource is, for `Location`: parameters from the path, else from the answer's body. */
  location?: `/${string}`;
  /** `json` (default), or `stream`: bytes of any type, handed to the procedure as they arrive. */
  body?: "json" | "stream";
  /** Bytes of body at most; default 1 MiB. */
  limit?: number;
  /** Members of the procedure's input that this path does not take as query parameters. */
  withoutQuery?: readonly string[];
  /**
   * The output is a page: its cursors become absolute links, in the body or, where the body is a bare array, in the `Link`
   * header (RFC 8288).
   */
  page?: "body" | "header";
  /** The `links` of the output are paths, which become absolute. */
  hasLinks?: true;
  /** The `nextSteps.uploadUrl` of the output is a path, which becomes absolute. */
  hasUploadUrl?: true;
  /** The answer holds prices, written with two decimals. */
  prices?: true;
  /**
   * The procedure makes or changes: its output is `{created, <this member>}`, the answer 201 or 200 with the member.
   * `Location` goes out with 201 only.
   */
  creates?: string;
  /**
   * The answer has an `ETag`: of its `version` alone, where nothing else changes it; `view`: also of what else it shows (stock,
   * stores); `content`: weak, of its bytes, where there is no version.
   */
  etag?: TagKind;
  /** The procedure waits for somebody outside: no transaction is held around it, also with an `Idempotency-Key`. */
  callsOut?: true;
  /** The procedure takes a feed in: its transaction needs a connection with COPY and one of the slots for long work. */
  takesFeed?: true;
  /**
   * Anybody may call, from any page, without a key: calls are limited by the caller's address and by this member of the body.
   */
  open?: string;
  /** The procedure holds its change to the versions of `If-Match` (`checkVersion`). */
  guarded?: true;
}

export const MiB = 1024 * 1024;

/** Fixed path segments. They take precedence over a barcode in the same place. */
export const fixedWords: ReadonlySet<string> = new Set([
  "stock",
  "items",
  "ingests",
  "products",
  "customizations",
  "uploads",
  "providers",
]);
