import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { checkNow } from "./check-search-channels.ts";
import { getSetup } from "./get-setup.ts";
import { recordSighting } from "./record-sighting.ts";
import { OfStore, SearchSetup, WidgetSighting } from "./setup.schema.ts";

export const search = router({
  setup: procedure
    .meta({ access: "channels:read", stores: "named" })
    .input(OfStore)
    .output(SearchSetup.nullable())
    .query(({ ctx, input }) => getSetup(ctx, input)),
  check: procedure
    .meta({ access: "channels:write", stores: "named" })
    .input(OfStore)
    .output(SearchSetup.nullable())
    .mutation(({ ctx, input }) => checkNow(ctx, input)),
  recordSighting: procedure
    .meta({ access: "public" })
    .input(WidgetSighting)
    .output(z.void())
    .mutation(({ ctx, input }) => recordSighting(ctx, input)),
});
