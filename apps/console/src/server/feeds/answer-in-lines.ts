import { type Problem, problemOf } from "../problem.ts";
import { texts } from "../texts.ts";

/** A line of the answer: the progress of a call or, at the end, its result. */
export type AnswerLine<Progress, Result> = { progress: Progress } | { result: Result } | { problem: Problem };

const headers = {
  "content-type": "application/x-ndjson",
  // A proxy that compresses would hold the lines back.
  "cache-control": "no-store, no-transform",
};

/** The caller has disconnected, so this answer is never read. */
const givenUp = { status: 400, problem: { code: "MalformedRequest", message: texts.cancelled, members: {} } };

/**
 * Answers in lines of JSON: the progress of a call, then its result or its problem. A call that fails before its first line is
 * answered with only its problem and its status.
 * @param signal of the request; after an abort, the next line throws
 */
export async function answerInLines<Progress, Result>(
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
    (error: unknown) => ({ failure: signal.aborted ? givenUp : problemOf(error) }),
  );
  const first = await Promise.race([begun, ended]);
  if (first?.failure) return Response.json(first.failure.problem, { status: first.failure.status, headers });
  void ended.then((end) => {
    write(end.failure ? { problem: end.failure.problem } : { result: end.result });
    controller?.close();
  });
  return new Response(body, { headers });
}
