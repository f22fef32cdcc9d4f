import type { AnswerLine } from "../../server/feeds/answer-in-lines.ts";
import type { FeedProgress, FeedResult } from "../../server/feeds/feed-answer.ts";
import type { Problem } from "../../server/problem.ts";
import { texts } from "../frame/texts.ts";

/** The progress of an upload: first sent bytes, then read lines. */
export type SendProgress = { sent: number; size: number } | FeedProgress;

/** Why a file was not applied. `code` is null if the file did not reach the server. */
export type SendProblem = Problem | { code: null; message: string };

export type SendOutcome = { result: FeedResult } | { problem: SendProblem };

const unreachable: SendProblem = { code: null, message: texts.unreachable };

/**
 * Sends a file. An abort changes nothing in the store, and the promise then never settles. Uses XMLHttpRequest, because `fetch`
 * does not report sent bytes.
 */
export function sendFeed(
  url: string,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: SendProgress) => void },
): Promise<SendOutcome> {
  const { promise, resolve } = Promise.withResolvers<SendOutcome>();
  const request = new XMLHttpRequest();
  let read = 0;
  const readLines = () => {
    for (let end = request.responseText.indexOf("\n", read); end >= 0; end = request.responseText.indexOf("\n", read)) {
      const line: AnswerLine<FeedProgress, FeedResult> = JSON.parse(request.responseText.slice(read, end));
      read = end + 1;
      if ("progress" in line) onProgress(line.progress);
      else resolve(line);
    }
  };
  request.open("PUT", url);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.upload.onprogress = ({ loaded }) => onProgress({ sent: loaded, size: file.size });
  request.onprogress = () => {
    if (request.status === 200) readLines();
  };
  request.onload = () => {
    if (request.status === 200) readLines();
    else resolve({ problem: readProblem(request.responseText) });
    // The answer broke off.
    resolve({ problem: unreachable });
  };
  request.onerror = () => resolve({ problem: unreachable });
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return promise;
}

/** The problem in an answer of ours. Any other answer counts as unreachable. */
export function readProblem(text: string): SendProblem {
  try {
    return JSON.parse(text);
  } catch {
    return unreachable;
  }
}
