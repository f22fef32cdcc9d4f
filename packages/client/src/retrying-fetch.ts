import { discard, problemOf, withProblem } from "./problem.ts";

/** How often and how long a call is tried. */
export interface RetryOptions {
  /** Tries after the first; default 3. */
  retries?: number;
  /** The longest wait between two tries, in milliseconds; an answer that asks for more is given back. Default 30,000. */
  longestWait?: number;
  /** How to wait; default a timer. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 250;

/** What passes: limits, and a service or a proxy that cannot answer for a moment. */
const passing = new Set([429, 502, 503, 504]);

function timer(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    function stop(): void {
      clearTimeout(done);
      reject(signal.reason);
    }
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfter(response: Response): number | undefined {
  const header = response.headers.get("retry-after");
  if (header === null) return undefined;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Doubled with each try, and spread, so that callers who failed together do not come back together. */
function backoff(attempt: number): number {
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Our own call before may still be under way when its answer was lost. */
async function isUnderWay(response: Response): Promise<boolean> {
  return response.status === 409 && (await problemOf(response))?.code === "IdempotencyKeyInUse";
}

/** A POST or PATCH gets a name of its own, so that the API executes it once, however often it arrives. */
function named(request: Request): Request {
  if ((request.method === "POST" || request.method === "PATCH") && !request.headers.has("idempotency-key"))
    request.headers.set("idempotency-key", crypto.randomUUID());
  return request;
}

/**
 * A `fetch` that tries again what may succeed later: network errors, 429, 502, 503 and 504. Every call may be repeated. An
 * answer that failed and is none of the API's is given back as a problem.
 */
export function retryingFetch(fetch: Fetch, options: RetryOptions): Fetch {
  const { retries = 3, longestWait = 30_000, wait = timer } = options;
  return async (given) => {
    const request = named(given);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      // A body can be sent once: all tries but the last send a copy.
      const answer = await settle(fetch, isLast ? request : request.clone());
      if ("error" in answer) {
        if (isLast || request.signal.aborted) throw answer.error;
        await wait(backoff(attempt), request.signal);
        continue;
      }
      const { response } = answer;
      const again = passing.has(response.status) || (await isUnderWay(response));
      const pause = retryAfter(response) ?? backoff(attempt);
      if (!again || isLast || pause > longestWait) return withProblem(response, request);
      await discard(response);
      await wait(pause, request.signal);
    }
  };
}

async function settle(fetch: Fetch, request: Request): Promise<{ response: Response } | { error: unknown }> {
  try {
    return { response: await fetch(request) };
  } catch (error) {
    return { error };
  }
}
