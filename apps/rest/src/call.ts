import {
  type Actor,
  type Answer,
  type Authenticate,
  authorize,
  type CallLimit,
  type Context,
  DomainError,
  databaseOf,
  dryRun,
  dryRunFeed,
  type Meta,
  networkOf,
  preconditionFailed,
  type RateLimit,
  runOnce,
  runOnceOutside,
  untilGone,
} from "@highstreet/router";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAnswer, jsonType } from "./answer.ts";
import { anyOrigin } from "./cors.ts";
import { dryRunText, takeDryRun } from "./dry-run.ts";
import { namesTag, versionsOf } from "./entity-tag.ts";
import { keyedCallOf } from "./idempotency-key.ts";
import { streamArray } from "./json-stream.ts";
import { fixedWords, type Operation } from "./operations/operation.ts";
import { procedureOf } from "./procedure-of.ts";
import { type Query, queryOf } from "./query.ts";
import { type JsonBody, readJson, readStream } from "./read-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, set before the body is read. */
    actor: Actor | null;
  }
}

/** The context of a call without the caller and the request id. */
export type BaseContext = Omit<Context, "actor" | "requestId">;

export interface CallOptions {
  context: BaseContext;
  /** Public address of the service, without a slash at the end. */
  publicUrl: string;
  /** Answers a path that has a fixed word in the place of the barcode. */
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  authenticate: Authenticate;
  rateLimit: CallLimit;
  /** The limit for calls without a key. */
  openLimit: RateLimit;
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

/** The parts of a call that were read. */
interface Call {
  /** The input of the procedure. */
  input: Record<string, unknown>;
  isDryRun: boolean;
  /** The bytes of a JSON body. */
  bytes: Uint8Array;
}

const noBody: JsonBody = { bytes: new Uint8Array(), value: undefined };

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  const { etag } = headers;
  const { method, headers: asked } = reply.request;
  if (etag !== undefined && (method === "GET" || method === "HEAD") && namesTag(asked["if-none-match"], etag)) {
    return reply.code(304).header("etag", etag).send();
  }
  reply.code(status).headers(headers);
  return body === null ? reply.send() : reply.send(body);
}

