import { initTRPC, TRPCError, tracked } from "@trpc/server";
import { z } from "zod";
import { authorize, type Meta, retailerIdOf } from "./authorize.ts";
import { databaseOf } from "./call-database.ts";
import type { NumberedNotice } from "./changes.schema.ts";
import { whileKeyIsValid } from "./commit-guard.ts";
import type { Context } from "./context.ts";
import { isKeyGone, isRetailerGone, isUnstorable, unavailable, whyUnavailable } from "./database-error.ts";
import { DomainError } from "./errors.ts";
import { retailerNotFound } from "./find-retailer.ts";
import { newId } from "./ids.ts";
import { unauthorized } from "./unauthorized.ts";
import { fromZodError, setPlainMessages } from "./zod-error.ts";

const trpcCodes: Record<number, TRPCError["code"]> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_SERVER_ERROR",
  503: "SERVICE_UNAVAILABLE",
};

/** The domain error of a thrown value; undefined for a defect of the service. */
export function domainErrorOf(thrown: unknown): DomainError | undefined {
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof DomainError) return cause;
  // A verb can write while another call deletes its retailer. The foreign keys refuse the write.
  if (isRetailerGone(cause)) return retailerNotFound();
  if (isKeyGone(cause)) return unauthorized("key");
  if (isUnstorable(cause)) return new DomainError("MalformedRequest", "A text of the call contains U+0000.");
  const why = whyUnavailable(cause);
  return why === undefined ? undefined : unavailable(cause, why);
}

setPlainMessages();

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    // Proxies cut silent connections. A browser without a ping for a while connects again.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter: ({ shape, error }) => {
      const domain = domainErrorOf(error);
      const { code, httpStatus, path } = shape.data;
      return {
        ...shape,
        message: domain?.message ?? "Something went wrong on our side. Please try again.",
        data: { code, httpStatus, path, domain: domain && { code: domain.code, members: domain.members } },
      };
    },
  });

function translated(domain: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[domain.status] ?? "BAD_REQUEST", message: domain.message, cause: domain });
}

/** The errors of a stream come after the guard has returned. */
async function* translatedStream(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  try {
    yield* stream;
  } catch (error) {
    const domain = domainErrorOf(error);
    throw domain ? translated(domain) : error;
  }
}

/** The notices of a stream as events with an id, which a browser sends back after a lost connection. */
export async function* withIds(notices: AsyncIterable<NumberedNotice>) {
  for await (const { id, notice } of notices) yield tracked(id, notice);
}

/**
 * Checks access before the input, so that the body of an unknown caller is not read.
 * `createCaller` does not run `errorFormatter`, so every error becomes a DomainError here, for both transports. This is one
 * middleware, because each middleware costs time in every call.
 */
const guard = t.middleware(async ({ ctx, path, type, meta = { access: "any" }, getRawInput, next }) => {
  const { actor } = ctx;
  // Only the access and the share of staff depend on the input, which names the retailer.
  const staffInput = actor?.kind === "staff" ? await getRawInput() : undefined;
  try {
    authorize(actor, meta, staffInput);
  } catch (error) {
    const refused = domainErrorOf(error);
    throw refused ? translated(refused) : error;
  }
  const isStaff = actor?.kind === "staff";
  const call = isStaff ? { ...ctx, db: databaseOf(ctx.db, actor, retailerIdOf(staffInput)) } : whileKeyIsValid(ctx);
  const run = () => next({ ctx: type === "mutation" ? { ...call, operationId: newId(ctx.now()) } : call });
  const result = await (ctx.tracer
    ? ctx.tracer.span(path, {}, async (span) => {
        const ended = await run();
        if (!ended.ok) span.set({ "error.type": domainErrorOf(ended.error)?.code ?? ended.error.code });
        return ended;
      })
    : run());
  if (result.ok) {
    return type === "subscription"
      ? { ...result, data: translatedStream(result.data as AsyncIterable<unknown>) }
      : result;
  }
  const { cause } = result.error;
  const isInput = result.error.code === "BAD_REQUEST" && cause instanceof z.core.$ZodError;
  const domain = isInput ? fromZodError(cause, await getRawInput()) : domainErrorOf(result.error);
  throw domain ? translated(domain) : result.error;
});

export const { router, mergeRouters, createCallerFactory } = t;

/** The base of all procedures. Checks access and translates errors. */
export const procedure = t.procedure.use(guard);
