import { Limit } from "@highstreet/db";
import * as feeds from "@highstreet/feeds";
import { partnerOf } from "../../kernel/call-database.ts";
import type { Actor } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";

const reader = feeds.createFeedReader((options) => new Limit(options));

/** Turns the errors of @highstreet/feeds into errors of the API. */
async function withDomainErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof feeds.FeedError)) throw error;
    throw new DomainError(error.code, error.message, error.members, { cause: error });
  }
}

type AnyFeed = feeds.StockFeed | feeds.StoreProductFeed | feeds.ProductFeed | feeds.EditFeed;
type Open<Feed extends AnyFeed> = Pick<Feed, "header" | "read" | "close">;
/** A stock feed with a valid header. The caller must close it. */
export type StockFeed = Open<feeds.StockFeed>;
/** A feed of product data with a valid header. The caller must close it. */
export type ProductFeed = Open<feeds.ProductFeed>;

/** Receives a feed. @throws PayloadTooLarge, MalformedRequest, FeedTooComplex, UnrecognisedFeed, RateLimited, Unavailable */
export const spool = (source: Parameters<typeof feeds.spool>[0], options: feeds.SpoolOptions): Promise<feeds.Spool> =>
  withDomainErrors(feeds.spool(source, options));

/** Opens a stock feed. @throws UnrecognisedFeed, PayloadTooLarge, FeedTooComplex, Unavailable */
export async function openStock(bytes: feeds.Spool, options: feeds.StockOptions): Promise<StockFeed> {
  const feed = await withDomainErrors(reader.openStock(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

/** Opens the product data of a stock feed. @throws as {@link openStock} */
export async function openStoreProducts(
  bytes: feeds.Spool,
  options: feeds.StockOptions,
): Promise<Open<feeds.StoreProductFeed>> {
  const feed = await withDomainErrors(reader.openStoreProducts(bytes, options));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

/** Opens a feed of product data. @throws as {@link openStock} */
export async function openProducts(bytes: feeds.Spool): Promise<ProductFeed> {
  const feed = await withDomainErrors(reader.openProducts(bytes));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

/** Opens a file of edits. @throws as {@link openStock} */
export async function openEdits(bytes: feeds.Spool): Promise<Open<feeds.EditFeed>> {
  const feed = await withDomainErrors(reader.openEdits(bytes));
  return { ...handleOf(feed), read: (work) => withDomainErrors(feed.read(work)) };
}

const handleOf = <Header>(feed: { header: Header; close(): void }) => ({
  header: feed.header,
  close: () => feed.close(),
});

/** Previews a stock feed. @throws as {@link openStock} */
export const previewFeed = (bytes: feeds.Spool, options: feeds.StockOptions): Promise<feeds.StockPreview> =>
  withDomainErrors(reader.previewStock(bytes, options));

/** Whether an error refuses the feed itself. The service records the refusal, and the feed's source becomes invalid. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "UnrecognisedFeed" || error.code === "FeedTooComplex");
}

/** The owner of a feed's space: the caller's partner or, without a known partner, the retailer. */
export function ownerOf(actor: Actor | null, retailerId = ""): string {
  return partnerOf(actor, retailerId) ?? retailerId.toLowerCase();
}

/** Unpacked bytes. A larger feed uses the bulk slots for large feeds, so that it does not delay small feeds. */
const LARGE = 4 << 20;

/** The bulk slots of a feed (`Database.bulkTransaction`). @param size unpacked, in bytes */
export const feedSize = (size: number): "small" | "large" => (size > LARGE ? "large" : "small");