function isRows(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

/** A text member of a body; empty if there is none. */
function memberOf(body: unknown, name: string): string {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === "string" ? value : "";
}

/** Maximum size of a JSON body in bytes. */
const BODY_LIMIT = 1024 * 1024;

/** The hook and the handler that serve one operation. */
export function createCall(route: Operation, options: CallOptions) {
  const procedure = procedureOf(route.procedure);
  const meta: Meta = procedure._def.meta as Meta;
  const names = namesIn(route.path);
  const reserved = new Set([...names, "body", "feed", ...(route.withoutQuery ?? [])]);
  const limit = route.limit ?? BODY_LIMIT;
  const takesBody = route.method !== "GET";
  const isChange = route.method === "PATCH" || route.method === "DELETE";
  const { rateLimit, openLimit } = options;
  const answerOf = createAnswer(route, options.publicUrl);

  /** Answers 401, 429 and 403 in this order, before a byte of the body is read. */
  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (route.open !== undefined) {
      reply.headers(anyOrigin);
      return limitOpen(`address ${networkOf(request.ip)}`);
    }
    request.actor = await options.authenticate(request.headers.authorization, meta.access, request.ip);
    if (request.actor && "keyId" in request.actor) await limitRate(request.actor.keyId, reply);
    authorize(request.actor, meta, request.params);
  }

  async function limitRate(keyId: string, reply: FastifyReply): Promise<void> {
    const left = await rateLimit.take(`key ${keyId}`);
    reply.header("ratelimit-policy", rateLimit.policy).header("ratelimit", `"default";r=${Math.max(0, left)};t=1`);
    if (left < 0) throw tooManyCalls();
  }

  function limitOpen(caller: string): void {
    if (openLimit.take(caller) >= 0) return;
    throw new DomainError("RateLimited", "There are too many calls. Wait a second and try again.");
  }

  async function readCall(request: FastifyRequest): Promise<Call> {
    const params = request.params as Record<string, string>;
    if (route.body === "stream") {
      const feed = readStream(request.raw, limit);
      const { query, isDryRun } = readQuery(request);
      return { input: { ...query, ...params, feed }, isDryRun, bytes: noBody.bytes };
    }
    const { value, bytes } = takesBody ? await readJson(request.raw, limit, route.ofLines) : noBody;
    const { query, isDryRun } = readQuery(request);
    const input = { ...query, ...params };
    return { input: value === undefined ? input : { ...input, body: value }, isDryRun, bytes };
  }

  function readQuery(request: FastifyRequest): { query: Query; isDryRun: boolean } {
    const query = queryOf(request.raw.url ?? "", reserved);
    return takesBody ? takeDryRun(query) : { query, isDryRun: false };
  }

  /** The versions in `If-Match`. */
  function conditionsOf({ headers }: FastifyRequest): Pick<Context, "ifMatch"> {
    const given = isChange ? headers["if-match"] : undefined;
    return given === undefined ? {} : { ifMatch: versionsOf(given) };
  }

  /**
   * No tag can match a record without versions. Runs the call as a dry run first, because other errors have priority.
   */
  async function refuseTag(ctx: Context, input: Record<string, unknown>): Promise<never> {
    await dryRun(ctx, input, (inside) => run(inside, input));
    throw preconditionFailed();
  }

  function run(ctx: Context, input: unknown): Promise<unknown> {
    return procedure({
      ctx,
      path: route.procedure,
      type: procedure._def.type,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
  }

  /** A read ends when its caller disconnects. */
  async function runRead(ctx: Context, input: unknown, reply: FastifyReply): Promise<unknown> {
    const gone = new AbortController();
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    try {
      return await run(untilGone(ctx, gone.signal), input);
    } catch (error) {
      throw gone.signal.aborted ? new DomainError("MalformedRequest", "The caller has disconnected.") : error;
    }
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { input, isDryRun, bytes } = await readCall(request);
    if (route.open !== undefined) limitOpen(`${route.open} ${memberOf(input.body, route.open)}`);
    const { actor } = request;
    const db = databaseOf(options.context.db, actor);
    const ctx: Context = { ...options.context, db, actor, requestId: request.id, ...conditionsOf(request) };
    const asked = { url: request.raw.url ?? "", params: request.params as Record<string, string> };
    if (!route.guarded && ctx.ifMatch !== undefined && ctx.ifMatch !== "any") return refuseTag(ctx, input);
    if (isDryRun) {
      const scope = ctx.actor?.kind === "upload" ? ctx.actor : input;
      const make = async (inside: Context, given: object) => answerOf(await run(inside, given), asked);
      const dry = await (route.body === "stream"
        ? dryRunFeed(ctx, scope, input.feed as AsyncIterable<Uint8Array>, (inside, feed) =>
            make(inside, { ...input, feed }),
          )
        : dryRun(ctx, scope, (inside) => make(inside, input), { bulk: route.takesFeed && "large" }));
      return reply.headers(jsonType).send(dryRunText(dry));
    }
    const keyed = keyedCallOf(request, bytes, route);
    if (keyed) {
      const runKeyed = route.callsOut ? runOnceOutside : runOnce;
      const once = await runKeyed(ctx, keyed, async (inside) => answerOf(await run(inside, input), asked));
      if (once.replayed) reply.header("idempotent-replayed", "true");
      return send(reply, once);
    }
    const output = await (takesBody ? run(ctx, input) : runRead(ctx, input, reply));
    if (isRows(output)) return reply.headers(jsonType).send(await streamArray(output));
    return send(reply, answerOf(output, asked));
  }

  /** Whether the path belongs to another route: a fixed word is not a barcode, and an empty text is not an id. */
  function isElsewhere(params: Record<string, string>): boolean {
    return names.some((name) => params[name] === "" || (name === "barcode" && fixedWords.has(params[name] ?? "")));
  }

  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      if (isElsewhere(request.params as Record<string, string>)) return options.notFound(request, reply);
      await onRequest(request, reply);
      return undefined;
    },
    handler,
  };
}

export function tooManyCalls(): DomainError {
  return new DomainError("RateLimited", "The key makes too many calls. Wait a second and try again.");
}

/** The error for a URL that cannot be decoded. */
export function badUrl(): DomainError {
  return new DomainError("MalformedRequest", "The address is not valid URL encoding of UTF-8.");
}
