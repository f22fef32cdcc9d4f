import type { ErrorCode } from "@highstreet/router";
import type { z } from "zod";
import type { Route } from "../routes/route.ts";
import type { JsonSchema } from "./json-schema.ts";

/** What the document says of an endpoint beside what its row and its schemas say. */
export interface OperationDoc {
  /** A few words, as a title. */
  summary: string;
  /** Markdown. */
  description?: string;
  /** Shape of the body, where its zod schema takes more than what is usually sent. */
  body?: JsonSchema;
  /** Example bodies by what each shows; their JSON, or the text of a feed. */
  bodies?: Record<string, unknown>;
  /** Example of a success, where that of the answer's component would not do; null: the first status has none. */
  example?: unknown;
  /** What is answered, for a procedure that declares no output because it streams. */
  answer?: z.ZodType;
  /** Codes that only this operation gives; those of its path, method and body are known (codes-of.ts). */
  errors?: readonly ErrorCode[];
}

/** By `METHOD /path`, as in the route table. */
export type OperationDocs = Record<string, OperationDoc>;

/** What an endpoint is told by: `GET /retailers/:retailerId`. */
export function routeKey({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}
