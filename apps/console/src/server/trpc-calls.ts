import "server-only";
import { DomainError, surveyBody } from "@highstreet/router";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { MAX_BATCH } from "./max-batch.ts";
import { problemOf } from "./problem.ts";
import { texts } from "./texts.ts";

/**
 * Counts the calls in a tRPC request.
 * @throws MalformedRequest for more than `MAX_BATCH` calls
 */
export function batchOf(url: string): number {
  const { pathname, searchParams } = new URL(url);
  if (searchParams.get("batch") !== "1") return 1;
  const calls = pathname.split(/,|%2c/i).length;
  if (calls <= MAX_BATCH) return calls;
  throw new DomainError("MalformedRequest", texts.largeBatch(MAX_BATCH, calls));
}

/**
 * Checks the bounds of a JSON text before tRPC parses it. Refuses whole numbers that a double cannot hold, such as a long barcode, because
 * tRPC would round them.
 * @throws PayloadTooComplex, MalformedRequest
 */
export async function checkJson(json: string): Promise<void> {
  const [inexact] = await surveyBody(json);
  if (inexact) throw new DomainError("MalformedRequest", texts.inexactNumber(json.slice(inexact.start, inexact.end)));
}

const codes: Partial<Record<number, keyof typeof TRPC_ERROR_CODES_BY_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  413: "PAYLOAD_TOO_LARGE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** A failure before any procedure ran, as a tRPC error. The tRPC client uses the answer for each call of the batch. */
export function trpcRefusal(thrown: unknown): Response {
  const { status, headers, problem } = problemOf(thrown);
  const code = codes[status] ?? (status < 500 ? "BAD_REQUEST" : "INTERNAL_SERVER_ERROR");
  const domain = { code: problem.code, members: problem.members };
  const error = {
    message: problem.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: status, domain },
  };
  return Response.json({ error }, { status, headers });
}
