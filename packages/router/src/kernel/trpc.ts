import { initTRPC, TRPCError, tracked } from "@trpc/server";
import type { NumberedNotice } from "./changes.schema.ts";
import type { Context } from "./context.ts";
import { isRetailerGone, isUnstorable, unavailable, whyUnavailable } from "./database-error.ts";
import { DomainError, type ErrorCode, retailerNotFound } from "./errors.ts";
import type { Meta } from "./roles.schema.ts";
import { setPlainMessages } from "./zod-error.ts";

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

const mistakes: Partial<Record<TRPCError["code"], ErrorCode>> = {
  PARSE_ERROR: "MalformedRequest",
  BAD_REQUEST: "MalformedRequest",
  NOT_FOUND: "RouteNotFound",
  METHOD_NOT_SUPPORTED: "MethodNotAllowed",
  PAYLOAD_TOO_LARGE: "PayloadTooLarge",
  UNSUPPORTED_MEDIA_TYPE: "UnsupportedMediaType",
};

/** The domain error of a thrown value; undefined for a defect of the service. */
export function domainErrorOf(thrown: unknown): DomainError | undefined {
  const cause = thrown instanceof TRPCError ? thrown.cause : thrown;
  if (cause instanceof DomainError) return cause;
  // A verb can write while another call deletes its retailer. The foreign keys refuse the write.
  if (isRetailerGone(cause)) return retailerNotFound();
  if (isUnstorable(cause)) return new DomainError("MalformedRequest", "A text of the call contains U+0000.");
  const why = whyUnavailable(cause);
  if (why !== undefined) return unavailable(cause, why);
  const mistake = thrown instanceof TRPCError ? mistakes[thrown.code] : undefined;
  return mistake && new DomainError(mistake, (thrown as TRPCError).message);
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

export function translated(domain: DomainError): TRPCError {
  return new TRPCError({ code: trpcCodes[domain.status] ?? "BAD_REQUEST", message: domain.message, cause: domain });
}

export async function* withIds(notices: AsyncIterable<NumberedNotice>) {
  for await (const { id, notice } of notices) yield tracked(id, notice);
}

export const { router, mergeRouters, createCallerFactory, procedure: bareProcedure, middleware } = t;

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: DomainError["code"];
  requestId: string;
  [member: string]: unknown;
}

/** `RetailerNotFound` → `Retailer not found` */
export function titleOf(code: string): string {
  const [first, ...rest] = code.split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

/** The public error for a thrown value. A defect shows nothing of its inside. */
export function publicError(thrown: unknown): DomainError {
  const domain = domainErrorOf(thrown);
  if (domain) return domain;
  return new DomainError(
    "InternalError",
    "Something went wrong on our side. Please try again; if it persists, tell us the requestId.",
  );
}

/** @param call.docs the address of the list of errors */
export function problemOf(error: DomainError, call: { docs: string; instance: string; requestId: string }): Problem {
  const { code } = error;
  return {
    type: `${call.docs}#${code}`,
    title: titleOf(code),
    status: error.status,
    detail: error.message,
    instance: call.instance,
    code,
    requestId: call.requestId,
    ...error.members,
  };
}

export function tooLarge(limit: number): DomainError {
  return new DomainError(
    "PayloadTooLarge",
    `The body is larger than ${limit.toLocaleString("en")} bytes, the most that is taken here.`,
    { limit },
  );
}

export function cutOff(received: number): DomainError {
  return new DomainError("MalformedRequest", `The upload was cut off after ${received} bytes.`, { reason: "cut_off" });
}

export function tooManyCalls(): DomainError {
  return new DomainError("RateLimited", "The key makes too many calls. Wait a second and try again.");
}
