import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { Fleet, FleetDays, ListFleet, ListFleetDays } from "./fleet.schema.ts";
import { listFleet } from "./list-fleet.ts";
import { listFleetDays } from "./list-fleet-days.ts";

const whole = procedure.meta({ access: "retailers:read", wholePartner: true });

export const fleet = router({
  list: whole
    .input(ListFleet)
    .output(Fleet)
    .query(({ ctx, input }) => listFleet(ctx, input)),
  days: whole
    .input(ListFleetDays)
    .output(FleetDays)
    .query(({ ctx, input }) => listFleetDays(ctx, input)),
});
