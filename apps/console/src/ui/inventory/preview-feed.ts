import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import { readProblem, type SendProblem } from "./send-feed.ts";

/** As much of a file as is sent at first. */
const HEAD = 1 << 20;

/**
 * Asks how a file would be read, by its beginning where that is enough.
 * @throws DOMException when the file cannot be read any more, or `signal` is aborted
 */
export async function previewFeed(
  url: string,
  file: Blob,
  signal: AbortSignal,
): Promise<{ preview: StockPreview } | { problem: SendProblem }> {
  const read = await ask(url, file, { partial: file.size > HEAD, signal });
  const needsMore = "preview" in read && read.preview.needsWholeFile;
  return needsMore ? ask(url, file, { partial: false, signal }) : read;
}

async function ask(
  url: string,
  file: Blob,
  { partial, signal }: { partial: boolean; signal: AbortSignal },
): ReturnType<typeof previewFeed> {
  const body = partial ? file.slice(0, HEAD) : file;
  const headers = { "content-type": "application/octet-stream" };
  try {
    const answer = await fetch(`${url}?partial=${partial}`, { method: "PUT", headers, body, signal });
    return answer.ok ? { preview: await answer.json() } : { problem: readProblem(await answer.text()) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: readProblem("") };
  }
}
