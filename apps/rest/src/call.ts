import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Actor,
  type Affected,
  type Answer,
  type Authenticate,
  authorize,
  type Context,
  DomainError,
  databaseOf,
  dryRun,
  dryRunFeed,
  type KeyedCall,
  type Meta,
  networkOf,
  ownerOf,
  type PathScope,
  preconditionFailed,
  type RateLimit,
  runOnce,
  runOnceOutside,
  tooManyCalls,
  transactionScopeOf,
} from "@highstreet/router";
import { fixedWords } from "@highstreet/router/features/shelf/visibility.schema.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createAnswer, jsonType, streamArray, withDecimals } from "./answer.ts";
import { anyOrigin } from "./cors.ts";
import { namesTag, versionsOf } from "./entity-tag.ts";
import { type Operation, parameterNames, procedureOf, readsIfMatch } from "./operations/operation.ts";
import { malformed, type Query, queryOf } from "./query.ts";
import { type JsonBody, noBody, readJson, readStream } from "./read-body.ts";

/** @throws MalformedRequest if the value is neither `true` nor `false`, and for another spelling of the name */
function takeDryRun({ dryRun, ...query }: Query): { query: Query; isDryRun: boolean } {
  const other = Object.keys(query).find((name) => /^dry[_-]?run$/i.test(name));
  if (other) throw malformed(`?${other}`, "UnknownField", `"${other}" is not known here; do you mean "dryRun"?`);
  if (dryRun === undefined || dryRun === "false") return { query, isDryRun: false };
  if (dryRun === "true") return { query, isDryRun: true };
  throw malformed("?dryRun", "InvalidValue", "must be true or false");
}

function dryRunText({ response, affected }: { response: Answer; affected: Affected }): string {
  return `{"response":${response.body ?? "null"},"affected":${withDecimals(JSON.stringify(affected))}}`;
}

/**
 * The call with its `Idempotency-Key`; undefined without a key, and for idempotent methods.
 * @throws MalformedRequest for a key that is empty or over 255 characters
 */
function keyedCallOf(
  request: FastifyRequest,
  body: Uint8Array,
  { takesFeed }: Pick<Operation, "takesFeed">,
): KeyedCall | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || (request.method !== "POST" && request.method !== "PATCH")) return undefined;
  if (typeof key !== "string" || key === "" || key.length > 255) {
    throw new DomainError("MalformedRequest", "Idempotency-Key must be 1 to 255 characters, such as a new UUID.");
  }
  const url = request.raw.url ?? "";
  const path = url.startsWith("/v1/") ? url.slice(3) : url;
  const scope = transactionScopeOf(request.params as PathScope);
  return { key, sent: [request.method, path], body, scope, bulk: takesFeed && "large" };
}

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, set before the body is read. */
    actor: Actor | null;
  }
}

export type BaseContext = Omit<Context, "actor" | "requestId">;

/** Around the call of an operation by MCP: the agent's name, which no header can set, and the body, which is read already. */
export const callOfAgent = new AsyncLocalStorage<{ agent: string; body: JsonBody }>();

export interface CallOptions {
  context: BaseContext;
  /** Public address of the service, without a slash at the end. */
  publicUrl: string;
  /** Answers a path that has a fixed word in the place of the barcode. */
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  authenticate: Authenticate;
  rateLimit: RateLimit;
  openLimit: RateLimit;
}

interface Call {
  input: Record<string, unknown>;
  isDryRun: boolean;
  bytes: Uint8Array;
}

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

export const BODY_LIMIT = 1024 * 1024;

/** Limits the calls without a key. @param caller such as `address 203.0.113.9` @throws RateLimited */
export function limitOpen(openLimit: RateLimit, caller: string): void {
  if (openLimit.take(caller) >= 0) return;
  throw new DomainError("RateLimited", "There are too many calls. Wait a second and try again.");
}

/** Counts a call of the key. @throws RateLimited */
export function limitRate(rateLimit: RateLimit, actor: Actor | null, reply: FastifyReply): void {
  if (!actor || !("keyId" in actor)) return;
  const left = rateLimit.take(`key ${actor.keyId}`);
  reply.header("ratelimit-policy", rateLimit.policy).header("ratelimit", `"default";r=${Math.max(0, left)};t=1`);
  if (left < 0) throw tooManyCalls();
}

