import { procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { Fleet, FleetDays, ListFleet, ListFleetDays } from "./fleet.schema.ts";
import { listFleet } from "./list-fleet.ts";
import { listFleetDays } from "./list-fleet-days.ts";

const whole = procedure.meta({ access: "retailers:read", wholePartner: true });

export const fleet = router({
  list: query(whole, ListFleet, Fleet, listFleet),
  days: query(whole, ListFleetDays, FleetDays, listFleetDays),
});
