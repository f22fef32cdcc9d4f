import { type Affected, type Answer, DomainError } from "@highstreet/router";
import { withDecimals } from "./prices.ts";
import type { Query } from "./query.ts";

/**
 * Takes `?dryRun` out of a write's query.
 * @throws MalformedRequest when it is neither `true` nor `false`
 */
export function takeDryRun({ dryRun, ...query }: Query): { query: Query; isDryRun: boolean } {
  if (dryRun === undefined || dryRun === "false") return { query, isDryRun: false };
  if (dryRun === "true") return { query, isDryRun: true };
  const message = "must be true or false";
  throw new DomainError("MalformedRequest", `?dryRun: ${message}`, {
    errors: [{ pointer: "?dryRun", code: "InvalidValue", message }],
  });
}

/** The body of a dry run: the answer's own bytes, and who would notice. */
export function dryRunText({ response, affected }: { response: Answer; affected: Affected }): string {
  return `{"response":${response.body ?? "null"},"affected":${withDecimals(JSON.stringify(affected))}}`;
}
