import { domainErrorOf } from "@highstreet/router";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { consoleRouter } from "../../../../server/console-router.ts";
import { MAX_BATCH } from "../../../../server/max-batch.ts";
import { headersOf } from "../../../../server/problem.ts";
import { callerRoute, inMemory } from "../../../../server/staff-route.ts";
import { batchOf, checkJson, trpcRefusal } from "../../../../server/trpc-calls.ts";

const handle = callerRoute(
  async ({ request, ctx }) => {
    const req = await inMemory(request);
    const { searchParams } = new URL(req.url);
    await checkJson(request.method === "GET" ? (searchParams.get("input") ?? "") : await req.clone().text());
    return fetchRequestHandler({
      endpoint: "/api/trpc",
      req,
      router: consoleRouter,
      maxBatchSize: MAX_BATCH,
      // Only httpBatchStreamLink takes an answer in parts.
      createContext: ({ info }) => (info.accept === "application/jsonl" ? ctx : { ...ctx, streams: false }),
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
