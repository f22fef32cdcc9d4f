import { blockReason, hasBadPort } from "@highstreet/outbound";
import type { Settings } from "@highstreet/router";
import type { TryPicture } from "@highstreet/router/features/pictures/index.ts";
import { FetchFailed } from "@highstreet/router/features/pulls/index.ts";
import type { FeedFetcher } from "./feed-fetcher.ts";

const headers = { accept: "image/*", "accept-encoding": "identity" };
/** For one picture, with its redirects. */
const PICTURE_MS = 10_000;
/** The first bytes show what a file is. The connection then closes. */
const READ_BYTES = 64;

/** JPEG, PNG, GIF, WebP, AVIF and HEIC, BMP, TIFF, SVG */
const picture =
  /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp|BM|II\*\0|MM\0\*|(?:\xef\xbb\xbf)?\s{0,9}<(?:\?xml|svg))/s;

/** Asks whether the address of a picture brings a picture. Plain `http` to the internet is not tried, so it counts as loading. */
export const pictureTrier =
  (fetcher: FeedFetcher, settings: Settings, wholeMs = PICTURE_MS): TryPicture =>
  async (address) => {
    const url = URL.parse(address);
    if (!url || hasBadPort(url)) return "broken";
    if (blockReason(url, settings) !== undefined) {
      const secure = new URL(address.replace(/^http:/i, "https:"));
      return blockReason(secure, settings) === undefined ? "loads" : "broken";
    }
    try {
      const fetched = await fetcher.fetch({ url: address, authorization: null, known: null, headers, wholeMs });
      if (fetched === "unchanged") return "loads";
      try {
        return picture.test(await startOf(fetched.bytes)) ? "loads" : "broken";
      } finally {
        await fetched.close();
      }
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      return error.isCertain ? "broken" : "no_answer";
    }
  };

async function startOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let start = Buffer.alloc(0);
  for await (const piece of bytes) {
    start = Buffer.concat([start, piece.subarray(0, READ_BYTES)]);
    if (start.length >= READ_BYTES) break;
  }
  return start.toString("latin1");
}
