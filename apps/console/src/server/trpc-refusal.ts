import "server-only";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { problemOf } from "./problem.ts";

const codes: Partial<Record<number, keyof typeof TRPC_ERROR_CODES_BY_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  413: "PAYLOAD_TOO_LARGE",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** A failure before any procedure ran, as a tRPC error. The tRPC client uses the answer for each call of the batch. */
export function trpcRefusal(thrown: unknown): Response {
  const { status, headers, problem } = problemOf(thrown);
  const code = codes[status] ?? "INTERNAL_SERVER_ERROR";
  const domain = { code: problem.code, members: problem.members };
  const error = {
    message: problem.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: status, domain },
  };
  return Response.json({ error }, { status, headers });
}
