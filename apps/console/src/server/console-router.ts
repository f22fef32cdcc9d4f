import "server-only";
import { appRouter, mergeRouters, router } from "@highstreet/router";
import { inbox } from "./inbox/inbox.router.ts";

/** Everything that the console's pages call: the shared procedures, and its own inbox. */
export const consoleRouter = mergeRouters(appRouter, router({ inbox }));

export type ConsoleRouter = typeof consoleRouter;
