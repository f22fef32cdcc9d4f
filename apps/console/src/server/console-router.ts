import "server-only";
import { appRouter, mergeRouters, router } from "@highstreet/router";
import { inbox } from "./inbox/inbox.router.ts";
import { rehearsals } from "./webhooks/rehearsals.router.ts";

/** Everything that the console's pages call: the shared procedures, rehearsals of some, and its own inbox. */
export const consoleRouter = mergeRouters(appRouter, router({ inbox, rehearsals }));

export type ConsoleRouter = typeof consoleRouter;
