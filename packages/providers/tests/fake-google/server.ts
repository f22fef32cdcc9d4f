import Fastify, { type FastifyInstance } from "fastify";
import { HOSTS } from "../../src/google/hosts.ts";
import { adsRoutes } from "./ads-routes.ts";
import { addControls } from "./control-routes.ts";
import { Fault, merchantFault, notFound } from "./fault.ts";
import { localFeedRoutes } from "./local-feed-routes.ts";
import { merchantRoutes } from "./merchant-routes.ts";
import { productRoutes } from "./product-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { countCall } from "./quotas.ts";
import { checkQuery, findRoute, type Route } from "./route.ts";
import { authorize, grantToken } from "./sign-in.ts";
import { createWorld, timeOf, type World } from "./world.ts";

const routes: Route[] = [...profileRoutes, ...merchantRoutes, ...localFeedRoutes, ...productRoutes, ...adsRoutes];

/** The fault that the test has ordered for this call, if any. */
function orderedFault(world: World, call: string) {
  const ordered = world.faults.find(({ match, times }) => times > 0 && new RegExp(match).test(call));
  if (!ordered) return undefined;
  ordered.times--;
  const { code, status, reason, retryAfter, isDone } = ordered;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const fault = reason
    ? merchantFault(code, status, reason, "An ordered fault.")
    : new Fault(code, status, "An ordered fault.", [], headers);
  return { fault, isDone: isDone === true };
}

interface Call {
  host: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}

function answer(world: World, { host, method, path, query, body, headers }: Call): unknown {
  const ordered = orderedFault(world, `${method} ${host}${path}`);
  if (ordered && !ordered.isDone) throw ordered.fault;
  authorize(world, host, headers.authorization as string | undefined);
  countCall(world, host);
  const found = findRoute(routes, host, method, path);
  if (!found) throw notFound();
  const isRegistering = path.endsWith(":registerGcp");
  if (host === HOSTS.merchant && !world.merchant.isProjectRegistered && !isRegistering) {
    const message = "The GCP project is not registered with the merchant account.";
    throw merchantFault(401, "UNAUTHENTICATED", "GCP_NOT_REGISTERED", message);
  }
  checkQuery(found.route, query);
  const result = found.route.handle({ world, params: found.params, query, body, headers });
  if (ordered) throw ordered.fault;
  return result;
}

export interface FakeGoogle {
  app: FastifyInstance;
  world: World;
}

/**
 * The used part of Google's APIs on one port. Each host is a folder. The fake refuses every call that Google would refuse, stores
 * the rest, and has its own clock, people and faults (`/fake/…`).
 */
export function createFakeGoogle(world = createWorld()): FakeGoogle {
  // 10,000 operations of a request have several megabytes.
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: false }, bodyLimit: 16 * 1024 * 1024 });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  addControls(app, world);

  app.post(`/${HOSTS.signIn}/token`, (request, reply) => {
    const [status, body] = grantToken(world, request.body as URLSearchParams);
    return reply.code(status).send(body);
  });

  app.all("/*", (request, reply) => {
    const { pathname } = new URL(request.url, "http://fake");
    const [, host = "", rest = ""] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
    const call = { host, method: request.method, path: decodeURIComponent(rest) };
    const at = timeOf(world);
    try {
      const { body, headers } = request;
      const result = answer(world, { ...call, query: request.query as Record<string, string>, body, headers });
      world.calls.push({ at, ...call, status: 200 });
      return reply.send(result);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      world.calls.push({ at, ...call, status: error.code });
      if (error.code === 0) return reply.hijack();
      return reply.code(error.code).headers(error.headers).send(error.body());
    }
  });
  return { app, world };
}
