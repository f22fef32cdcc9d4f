import type { AnswerLine, FeedProgress, FeedResult } from "../../server/feeds/feed-calls.ts";
import type { Problem } from "../../server/problem.ts";
import { texts } from "../parts/texts.ts";
import { leadToSignIn } from "../parts/trpc.ts";
import { problemWords } from "../server-words/server-words.ts";

export type SendProgress = { sent: number; size: number } | FeedProgress;

/** Why a file was not applied. `code` is null if the file did not reach the server. */
export type SendProblem = Problem | { code: null; message: string };

type SendOutcome = { result: FeedResult } | { problem: SendProblem };

const unreachable = (): SendProblem => ({ code: null, message: texts.unreachable });

const passing = new Set(["RateLimited", "InternalError", "Unavailable"]);

/** Whether the same call can succeed later. @param code null: the call did not reach the server */
export const isPassingError = (code: string | null): boolean => code === null || passing.has(code);

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
    resolve({ problem: unreachable() });
  };
  request.onerror = () => resolve({ problem: unreachable() });
  signal.addEventListener("abort", () => request.abort());
  request.send(file);
  return promise;
}

/** The problem in an answer of ours, in words for people. Any other answer counts as unreachable. */
export function readProblem(text: string): SendProblem {
  try {
    const problem: SendProblem = JSON.parse(text);
    return { ...problem, message: problemWords(problem) };
  } catch {
    return unreachable();
  }
}

/** Uploads a file for the whole shop. @param onProgress called with the sent share in percent @throws Error with a sentence for people */
export function sendFile<Answer>(path: string, file: File, onProgress?: (percent: number) => void): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open("PUT", path);
  request.setRequestHeader("content-type", "application/octet-stream");
  request.upload.onprogress = ({ loaded }) => onProgress?.(Math.round((100 * loaded) / Math.max(1, file.size)));
  request.onload = () => {
    if (request.status === 200) return resolve(JSON.parse(request.responseText));
    const problem = readProblem(request.responseText);
    if (problem.code === "Unauthorized") leadToSignIn();
    reject(new Error(problem.message));
  };
  request.onerror = () => reject(new Error(texts.unreachable));
  request.send(file);
  return promise;
}
