import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { consoleRouter } from "../../../../server/console-router.ts";
import { staffAccess } from "../../../../server/staff-access.ts";

function handle(request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: consoleRouter,
    createContext: () => staffAccess().contextOf(request.headers),
    responseMeta: () => ({ headers: { "cache-control": "no-store" } }),
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") console.error(path, error);
    },
  });
}

export { handle as GET, handle as POST };
