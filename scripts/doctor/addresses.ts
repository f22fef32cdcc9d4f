import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { type Line, messageOf, ok, problem, warning } from "./lines.ts";

const TIMEOUT_MS = 10_000;
/** The largest feed. */
const BODY = 200_000_000;
const NOBODY = "00000000-0000-0000-0000-000000000000";

export const isLoopback = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

/** Whether a public address leads through the proxy to a process that is ready. @param setting the name of its setting */
export async function addressLine(check: string, url: string, setting: string): Promise<Line> {
  const todo = `Start the service, or correct DNS, the proxy or ${setting}.`;
  const origin = url.replace(/\/+$/, "");
  try {
    const answer = await fetch(`${origin}/readyz`, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    const reason = /"detail":"([^"]+)"/.exec(text)?.[1] ?? text.slice(0, 200);
    if (answer.status === 503) return problem(check, `${origin} is not ready: ${reason}`);
    if (answer.status !== 200) return problem(check, `${origin}/readyz answers ${answer.status}`, todo);
    if (origin.startsWith("http:") && !isLoopback(origin))
      return warning(check, `${origin} has no TLS`, "Put a proxy with TLS in front (deploy/README.md).");
    return ok(check, `${origin} is ready`);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    return problem(check, `${origin} does not answer (${messageOf(cause)})`, todo);
  }
}

/** Announces the body of a large feed without a key. REST answers 401, and a proxy with a lower limit 413. The body is not sent. */
export async function bodyLine(url: string): Promise<Line> {
  const check = "Large bodies";
  const target = new URL(`${url.replace(/\/+$/, "")}/v1/retailers/${NOBODY}/stores/${NOBODY}/inventory/stock`);
  const headers = { expect: "100-continue", "content-length": BODY, "content-type": "text/csv" };
  const status = await new Promise<number | string>((resolve) => {
    const request = (target.protocol === "https:" ? tlsRequest : plainRequest)(target, { method: "PUT", headers });
    const end = (result: number | string) => {
      resolve(result);
      request.destroy();
    };
    request.setTimeout(TIMEOUT_MS, () => end("no answer"));
    request.on("continue", () => end(100));
    request.on("response", ({ statusCode = 0 }) => end(statusCode));
    request.on("error", (error) => end(error.message));
    request.flushHeaders();
  });
  if (status === 413)
    return problem(check, "the proxy refuses feeds of 200 MB", "Raise its limit (nginx: client_max_body_size 200m).");
  if (status === 100 || status === 401) return ok(check, "feeds of 200 MB pass");
  return warning(check, `a feed of 200 MB without a key got: ${status}`, "Look at the log of the proxy.");
}
