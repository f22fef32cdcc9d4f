import { type Context, DomainError, dryRunFeed, withCommitGuard } from "@highstreet/router";
import type { Ingest, StockFile } from "@highstreet/router/features/ingest/ingest.schema.ts";
import type { FeedMapping } from "@highstreet/router/features/sources/source.schema.ts";
import { type Problem, problemOf } from "../problem.ts";
import { texts } from "../texts.ts";

/**
 * The bytes of a request's body as they arrive.
 * @throws MalformedRequest during the read, if the rest does not arrive
 */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // The caller is gone, so any cause gives the same error.
    throw new DomainError("MalformedRequest", texts.cutOff);
  }
}

/** The columns in a query. The procedure checks them. @throws MalformedRequest for text that is not JSON */
export function columnsIn(query: URLSearchParams): FeedMapping | undefined {
  const text = query.get("columns");
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError("MalformedRequest", texts.columnsNotJson);
  }
}

/** A file to preview. `?partial=true`: the body has only the first bytes of the file. */
export const previewedIn = ({ request, asked }: { request: Request; asked: URLSearchParams }) => ({
  partial: asked.get("partial") === "true",
  columns: columnsIn(asked),
  feed: bytesOf(request),
});

export interface FeedProgress {
  lines: number;
}

/** `events`, of a dry run: the number of updates that receivers would get. */
export type FeedResult = ({ ingest: Ingest } | { file: StockFile }) & { events?: number };

/** A line of the answer: the progress of a call or, at the end, its result. */
export type AnswerLine<Progress, Result> = { progress: Progress } | { result: Result } | { problem: Problem };

const headers = {
  "content-type": "application/x-ndjson",
  // A proxy that compresses would hold the lines back.
  "cache-control": "no-store, no-transform",
};

/** The caller has disconnected, so this answer is never read. */
const givenUp = () => ({
  status: 400,
  problem: { code: "MalformedRequest", message: texts.cancelled, members: {} },
});

/**
 * Answers in lines of JSON: the progress of a call, then its result or its problem. A call that fails before its first line is
 * answered with only its problem and its status.
 * @param signal of the request; after an abort, the next line throws
 */
async function answerInLines<Progress, Result>(
  signal: AbortSignal,
  call: (say: (progress: Progress) => void) => Promise<Result>,
): Promise<Response> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own;
    },
    cancel: () => {
      controller = undefined;
    },
  });
  const write = (line: AnswerLine<Progress, Result>) => controller?.enqueue(Buffer.from(`${JSON.stringify(line)}\n`));
  const ended = call((progress) => {
    signal.throwIfAborted();
    write({ progress });
    begin(undefined);
  }).then(
    (result) => ({ result, failure: undefined }),
    (error: unknown) => ({ failure: signal.aborted ? givenUp() : problemOf(error) }),
  );
  const first = await Promise.race([begun, ended]);
  if (first?.failure) return Response.json(first.failure.problem, { status: first.failure.status, headers });
  void ended.then((end) => {
    write(end.failure ? { problem: end.failure.problem } : { result: end.result });
    controller?.close();
  });
  return new Response(body, { headers });
}

interface TakenCall {
  request: Request;
  params: { retailerId: string; storeId?: string };
  asked: URLSearchParams;
  ctx: Context;
}

interface SentFeed {
  mode: "update" | "replace";
  columns: FeedMapping | undefined;
  feed: AsyncIterable<Uint8Array>;
}

/**
 * Takes in the file of a request, with `?mode=` and `?columns=`. Answers in lines: the number of read lines, then the result.
 * `?dryRun=true` answers with the effects. An upload that is cancelled before its commit changes nothing. Pages of other sites cannot
 * call such a route: browsers send a preflight before a PUT, which the route refuses.
 */
export async function takeFeed(
  { request, params, asked, ctx }: TakenCall,
  put: (ctx: Context, sent: SentFeed) => Promise<FeedResult>,
): Promise<Response> {
  const { signal } = request;
  const mode = asked.get("mode") === "replace" ? "replace" : "update";
  const sent: SentFeed = { mode, columns: columnsIn(asked), feed: bytesOf(request) };
  return answerInLines<FeedProgress, FeedResult>(signal, async (say) => {
    const telling = { ...ctx, onLines: (lines: number) => say({ lines }) };
    if (asked.get("dryRun") === "true") {
      const { response, affected } = await dryRunFeed(telling, params, sent.feed, (inside, feed) =>
        put(inside, { ...sent, feed }),
      );
      return { ...response, events: affected.counts.events };
    }
    return put(
      withCommitGuard(telling, async () => signal.throwIfAborted()),
      sent,
    );
  });
}
