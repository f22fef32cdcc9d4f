import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { checkNow } from "./check-search-channels.ts";
import { getSetup } from "./get-setup.ts";
import { recordSighting } from "./record-sighting.ts";
import { OfStore, SearchSetup, WidgetSighting } from "./setup.schema.ts";

export const search = router({
  setup: query(procedure.meta({ access: "channels:read", stores: "named" }), OfStore, SearchSetup.nullable(), getSetup),
  check: mutation(
    procedure.meta({ access: "channels:write", stores: "named" }),
    OfStore,
    SearchSetup.nullable(),
    checkNow,
  ),
  recordSighting: mutation(procedure.meta({ access: "public" }), WidgetSighting, z.void(), recordSighting),
});
