import "server-only";
import {
  appRouter,
  authorize,
  type Context,
  createCaller,
  DomainError,
  type Meta,
  readBounded,
  unauthorized,
} from "@highstreet/router";
import { addressOf, limitCalls } from "./limit-calls.ts";
import { problemAnswer } from "./problem.ts";
import { staffAccess } from "./staff-access.ts";
import { texts } from "./texts.ts";

const MiB = 1024 * 1024;

interface StaffCall<Params> {
  request: Request;
  params: Params;
  /** The query of the address. */
  asked: URLSearchParams;
  ctx: Context;
  api: ReturnType<typeof createCaller>;
}

/** @returns the answer, or an object that the answer has as JSON */
type Handler<Params> = (call: StaffCall<Params>) => Promise<object>;
type Route<Params> = (request: Request, route: { params: Promise<Params> }) => Promise<Response>;

/** Whether a request has a token instead of a session. A proxy can add `Basic` to the calls of browsers. */
const hasToken = ({ headers }: Request): boolean => /^bearer\b/i.test(headers.get("authorization") ?? "");

/**
 * Creates a route for calls of staff, and of programs with an API key.
 * @param refuse makes the route's answer to an error
 * @param callsOf the number of calls in a request, for the rate limit
 */
export function callerRoute(
  handler: (call: { request: Request; ctx: Context }) => Promise<Response>,
  refuse: (error: unknown) => Response,
  callsOf: (request: Request) => number,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const { headers } = request;
      const access = staffAccess();
      access.refuseForeign(request);
      const ctx = await (hasToken(request)
        ? access.keyContextOf(headers, addressOf(headers))
        : access.contextOf(headers));
      await limitCalls(ctx.actor, headers, callsOf(request));
      if (!ctx.actor) throw unauthorized(hasToken(request) ? "key" : "personOrKey");
      return await handler({ request, ctx });
    } catch (error) {
      return refuse(error);
    }
  };
}

/**
 * Creates a route for staff only. Without a session the answer is 401, and the route does not read the body.
 * @param refuse makes the route's answer to an error
 */
export function staffRoute<Params>(
  handler: Handler<Params>,
  refuse: (error: unknown) => Response = problemAnswer,
): Route<Params> {
  return async (request, { params }) => {
    try {
      const access = staffAccess();
      access.refuseForeign(request);
      const ctx = await access.contextOf(request.headers);
      await limitCalls(ctx.actor, request.headers, 1);
      if (!ctx.actor) throw unauthorized("person");
      const asked = new URL(request.url).searchParams;
      const answer = await handler({ request, params: await params, asked, ctx, api: createCaller(ctx) });
      if (answer instanceof Response) return answer;
      return Response.json(answer, { headers: { "cache-control": "no-store" } });
    } catch (error) {
      return refuse(error);
    }
  };
}

type StoreProcedure = keyof typeof appRouter._def.record.inventory;

/**
 * Creates a route for the staff of one store. The route refuses a caller without the role or from another shop before it
 * reads the body.
 * @param procedure the `inventory` procedure with the access rule of the route
 */
export function storeRoute<Params extends { retailerId: string; storeId: string }>(
  procedure: StoreProcedure,
  handler: Handler<Params>,
): Route<Params> {
  const meta = appRouter._def.record.inventory[procedure]._def.meta as Meta;
  return staffRoute<Params>(async (call) => {
    const { retailerId, storeId } = call.params;
    authorize(call.ctx.actor, meta, call.params);
    await call.api.stores.get({ retailerId, storeId });
    return handler(call);
  });
}

const { inventory, products, operations, pictures } = appRouter._def.record;
const { putFile, previewFile } = inventory;
const shopProcedures = {
  putFeed: products.putFeed,
  previewFeed: products.previewFeed,
  putFile,
  previewFile,
  importEdits: operations.importEdits,
  addPicture: pictures.add,
  putPicture: pictures.put,
};

/** The same for the staff of a shop, or of the store in `?store=`. @param procedure the procedure with the access rule of the route */
export function shopRoute<Params extends { retailerId: string }>(
  procedure: keyof typeof shopProcedures,
  handler: Handler<Params>,
): Route<Params> {
  const meta = shopProcedures[procedure]._def.meta as Meta;
  return staffRoute<Params>(async (call) => {
    const { retailerId } = call.params;
    const storeId = call.asked.get("store") ?? undefined;
    authorize(call.ctx.actor, meta, { retailerId, storeId });
    await call.api.staff.shop({ retailerId });
    return handler(call);
  });
}

/**
 * Reads the request's JSON body into memory.
 * @throws PayloadTooLarge beyond 1 MiB
 */
export async function inMemory(request: Request): Promise<Request> {
  const body = await readBounded(request, MiB);
  if (!body) throw new DomainError("PayloadTooLarge", texts.largeBody(1));
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: body.length ? body : undefined });
}
