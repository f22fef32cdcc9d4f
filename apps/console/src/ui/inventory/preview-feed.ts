import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { columnsParameter } from "./columns-of.ts";
import { readProblem, type SendProblem } from "./send-feed.ts";

/** Number of bytes for the first attempt. */
const HEAD = 1 << 20;

/**
 * Previews a file from its beginning, or from the whole file if the beginning is not enough.
 * @throws DOMException if the file is no longer readable, or `signal` is aborted
 */
export async function previewFeed(
  url: string,
  file: Blob,
  columns: FeedMapping,
  signal: AbortSignal,
): Promise<{ preview: StockPreview } | { problem: SendProblem }> {
  const read = await ask(url, file, { partial: file.size > HEAD, columns, signal });
  const needsMore = "preview" in read && read.preview.needsWholeFile;
  return needsMore ? ask(url, file, { partial: false, columns, signal }) : read;
}

async function ask(
  url: string,
  file: Blob,
  { partial, columns, signal }: { partial: boolean; columns: FeedMapping; signal: AbortSignal },
): ReturnType<typeof previewFeed> {
  const body = partial ? file.slice(0, HEAD) : file;
  const headers = { "content-type": "application/octet-stream" };
  try {
    const answer = await fetch(
      `${url}?${new URLSearchParams({ partial: String(partial), ...columnsParameter(columns) })}`,
      { method: "PUT", headers, body, signal },
    );
    return answer.ok ? { preview: await answer.json() } : { problem: readProblem(await answer.text()) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: readProblem("") };
  }
}
