import { blockReason, guardedConnector, hasBadPort, mayTell } from "@highstreet/outbound";
import type { Settings } from "@highstreet/router";
import { MAX_FEED_BYTES } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import { type FeedRequest, type FetchedFeed, FetchFailed } from "@highstreet/router/features/pulls/index.ts";
import { Client, type Dispatcher } from "undici";

const noAnswer = "The server of the address could not be reached, or gave no answer.";

const sentences: Record<string, string> = {
  ENOTFOUND: "The name of the address is not known.",
  EAI_AGAIN: "The name of the address could not be looked up.",
  // While the file comes
  ECONNRESET: "The server of the address cut the connection off.",
  UND_ERR_BODY_TIMEOUT: "The file stopped coming before its end.",
  UND_ERR_SOCKET: "The server of the address cut the connection off.",
};

/**
 * The reason of a failed fetch as a sentence for shop staff.
 * @param url of a request without an answer; undefined while the file comes
 */
export function sentenceOf(error: unknown, wholeMs: number, url?: URL): string {
  if (!(error instanceof Error)) return "The address could not be fetched.";
  if (error.name === "TimeoutError") return `The whole file did not come within ${wholeMs / 1_000} seconds.`;
  if (url && !mayTell(error, url)) return noAnswer;
  const code = "code" in error ? String(error.code) : "";
  const known = sentences[code];
  if (known !== undefined) return known;
  if (code.includes("CERT")) return `The certificate of the address is not accepted (${code}).`;
  return `The address could not be fetched (${(error.message || error.name).slice(0, 200)}).`;
}

/** Minimum bytes per second of a file, counted as sent (compressed bytes for a compressed file). */
export const MINIMUM_RATE = 10_000;
/** Seconds of waiting before the first check of a file's rate. */
const GRACE = 10;
/** Seconds of waiting in one check. */
const WINDOW = 30;

/**
 * Measures how fast bytes arrive over the last 30 seconds of waiting. Time in which this process works on received bytes does
 * not count.
 */
export class RateMeter {
  /** Bytes that arrived in each second of waiting. */
  readonly #seconds: number[] = [];
  #bytes = 0;

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Ends a second of waiting. @returns whether the bytes arrive too slowly */
  tick(): boolean {
    this.#seconds.push(this.#bytes);
    this.#bytes = 0;
    if (this.#seconds.length < GRACE) return false;
    if (this.#seconds.length > WINDOW) this.#seconds.shift();
    const arrived = this.#seconds.reduce((sum, bytes) => sum + bytes, 0);
    return arrived < MINIMUM_RATE * this.#seconds.length;
  }
}

/**
 * Passes the bytes on. Fails as soon as they arrive too slowly.
 * @param secondMs length of the meter's second in ms; for tests
 * @throws the error that `tooSlow` makes
 */
export async function* atMinimumRate(
  bytes: AsyncIterable<Uint8Array>,
  { tooSlow, secondMs = 1_000 }: { tooSlow: () => Error; secondMs?: number },
): AsyncGenerator<Uint8Array> {
  const meter = new RateMeter();
  const { promise: slow, reject } = Promise.withResolvers<never>();
  slow.catch(() => undefined);
  let isWaiting = false;
  const timer = setInterval(() => {
    if (isWaiting && meter.tick()) reject(tooSlow());
  }, secondMs);
  const source = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      isWaiting = true;
      const next = await Promise.race([source.next(), slow]);
      isWaiting = false;
      if (next.done) return;
      meter.add(next.value.byteLength);
      yield next.value;
    }
  } finally {
    clearInterval(timer);
  }
}

export interface Deadlines {
  connectMs: number;
  /** For the headers, and between any two pieces of the body. */
  silenceMs: number;
  /** For the whole file, with its redirects. */
  wholeMs: number;
  /** Length of one step of the rate check in ms; a second, except in tests. */
  secondMs: number;
}

const usual: Deadlines = { connectMs: 10_000, silenceMs: 30_000, wholeMs: 5 * 60_000, secondMs: 1_000 };

const MAX_REDIRECTS = 5;
const redirects = [301, 302, 303, 307, 308];

type Answer = Dispatcher.ResponseData;

const one = (header: string | string[] | undefined): string | null => {
  const value = Array.isArray(header) ? header[0] : header;
  return value !== undefined && value.length <= 1_024 ? value : null;
};

/** `headers` replace the usual ones. */
interface Request extends FeedRequest {
  headers?: Record<string, string>;
  /** Instead of the deadline of files. */
  wholeMs?: number;
}

function headersOf({ authorization, known, headers }: Request): Record<string, string> {
  return {
    accept: "*/*",
    "accept-encoding": "gzip",
    "user-agent": "Highstreet",
    ...(authorization !== null && { authorization }),
    ...(known?.etag != null && { "if-none-match": known.etag }),
    ...(known?.lastModified != null && { "if-modified-since": known.lastModified }),
    ...headers,
  };
}

