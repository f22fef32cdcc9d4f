import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { consoleRouter } from "../../../../server/console-router.ts";
import { inMemory, staffRoute } from "../../../../server/staff-route.ts";
import { trpcRefusal } from "../../../../server/trpc-refusal.ts";

const handle = staffRoute(async ({ request, ctx }) => {
  const req = await inMemory(request);
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req,
    router: consoleRouter,
    createContext: () => ctx,
    responseMeta: () => ({ headers: { "cache-control": "no-store" } }),
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") console.error(path, error);
    },
  });
}, trpcRefusal);

export { handle as GET, handle as POST };
