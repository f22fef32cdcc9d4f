import { type Actor, appRouter, authorize, type Context, DomainError, type Meta } from "@highstreet/router";
import type { AnyTRPCProcedure } from "@trpc/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { authenticate } from "./authenticate.ts";
import { streamArray } from "./json-stream.ts";
import { type PageOutput, withLinks } from "./links.ts";
import { writePrices } from "./prices.ts";
import { queryOf } from "./query.ts";
import { readJson, readStream } from "./read-body.ts";
import { fixedWords, MiB, type ProcedureName, type Route } from "./routes/route.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls, known before the body is read. */
    actor: Actor | null;
  }
}

/** What a call's context has beside its caller and id. */
export type BaseContext = Omit<Context, "actor" | "requestId">;

export interface CallOptions {
  context: BaseContext;
  /** Address of the service as its callers know it, without a slash at the end. */
  publicUrl: string;
  /** The methods of a path, for a barcode that is none. */
  notFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;

function procedureOf(name: ProcedureName): AnyTRPCProcedure {
  const [feature = "", verb = ""] = name.split(".");
  const procedure = features[feature]?.[verb];
  if (!procedure) throw new Error(`the router has no procedure ${name}`);
  return procedure;
}

const parameter = /:(\w+)/g;

function namesIn(path: string): string[] {
  return [...path.matchAll(parameter)].map(([, name = ""]) => name);
}

/** `Location`: parameters from the path, else from the new resource. */
function locationOf(template: string, params: Record<string, string>, body: unknown): string {
  const made: Record<string, unknown> = { ...(typeof body === "object" ? body : {}), ...params };
  return template.replace(parameter, (_, name: string) => encodeURIComponent(String(made[name])));
}

function isRows(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

/** The hook and the handler that serve a row of the table. What can be known of the row is worked out here, once. */
export function createCall(route: Route, options: CallOptions) {
  const procedure = procedureOf(route.procedure);
  const meta: Meta = procedure._def.meta as Meta;
  const names = namesIn(route.path);
  const reserved = new Set([...names, "body", "feed", ...(route.withoutQuery ?? [])]);
  const limit = route.limit ?? MiB;
  const takesBody = route.method !== "GET";

  /** 401 and 403, before a byte of the body is read (contract §1, Order of checks). */
  async function onRequest(request: FastifyRequest): Promise<void> {
    request.actor = await authenticate(options.context, request.headers.authorization);
    authorize(request.actor, meta, request.params);
  }

  async function inputOf(request: FastifyRequest, params: Record<string, string>): Promise<Record<string, unknown>> {
    if (route.body === "stream") {
      const feed = readStream(request.raw, limit);
      return { ...queryOf(request.raw.url ?? "", reserved), ...params, feed };
    }
    const body = takesBody ? await readJson(request.raw, limit) : undefined;
    const input = { ...queryOf(request.raw.url ?? "", reserved), ...params };
    return body === undefined ? input : { ...input, body };
  }

  function render(output: unknown): { status: number; body: unknown } {
    if (route.creates === undefined) return { status: route.status ?? (output == null ? 204 : 200), body: output };
    const { created, [route.creates]: body } = output as Record<string, unknown>;
    return { status: created === true ? 201 : 200, body };
  }

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = request.params as Record<string, string>;
    const ctx: Context = { ...options.context, actor: request.actor, requestId: request.id };
    const input = await inputOf(request, params);
    const output: unknown = await procedure({
      ctx,
      path: route.procedure,
      type: procedure._def.type,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    });
    const { status, body } = render(output);
    reply.code(status);
    if (body === undefined || body === null) return reply.send();
    if (status === 201 && route.location) {
      const prefix = (request.raw.url ?? "").startsWith("/v1/") ? "/v1" : "";
      reply.header("location", options.publicUrl + prefix + locationOf(route.location, params, body));
    }
    reply.header("content-type", "application/json; charset=utf-8");
    if (isRows(body)) return reply.send(await streamArray(body));
    if (route.prices) writePrices(body);
    const shown = route.page ? withLinks(body as PageOutput, options.publicUrl, request.raw.url ?? "") : body;
    return reply.send(JSON.stringify(shown));
  }

  /** To such a call this route does not exist: a fixed word is no barcode, whatever the method, and nothing is no id. */
  function isElsewhere(params: Record<string, string>): boolean {
    return names.some((name) => params[name] === "" || (name === "barcode" && fixedWords.has(params[name] ?? "")));
  }

  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      if (isElsewhere(request.params as Record<string, string>)) return options.notFound(request, reply);
      await onRequest(request);
      return undefined;
    },
    handler,
  };
}

/** For the error of a URL that cannot be decoded. */
export function badUrl(): DomainError {
  return new DomainError("MalformedRequest", "The address is not valid URL encoding of UTF-8.");
}
