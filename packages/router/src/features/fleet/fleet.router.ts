import { procedure, router } from "../../kernel/trpc.ts";
import { Fleet, ListFleet } from "./fleet.schema.ts";
import { listFleet } from "./list-fleet.ts";

/** All shops and stores of a partner, for its own people. */
export const fleet = router({
  list: procedure
    .meta({ access: "retailers:read", wholePartner: true })
    .input(ListFleet)
    .output(Fleet)
    .query(({ ctx, input }) => listFleet(ctx, input)),
});
