import { Limit } from "@highstreet/db";
import * as feeds from "@highstreet/feeds";
import { partnerOf } from "../../access/call-context.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";

const reader = feeds.createFeedReader((options) => new Limit(options));

async function withDomainErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof feeds.FeedError)) throw error;
    throw new DomainError(error.code, error.message, error.members, { cause: error });
  }
}

type AnyFeed = feeds.StockFeed | feeds.StockFile | feeds.StoreProductFeed | feeds.ProductFeed | feeds.EditFeed;
type Open<Feed extends AnyFeed> = Pick<Feed, "header" | "read" | "close">;
export type StockFeed = Open<feeds.StockFeed>;
export type ProductFeed = Open<feeds.ProductFeed>;

/** Receives a feed. @throws PayloadTooLarge, MalformedRequest, FeedTooComplex, UnrecognisedFeed, RateLimited, Unavailable */
export const spool = (source: Parameters<typeof feeds.spool>[0], options: feeds.SpoolOptions): Promise<feeds.Spool> =>
  withDomainErrors(feeds.spool(source, options));

/** Takes space for the bytes of a feed that is still being made. `grow` and the call throw RateLimited, Unavailable. */
export async function feedSpace(owner: string): Promise<{ grow(bytes: number): Promise<void>; leave(): void }> {
  const share = await withDomainErrors(Promise.try(() => feeds.spoolRoom.enter(owner)));
  return { grow: (bytes) => withDomainErrors(Promise.try(() => share.grow(bytes))), leave: share.leave };
}

/** Opens a stock feed. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable */
export async function openStock(bytes: feeds.Spool, options: feeds.StockOptions): Promise<StockFeed> {
  const feed = await withDomainErrors(reader.openStock(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

export async function openStockFile(bytes: feeds.Spool, options: feeds.StockOptions): Promise<Open<feeds.StockFile>> {
  const feed = await withDomainErrors(reader.openStockFile(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

export async function openStoreProducts(
  bytes: feeds.Spool,
  options: feeds.StockOptions,
): Promise<Open<feeds.StoreProductFeed>> {
  const feed = await withDomainErrors(reader.openStoreProducts(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

export async function openProducts(
  bytes: feeds.Spool,
  options: Parameters<typeof reader.openProducts>[1],
): Promise<ProductFeed> {
  const feed = await withDomainErrors(reader.openProducts(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

export async function openEdits(bytes: feeds.Spool): Promise<Open<feeds.EditFeed>> {
  const feed = await withDomainErrors(reader.openEdits(bytes));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

const PIECE = 1 << 16;
async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Reads a JSON list in a parser. @throws MalformedRequest, PayloadTooComplex, RateLimited, Unavailable */
async function openJson(
  json: Uint8Array,
  owner: string,
  options: Parameters<typeof reader.readJson>[1],
): Promise<unknown[]> {
  const bytes = await spool(piecesOf(json), { limit: json.length, owner });
  try {
    return await withDomainErrors(reader.readJson(bytes, options));
  } finally {
    await bytes.close();
  }
}

const handleOf = <Header>(feed: { header: Header; close(): void }) => ({
  header: feed.header,
  close: () => feed.close(),
});

export const previewFeed = (bytes: feeds.Spool, options: feeds.StockOptions): Promise<feeds.StockPreview> =>
  withDomainErrors(reader.previewStock(bytes, options));

/** Makes a small WebP of a picture in a process of its own. @throws InvalidPicture, Unavailable */
export const readPicture = (bytes: feeds.Spool): Promise<feeds.Picture> => withDomainErrors(reader.readPicture(bytes));
export const previewProductFeed = (
  bytes: feeds.Spool,
  options: Parameters<typeof reader.previewProducts>[1],
): Promise<feeds.StockPreview> => withDomainErrors(reader.previewProducts(bytes, options));

/** Whether an error refuses the feed itself. The service records the refusal, and the feed's source becomes invalid. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "UnrecognisedFeed" || error.code === "FeedTooComplex");
}

/** The reason of a refused feed for programs, without the names that the file has. */
export function problemOfFeed({ code, members }: DomainError): {
  code: string;
  parameters: Record<string, unknown>;
} {
  const { seen: _seen, suggestions: _suggestions, ...parameters } = members;
  return { code, parameters };
}

/** The owner of a feed's space: the caller's partner or, without a known partner, the retailer. */
export function ownerOf(actor: Actor | null, retailerId = ""): string {
  return partnerOf(actor, retailerId) ?? retailerId.toLowerCase();
}

/** Unpacked bytes. A larger feed uses the bulk slots for large feeds, so that it does not delay small feeds. */
const LARGE = 4 << 20;

/** The bulk slots of a feed (`Database.bulkTransaction`). @param size unpacked, in bytes */
export const feedSize = (size: number): "small" | "large" => (size > LARGE ? "large" : "small");

const LARGE_BODY = 1 << 20;
/** A body that is parsed in less than a millisecond. */
const SMALL_BODY = 32 << 10;
const MAX_TURN_MS = 30_000;
const turns = new Limit({ total: 1, each: 1 });

/**
 * Waits for a turn of the event loop without other costly work, so that calls at the same time do not stop the process. Owners take turns.
 * @param owner the caller's partner
 */
export async function takeTurn(owner: string): Promise<void> {
  await turns.take(owner, performance.now() + MAX_TURN_MS);
  setImmediate(() => turns.give(owner));
}

/** Cleaning takes microseconds for each of these signs. With more of them, another process cleans. */
const MANY_SIGNS = 5_000;
const html = /[<>&]/;

/**
 * Parses a JSON body. Checks its depth, its values, its names and its numbers before it makes a value.
 * @param owner the caller's partner
 * @param ofLines members of any name can be a barcode
 * @throws MalformedRequest, PayloadTooComplex; of a body over 1 MiB also PayloadTooComplex if it is no list, RateLimited, Unavailable
 */
export async function parseBody(body: Uint8Array, owner: string, ofLines?: boolean): Promise<unknown> {
  if (body.length <= LARGE_BODY) {
    if (body.length > SMALL_BODY) await takeTurn(owner);
    return withDomainErrors((async () => feeds.readJsonBody(body, ofLines))());
  }
  return openJson(body, owner, { ofLines });
}

/** Refuses a JSON text that {@link parseBody} refuses. @returns the whole numbers beyond 2^53. @throws as {@link parseBody} */
export const surveyBody = (json: string) => withDomainErrors((async () => feeds.surveyJson(json))());

/** The descriptions as basic HTML. @param owner the caller's partner */
export async function cleanDescriptions(texts: string[], owner: string): Promise<string[]> {
  if (texts.join("").split(html, MANY_SIGNS).length < MANY_SIGNS) return texts.map(feeds.cleanDescription);
  return (await openJson(Buffer.from(JSON.stringify(texts)), owner, { isHtml: true })) as string[];
}

interface Counts {
  id: string;
  mode: string;
  status: string;
  validLines: number;
  rejectedLines: number;
}

/** Runs an ingest in a span of its own, which shows the counts of its record. */
export async function traceIngest<I extends Counts>(
  { tracer }: Pick<Context, "tracer">,
  work: () => Promise<I>,
): Promise<I> {
  if (!tracer) return work();
  return tracer.span("ingest", {}, async (span) => {
    const ingest = await work();
    const { id, mode, status, validLines, rejectedLines } = ingest;
    span.set({
      "highstreet.ingest_id": id,
      "highstreet.mode": mode,
      "highstreet.status": status,
      "highstreet.valid_lines": validLines,
      "highstreet.rejected_lines": rejectedLines,
    });
    return ingest;
  });
}
