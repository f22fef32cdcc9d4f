import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { getClock, moveClock } from "./move-clock.ts";
import { MoveClock, OfRetailer, TestClock } from "./test-clock.schema.ts";

export const testClock = router({
  get: procedure
    .meta({ access: "retailers:read" })
    .input(OfRetailer)
    .output(TestClock)
    .query(({ ctx, input }) => getClock(ctx, input)),
  move: procedure
    .meta({ access: "retailers:write" })
    .input(MoveClock)
    .output(TestClock)
    .mutation(({ ctx, input }) => moveClock(ctx, input)),
});