export function createCall(route: Operation, options: CallOptions) {
  const procedure = procedureOf(route.procedure);
  const meta: Meta = procedure._def.meta as Meta;
  const names = parameterNames(route.path);
  const reserved = new Set([...names, "body", "feed", ...(route.withoutQuery ?? [])]);
  const limit = route.limit ?? BODY_LIMIT;
  const takesBody = route.method !== "GET";
  const takesIfMatch = readsIfMatch(route);
  const { rateLimit, openLimit } = options;
  const answerOf = createAnswer(route, options.publicUrl);

  /** Answers 401, 429 and 403 in this order, before a byte of the body is read. */
  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (isElsewhere(request.params as Record<string, string>)) return options.notFound(request, reply);
    if (route.open !== undefined) {
      reply.headers(anyOrigin);
      limitOpen(openLimit, `address ${networkOf(request.ip)}`);
      return undefined;
    }
    request.actor = await options.authenticate(request.headers.authorization, meta.access, request.ip);
    limitRate(rateLimit, request.actor, reply);
    authorize(request.actor, meta, request.params);
    return undefined;
  }

  async function readCall(request: FastifyRequest): Promise<Call> {
    const params = request.params as Record<string, string>;
    if (route.body === "stream") {
      const feed = readStream(request.raw, limit);
      const { query, isDryRun } = readQuery(request);
      return { input: { ...query, ...params, feed }, isDryRun, bytes: noBody.bytes };
    }
    const owner = ownerOf(request.actor, params.retailerId);
    const read = () => callOfAgent.getStore()?.body ?? readJson(request.raw, { limit, owner, ofLines: route.ofLines });
    const { value, bytes } = takesBody ? await read() : noBody;
    const { query, isDryRun } = readQuery(request);
    const input = { ...query, ...params };
    return { input: value === undefined ? input : { ...input, body: value }, isDryRun, bytes };
  }

  function readQuery(request: FastifyRequest): { query: Query; isDryRun: boolean } {
    const query = queryOf(request.raw.url ?? "", reserved);
    return takesBody ? takeDryRun(query) : { query, isDryRun: false };
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

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { input, isDryRun, bytes } = await readCall(request);
    if (route.open !== undefined) {
      const { [route.open]: member } = Object(input.body);
      limitOpen(openLimit, `${route.open} ${typeof member === "string" ? member : ""}`);
    }
    const { actor } = request;
    const db = databaseOf(options.context.db, actor);
    const agent = callOfAgent.getStore()?.agent;
    const caller = { actor, requestId: request.id, ...(agent !== undefined && { agent }) };
    const ifMatch = takesIfMatch ? request.headers["if-match"] : undefined;
    const conditions = ifMatch === undefined ? {} : { ifMatch: versionsOf(ifMatch) };
    const ctx: Context = { ...options.context, db, ...caller, ...conditions };
    const asked = { url: request.raw.url ?? "", params: request.params as Record<string, string> };
    const keyed = keyedCallOf(request, bytes, route);
    const trial: Context = keyed ? { ...ctx, runsOnce: true } : ctx;
    if (!route.guarded && ctx.ifMatch !== undefined && ctx.ifMatch !== "any") return refuseTag(trial, input);
    if (isDryRun) {
      const scope = ctx.actor?.kind === "upload" ? { ...ctx.actor, storeId: ctx.actor.storeId ?? undefined } : input;
      const make = async (inside: Context, given: object) => answerOf(await run(inside, given), asked);
      const dry = await (route.body === "stream"
        ? dryRunFeed(trial, scope, input.feed as AsyncIterable<Uint8Array>, (inside, feed) =>
            make(inside, { ...input, feed }),
          )
        : dryRun(trial, scope, (inside) => make(inside, input), { bulk: route.takesFeed && "large" }));
      return reply.headers(jsonType).send(dryRunText(dry));
    }
    if (keyed) {
      const runKeyed = route.callsOut ? runOnceOutside : runOnce;
      const once = await runKeyed(ctx, keyed, async (inside) => answerOf(await run(inside, input), asked));
      if (once.replayed) reply.header("idempotent-replayed", "true");
      return send(reply, once);
    }
    const output = await run(ctx, input);
    if (isRows(output)) return reply.headers(jsonType).send(await streamArray(output));
    return send(reply, answerOf(output, asked));
  }

  /** Whether the path belongs to another route: a fixed word is not a barcode, and an empty text is not an id. */
  function isElsewhere(params: Record<string, string>): boolean {
    return names.some((name) => params[name] === "" || (name === "barcode" && fixedWords.has(params[name] ?? "")));
  }

  return { onRequest, handler };
}
