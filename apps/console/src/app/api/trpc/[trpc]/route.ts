import { domainErrorOf, untilGone } from "@highstreet/router";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { batchOf } from "../../../../server/batch-of.ts";
import { consoleRouter } from "../../../../server/console-router.ts";
import { refuseInexactNumbers } from "../../../../server/exact-numbers.ts";
import { headersOf } from "../../../../server/problem.ts";
import { callerRoute, inMemory } from "../../../../server/staff-route.ts";
import { trpcRefusal } from "../../../../server/trpc-refusal.ts";
import { MOST_IN_BATCH } from "../../../../ui/frame/most-in-batch.ts";

const handle = callerRoute(
  async ({ request, ctx }) => {
    const req = await inMemory(request);
    const { searchParams } = new URL(req.url);
    refuseInexactNumbers(request.method === "GET" ? (searchParams.get("input") ?? "") : await req.clone().text());
    return fetchRequestHandler({
      endpoint: "/api/trpc",
      req,
      router: consoleRouter,
      maxBatchSize: MOST_IN_BATCH,
      // GET has only queries. The result is not needed after the user has left the page.
      createContext: () => (request.method === "GET" ? untilGone(ctx, request.signal) : ctx),
      responseMeta: ({ errors }) => ({
        headers: headersOf(errors.map(domainErrorOf).find((domain) => domain?.retryAfter)),
      }),
      onError: ({ error, path }) => {
        if (getHTTPStatusCodeFromError(error) >= 500) console.error(path, error);
      },
    });
  },
  trpcRefusal,
  ({ url }) => batchOf(url),
);

export { handle as GET, handle as POST };
