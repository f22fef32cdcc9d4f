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
  /** For the whole file. */
  wholeMs: number;
  /** Length of one step of the rate check in ms; a second, except in tests. */
  secondMs: number;
}

const usual: Deadlines = { connectMs: 10_000, silenceMs: 30_000, wholeMs: 5 * 60_000, secondMs: 1_000 };

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

/** @throws FetchFailed for an answer that brings no file */
function checkAnswer({ statusCode, headers }: Answer): void {
  if (statusCode >= 300 && statusCode < 400) {
    throw new FetchFailed(
      `The address answered ${statusCode}: it leads elsewhere, which is not followed. Connect the address of the file itself.`,
    );
  }
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
 * Fetches files of stock over HTTPS from public addresses. Connects only to the checked address, follows no redirect, and ends before
 * the deadline.
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
    const url = new URL(request.url);
    const refusal = blockReason(url, this.#settings);
    if (refusal !== undefined) throw new FetchFailed(`The address may not be fetched: ${refusal}.`);
    const { connectMs, silenceMs, wholeMs } = this.#deadlines;
    const client = new Client(url.origin, {
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
      connect: guardedConnector(url.protocol, this.#settings, { timeoutMs: connectMs, mostBytes: 2 * LARGEST_FEED }),
    });
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(wholeMs)]);
    const close = () => client.destroy();
    try {
      const answer = await client.request({
        method: "GET",
        path: url.pathname + url.search,
        headers: headersOf(request),
        signal,
      });
      if (answer.statusCode === 304 && request.known) {
        await close();
        return "unchanged";
      }
      checkAnswer(answer);
      const validators = { etag: one(answer.headers.etag), lastModified: one(answer.headers["last-modified"]) };
      return { bytes: this.#read(answer.body), validators, close };
    } catch (error) {
      await close();
      throw this.#failure(error);
    }
  };

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
