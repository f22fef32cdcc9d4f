import { type Affected, type Answer, DomainError } from "@highstreet/router";
import { withDecimals } from "./prices.ts";
import type { Query } from "./query.ts";

/**
 * Removes `?dryRun` from the query of a write.
 * @throws MalformedRequest if the value is neither `true` nor `false`
 */
export function takeDryRun({ dryRun, ...query }: Query): { query: Query; isDryRun: boolean } {
  if (dryRun === undefined || dryRun === "false") return { query, isDryRun: false };
  if (dryRun === "true") return { query, isDryRun: true };
  const message = "must be true or false";
  throw new DomainError("MalformedRequest", `?dryRun: ${message}`, {
    errors: [{ pointer: "?dryRun", code: "InvalidValue", message }],
  });
}

/** The body of a dry run: the bytes of the answer, and the affected stores, channels and events. */
export function dryRunText({ response, affected }: { response: Answer; affected: Affected }): string {
  return `{"response":${response.body ?? "null"},"affected":${withDecimals(JSON.stringify(affected))}}`;
}
