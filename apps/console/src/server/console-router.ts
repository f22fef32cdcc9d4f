import "server-only";
import { appRouter, createCaller, dryRun, mergeRouters, type ProcedureOf, procedure, router } from "@highstreet/router";
import { inputsOf, RedeliveredToEndpoint } from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Redelivered, RedeliverRange } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { z } from "zod";
import { inbox } from "./inbox/inbox.router.ts";

/** Dry runs of procedures of packages/router. The console shows their effects before a person confirms. */
const rehearsals = router({
  redeliverRange: procedure
    .meta({ access: "channels:write", stores: "named" })
    .input(RedeliverRange)
    .output(Redelivered)
    .mutation(async ({ ctx, input }) => {
      const { response } = await dryRun(ctx, input, (inside) => createCaller(inside).webhooks.redeliverRange(input));
      return response;
    }),
  redeliverToEndpoint: procedure
    .meta({ access: "channels:write" })
    .input(inputsOf({ retailerId: z.string() }).redeliver)
    .output(RedeliveredToEndpoint)
    .mutation(async ({ ctx, input }) => {
      const { response } = await dryRun(ctx, input, (inside) => createCaller(inside).endpoints.redeliverRange(input));
      return response;
    }),
  redeliverToPartnerEndpoint: procedure
    .meta({ access: "channels:write", wholePartner: true })
    .input(inputsOf({}).redeliver)
    .output(RedeliveredToEndpoint)
    .mutation(async ({ ctx, input }) => {
      const { response } = await dryRun(ctx, {}, (inside) =>
        createCaller(inside).partnerEndpoints.redeliverRange(input),
      );
      return response;
    }),
});

/** All procedures that the pages call: the shared procedures, dry runs of some, and the inbox. */
export const consoleRouter = mergeRouters(appRouter, router({ inbox, rehearsals }));

export type ConsoleRouter = typeof consoleRouter;

export type ProcedureName = ProcedureOf<ConsoleRouter>;
