import { discard, problemOf, withProblem } from "./problem.ts";

export interface RetryOptions {
  /** Retries after the first call; default 3. */
  retries?: number;
  /**
   * The longest wait before a retry, in milliseconds. An answer that asks for a longer wait is returned. Default 30,000.
   */
  longestWait?: number;
  /** Waits; default: a timer. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

const FIRST_WAIT_MS = 250;

/** Temporary failures: limits, and a service or proxy that cannot answer now. */
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

/** Doubles with each retry, with a random part, so that callers that failed together do not retry together. */
function backoff(attempt: number): number {
  return FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Our own earlier call can still run if its answer was lost. */
async function isUnderWay(response: Response): Promise<boolean> {
  return response.status === 409 && (await problemOf(response))?.code === "IdempotencyKeyInUse";
}

/** Gives a POST or PATCH its own key, so that the API executes it once. */
function named(request: Request): Request {
  if ((request.method === "POST" || request.method === "PATCH") && !request.headers.has("idempotency-key"))
    request.headers.set("idempotency-key", crypto.randomUUID());
  return request;
}

/**
 * A `fetch` with retries after network errors, 429, 502, 503 and 504. Every call can be repeated. Returns a failed answer that is
 * not from the API as a problem.
 */
export function retryingFetch(fetch: Fetch, options: RetryOptions): Fetch {
  const { retries = 3, longestWait = 30_000, wait = timer } = options;
  return async (given) => {
    const request = named(given);
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      // A body can be sent once, so all calls but the last send a copy.
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
