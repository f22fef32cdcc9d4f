import { type ErrorCode, errorGuide, statusOf } from "@highstreet/router";
import { titleOf } from "../problem.ts";
import { exampleAddress } from "./examples.ts";
import { type AnswerHeader, headersOf } from "./headers.ts";

/** Headers of errors by status. */
const errorHeaders: Record<number, AnswerHeader[]> = {
  401: ["WWW-Authenticate"],
  429: ["Retry-After", "RateLimit", "RateLimit-Policy"],
  503: ["Retry-After"],
};

/** An example of each error code. */
export const problemExamples = Object.fromEntries(
  (Object.keys(statusOf) as ErrorCode[]).map((code) => [
    code,
    {
      summary: errorGuide[code].meaning,
      value: {
        type: `${exampleAddress}/docs/errors#${code}`,
        title: titleOf(code),
        status: statusOf[code],
        detail: errorGuide[code].meaning,
        instance: "/v1/retailers",
        code,
        requestId: "0d9a6a0e-2f0c-4d7e-9a43-1a2b3c4d5e6f",
      },
    },
  ]),
);

function problemOf(status: number, codes: ErrorCode[]) {
  const ofThese = { properties: { code: { type: "string", enum: codes } } };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorGuide[code].meaning}`).join("\n\n"),
    headers: headersOf(["X-Request-Id", ...(errorHeaders[status] ?? [])]),
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, ofThese] },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/**
 * All errors of an operation, by status.
 * @param responses receives one answer for each set of codes
 */
export function problemsOf(codes: ErrorCode[], responses: Record<string, unknown>): Record<string, { $ref: string }> {
  const byStatus = Map.groupBy(codes, (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const name = ofStatus.join(".");
      responses[name] ??= problemOf(status, ofStatus);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}
