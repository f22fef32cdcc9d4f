import { blockReason, guardedConnector } from "@highstreet/outbound";
import type { Settings } from "@highstreet/router";
import { LARGEST_FEED } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import { type FeedRequest, type FetchedFeed, FetchFailed } from "@highstreet/router/features/pulls/index.ts";
import { Client, type Dispatcher } from "undici";
import { sentenceOf } from "./fetch-errors.ts";
import { atMinimumRate, MINIMUM_RATE } from "./minimum-rate.ts";

export interface Deadlines {
  /** For the connection. */
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

function headersOf({ authorization, known }: FeedRequest): Record<string, string> {
  return {
    accept: "*/*",
    "accept-encoding": "gzip",
    "user-agent": "Highstreet",
    ...(authorization !== null && { authorization }),
    ...(known?.etag != null && { "if-none-match": known.etag }),
    ...(known?.lastModified != null && { "if-modified-since": known.lastModified }),
  };
}

/** The address that an answer redirects to; undefined for an answer that is no redirect. @throws FetchFailed */
function targetOf({ statusCode, headers: { location } }: Answer, base: URL): URL | undefined {
  if (!redirects.includes(statusCode) || typeof location !== "string") return undefined;
  const target = URL.parse(location, base);
  if (!target)
    throw new FetchFailed(`The address answered ${statusCode}: it redirects to an address that is not valid.`);
  return target;
}

/** @throws FetchFailed for an answer that brings no file */
function checkAnswer({ statusCode, headers }: Answer): void {
  if (statusCode === 401 || statusCode === 403) {
    throw new FetchFailed(`The address answered ${statusCode}: it does not accept the authorization, or wants one.`);
  }
  if (statusCode !== 200) throw new FetchFailed(`The address answered ${statusCode} in place of the file.`);
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
  readonly fetch = async (request: FeedRequest): Promise<FetchedFeed | "unchanged"> => {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#deadlines.wholeMs)]);
    let from: URL | undefined;
    let url = new URL(request.url);
    let { authorization } = request;
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      // As in the Fetch standard, only the origin that the partner named gets the credentials.
      if (from && from.origin !== url.origin) authorization = null;
      const fetched = await this.#ask(url, { ...request, authorization }, signal).catch((error) => {
        if (!from || !(error instanceof FetchFailed)) throw error;
        const place = `${url.protocol}//${url.host}`.slice(0, 100);
        throw new FetchFailed(`The address redirects to ${place}. ${error.message}`);
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
  async #ask(url: URL, request: FeedRequest, signal: AbortSignal): Promise<FetchedFeed | "unchanged" | URL> {
    const refusal = blockReason(url, this.#settings);
    if (refusal !== undefined) throw new FetchFailed(`The address may not be fetched: ${refusal}.`);
    const { connectMs, silenceMs } = this.#deadlines;
    const client = new Client(url.origin, {
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      connect: guardedConnector(url.protocol, this.#settings, { timeoutMs: connectMs, mostBytes: 2 * LARGEST_FEED }),
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
      throw this.#failure(error);
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

  #failure(error: unknown): unknown {
    if (this.#closing.signal.aborted) return new Error("the worker ends");
    return error instanceof FetchFailed ? error : new FetchFailed(sentenceOf(error, this.#deadlines.wholeMs));
  }
}
