import "server-only";
import { appRouter, mergeRouters, type ProcedureOf, router } from "@highstreet/router";
import { inbox } from "./inbox/inbox.router.ts";
import { rehearsals } from "./webhooks/rehearsals.router.ts";

/** All procedures that the pages call: the shared procedures, dry runs of some, and the inbox. */
export const consoleRouter = mergeRouters(appRouter, router({ inbox, rehearsals }));

export type ConsoleRouter = typeof consoleRouter;

/** The name of a procedure: `customizations.edit`. */
export type ProcedureName = ProcedureOf<ConsoleRouter>;
