import { type ErrorCode, statusOf } from "@highstreet/router";
import { checkAnswer } from "../answer-check.ts";
import type { FuzzAnswer } from "./target.ts";

/** The fault of an answer, for any request; undefined: the answer is right. */
export function wrongIn(method: string, answer: FuzzAnswer): string | undefined {
  const { statusCode, headers, body } = answer;
  if (statusCode >= 500) return `a fault of ours: ${body}`;
  if (headers["x-request-id"] === undefined) return "there is no X-Request-Id";
  if (method === "HEAD" || method === "OPTIONS") return undefined;
  if (statusCode >= 400) {
    if (!String(headers["content-type"]).startsWith("application/problem+json")) return "an error is no problem+json";
    const { code, status } = answer.json<{ code: ErrorCode; status: number }>();
    if (statusOf[code] !== statusCode || status !== statusCode) return `${code} has another status: ${body}`;
  }
  try {
    checkAnswer(method, answer.route, answer);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}
