import { createCaller, dryRun, procedure, router } from "@highstreet/router";
import { Redelivered, RedeliverRange } from "@highstreet/router/features/webhooks/endpoint.schema.ts";

/** Dry runs of procedures of packages/router. The console shows their effects before a person confirms. */
export const rehearsals = router({
  redeliverRange: procedure
    .meta({ access: "channels:write" })
    .input(RedeliverRange)
    .output(Redelivered)
    .mutation(async ({ ctx, input }) => {
      const { response } = await dryRun(ctx, input, (inside) => createCaller(inside).webhooks.redeliverRange(input));
      return response;
    }),
});
