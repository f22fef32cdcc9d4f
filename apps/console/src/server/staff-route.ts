import "server-only";
import {
  appRouter,
  authorize,
  type Context,
  createCaller,
  DomainError,
  type Meta,
  readBounded,
} from "@highstreet/router";
import { limitCalls } from "./limit-calls.ts";
import { problemAnswer } from "./problem.ts";
import { staffAccess } from "./staff-access.ts";

const MiB = 1024 * 1024;

/** A call by a member of staff. */
interface StaffCall<Params> {
  request: Request;
  params: Params;
  ctx: Context;
}

type Handler<Params> = (call: StaffCall<Params>) => Promise<Response>;
type Route<Params> = (request: Request, route: { params: Promise<Params> }) => Promise<Response>;

/**
 * A route for staff alone. Without a session the answer is 401, before a byte of the body is read.
 * @param refuse how the route answers an error
 * @param callsOf how many calls a request counts as
 */
export function staffRoute<Params>(
  handler: Handler<Params>,
  refuse: (error: unknown) => Response = problemAnswer,
  callsOf: (request: Request) => number = () => 1,
): Route<Params> {
  return async (request, { params }) => {
    try {
      const ctx = await staffAccess().contextOf(request.headers);
      limitCalls(ctx.actor, request.headers, callsOf(request));
      if (!ctx.actor) throw new DomainError("Unauthorized", "Sign in to the console first.");
      return await handler({ request, params: await params, ctx });
    } catch (error) {
      return refuse(error);
    }
  };
}

/** Procedures of `inventory` by name. */
type StoreProcedure = keyof typeof appRouter._def.record.inventory;

/**
 * A route for the staff of one store. A caller without the role, or of another shop, is refused before a byte of the body
 * is read.
 * @param procedure of `inventory`, whose access the route has
 */
export function storeRoute<Params extends { retailerId: string; storeId: string }>(
  procedure: StoreProcedure,
  handler: Handler<Params>,
): Route<Params> {
  const meta = appRouter._def.record.inventory[procedure]._def.meta as Meta;
  return staffRoute<Params>(async (call) => {
    const { retailerId, storeId } = call.params;
    authorize(call.ctx.actor, meta, call.params);
    await createCaller(call.ctx).stores.get({ retailerId, storeId });
    return handler(call);
  });
}

/**
 * The request with its JSON body in memory.
 * @throws PayloadTooLarge beyond 1 MiB
 */
export async function inMemory(request: Request): Promise<Request> {
  const body = await readBounded(request, MiB);
  if (!body) throw new DomainError("PayloadTooLarge", "The body is larger than 1 MiB, the most that is taken here.");
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: body.length ? body : undefined });
}