/** The address that an answer redirects to; undefined for an answer that is no redirect. @throws FetchFailed */
function targetOf({ statusCode, headers: { location } }: Answer, base: URL): URL | undefined {
  if (!redirects.includes(statusCode) || typeof location !== "string") return undefined;
  const target = URL.parse(location, base);
  if (!target)
    throw new FetchFailed(`The address answered ${statusCode}: it redirects to an address that is not valid.`);
  if (hasBadPort(target))
    throw new FetchFailed(`The address answered ${statusCode}: it redirects to a port that is not for web servers.`);
  return target;
}

/** @throws FetchFailed for an answer that brings no file */
function checkAnswer({ statusCode, headers }: Answer): void {
  if (statusCode === 401 || statusCode === 403) {
    throw new FetchFailed(
      `The address answered ${statusCode}: it does not accept the authorization, or wants one.`,
      false,
      {
        reason: "authorization",
        status: statusCode,
      },
    );
  }
  if (statusCode !== 200) {
    const isCertain = statusCode < 500 && statusCode !== 408 && statusCode !== 429;
    throw new FetchFailed(`The address answered ${statusCode} in place of the file.`, isCertain, {
      reason: "status",
      status: statusCode,
    });
  }
  const encoding = one(headers["content-encoding"])?.toLowerCase() ?? "identity";
  // The first bytes show whether the file is compressed, as in every feed.
  if (encoding === "identity" || encoding === "gzip" || encoding === "x-gzip") return;
  throw new FetchFailed(`The address sent the file packed as ${encoding.slice(0, 40)}, which was not asked for.`);
}

const tooSlow = (): FetchFailed =>
  new FetchFailed(
    `The file arrived at less than ${MINIMUM_RATE / 1_000} kB a second. Serve the file faster, compress it with gzip, or upload it with the upload key.`,
  );

/**
 * Fetches files of stock over HTTPS from public addresses. Connects only to checked addresses, follows up to five redirects, and ends
 * before the deadline.
 */
export class FeedFetcher {
  readonly #settings: Settings;
  readonly #deadlines: Deadlines;
  readonly #closing = new AbortController();

  constructor(settings: Settings, deadlines: Partial<Deadlines> = {}) {
    this.#settings = settings;
    this.#deadlines = { ...usual, ...deadlines };
  }

  /** Fetches a file. Has the type `FetchFeed`. */
  readonly fetch = async (request: Request): Promise<FetchedFeed | "unchanged"> => {
    const { wholeMs = this.#deadlines.wholeMs } = request;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(wholeMs)]);
    let from: URL | undefined;
    let url = new URL(request.url);
    let { authorization } = request;
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      // As in the Fetch standard, only the origin that the partner named gets the credentials.
      if (from && from.origin !== url.origin) authorization = null;
      const fetched = await this.#ask(url, { ...request, authorization }, signal).catch((error) => {
        if (!from || !(error instanceof FetchFailed)) throw error;
        const place = `${url.protocol}//${url.host}`.slice(0, 100);
        throw new FetchFailed(`The address redirects to ${place}. ${error.message}`, error.isCertain, error.parameters);
      });
      if (!(fetched instanceof URL)) return fetched;
      from = url;
      url = fetched;
    }
    throw new FetchFailed(
      `The address redirects more than ${MAX_REDIRECTS} times, perhaps in a circle. Connect the address of the file itself.`,
    );
  };

  /** Makes one request. @returns a URL if the answer is a redirect */
  async #ask(url: URL, request: Request, signal: AbortSignal): Promise<FetchedFeed | "unchanged" | URL> {
    const refusal = blockReason(url, this.#settings);
    if (refusal !== undefined) throw new FetchFailed(`The address may not be fetched: ${refusal}.`);
    const { connectMs, silenceMs } = this.#deadlines;
    const client = new Client(url.origin, {
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      connect: guardedConnector(url.protocol, this.#settings, { timeoutMs: connectMs, mostBytes: 2 * MAX_FEED_BYTES }),
    });
    const close = () => client.destroy();
    try {
      const answer = await client.request({
        method: "GET",
        path: url.pathname + url.search,
        headers: headersOf(request),
        signal,
      });
      const other = answer.statusCode === 304 && request.known ? "unchanged" : targetOf(answer, url);
      if (other) {
        await close();
        return other;
      }
      checkAnswer(answer);
      const validators = { etag: one(answer.headers.etag), lastModified: one(answer.headers["last-modified"]) };
      return { bytes: this.#read(answer.body), validators, close };
    } catch (error) {
      await close();
      throw this.#failure(error, url);
    }
  }

  /** Ends running fetches. They do not count as failed, and the next worker repeats them. */
  close(): void {
    this.#closing.abort();
  }

  async *#read(body: Answer["body"]): AsyncGenerator<Uint8Array> {
    try {
      yield* atMinimumRate(body as AsyncIterable<Uint8Array>, { tooSlow, secondMs: this.#deadlines.secondMs });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown, url?: URL): unknown {
    if (this.#closing.signal.aborted) return new Error("the worker ends");
    return error instanceof FetchFailed ? error : new FetchFailed(sentenceOf(error, this.#deadlines.wholeMs, url));
  }
}
