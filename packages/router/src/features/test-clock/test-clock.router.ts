import { mutation, procedure, query } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { getClock, moveClock } from "./move-clock.ts";
import { MoveClock, OfRetailer, TestClock } from "./test-clock.schema.ts";

export const testClock = router({
  get: query(procedure.meta({ access: "retailers:read" }), OfRetailer, TestClock, getClock),
  move: mutation(procedure.meta({ access: "retailers:write" }), MoveClock, TestClock, moveClock),
});
