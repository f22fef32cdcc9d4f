import { TRPCError } from "@trpc/server";
import { z } from "zod";
import type { Context } from "../kernel/context.ts";
import { DomainError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { bareProcedure, domainErrorOf, middleware, translated } from "../kernel/trpc.ts";
import { fromZodError } from "../kernel/zod-error.ts";
import { authorize, retailerIdOf } from "./authorize.ts";
import { databaseOf, whileCallerMay } from "./call-context.ts";

/** The errors of a stream come after the guard has returned. */
async function* translatedStream(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  try {
    yield* stream;
  } catch (error) {
    const domain = domainErrorOf(error);
    throw domain ? translated(domain) : error;
  }
}

const MAX_WHOLE_LIST = 4 * 1024 * 1024;

async function wholeList(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  let length = 0;
  for await (const row of rows) {
    length += JSON.stringify(row).length;
    if (length > MAX_WHOLE_LIST) {
      throw translated(
        new DomainError(
          "PayloadTooLarge",
          "The list is too long for one answer. Ask for a `page`, or use httpBatchStreamLink.",
        ),
      );
    }
    list.push(row);
  }
  return list;
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/**
 * Checks access before the input, so that the body of an unknown caller is not read.
 * `createCaller` does not run `errorFormatter`, so every error becomes a DomainError here, for both transports. This is one
 * middleware, because each middleware costs time in every call.
 */
const guard = middleware(async ({ ctx, path, type, meta = { access: "any" }, getRawInput, next }) => {
  const { actor } = ctx;
  const staffInput = actor?.kind === "staff" ? await getRawInput() : undefined;
  try {
    authorize(actor, meta, staffInput);
  } catch (error) {
    const refused = domainErrorOf(error);
    throw refused ? translated(refused) : error;
  }
  const retailerId = retailerIdOf(staffInput);
  const own = actor?.kind === "staff" ? { ...ctx, db: databaseOf(ctx.db, actor, retailerId) } : ctx;
  const call = whileCallerMay(own, meta, retailerId);
  const run = () => next({ ctx: type === "mutation" ? { ...call, operationId: newId(ctx.now()) } : call });
  const result = await (ctx.tracer
    ? ctx.tracer.span(path, {}, async (span) => {
        const ended = await run();
        if (!ended.ok) span.set({ "error.type": domainErrorOf(ended.error)?.code ?? ended.error.code });
        return ended;
      })
    : run());
  if (result.ok) {
    if (!isStream(result.data) || (type === "query" && ctx.streams !== false)) return result;
    const stream = translatedStream(result.data);
    return { ...result, data: type === "query" ? await wholeList(stream) : stream };
  }
  const { cause } = result.error;
  const ofInput = result.error.code === "BAD_REQUEST" ? cause : undefined;
  const isRefused = ofInput instanceof z.core.$ZodError;
  // tRPC calls everything that a schema throws a mistake of the caller, as it does for an input that is no JSON.
  const isReadable = () =>
    getRawInput().then(
      () => true,
      () => false,
    );
  const isDefect = ofInput && !isRefused && (await isReadable());
  const thrown = isDefect ? new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }) : result.error;
  const domain = isRefused ? fromZodError(ofInput, await getRawInput()) : domainErrorOf(thrown);
  throw domain ? translated(domain) : thrown;
});

export const procedure = bareProcedure.use(guard);

/** What a procedure calls: it takes what the input gives, and returns what the output takes. */
type Verb<In extends z.ZodType, Out extends z.ZodType> = (
  ctx: Context,
  input: z.output<In>,
) => z.input<Out> | Promise<z.input<Out>>;

/** A procedure that reads: access, input, output and its one verb. */
export function query<In extends z.ZodType, Out extends z.ZodType>(
  access: typeof procedure,
  input: In,
  output: Out,
  verb: Verb<In, Out>,
) {
  return access
    .input(input)
    .output(output)
    .query(({ ctx, input: given }) => verb(ctx, given as z.output<In>) as never);
}

/** The same for a procedure that writes. */
export function mutation<In extends z.ZodType, Out extends z.ZodType>(
  access: typeof procedure,
  input: In,
  output: Out,
  verb: Verb<In, Out>,
) {
  return access
    .input(input)
    .output(output)
    .mutation(({ ctx, input: given }) => verb(ctx, given as z.output<In>) as never);
}
