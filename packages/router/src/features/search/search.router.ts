import { z } from "zod";
import { procedure, router } from "../../kernel/trpc.ts";
import { checkNow } from "./check-now.ts";
import { getSetup } from "./get-setup.ts";
import { recordSighting } from "./record-sighting.ts";
import { OfStore, SearchSetup, WidgetSighting } from "./setup.schema.ts";

/** The progress of a store's search channel, and its in-store widget. They belong to the `channels` procedures. */
export const search = router({
  setup: procedure
    .meta({ access: "channels:read" })
    .input(OfStore)
    .output(SearchSetup.nullable())
    .query(({ ctx, input }) => getSetup(ctx, input)),
  check: procedure
    .meta({ access: "channels:write" })
    .input(OfStore)
    .output(SearchSetup.nullable())
    .mutation(({ ctx, input }) => checkNow(ctx, input)),
  recordSighting: procedure
    .meta({ access: "public" })
    .input(WidgetSighting)
    .output(z.void())
    .mutation(({ ctx, input }) => recordSighting(ctx, input)),
});
