import { EventPage, ListEvents } from "../../core/log/events.schema.ts";
import { procedure, router, withIds } from "../../kernel/trpc.ts";
import { FollowChanges } from "./changes.schema.ts";
import { followChanges } from "./follow-changes.ts";
import { listEvents } from "./list-events.ts";

/** The events feed of a store, and the notices of a shop's changes for the console. */
export const events = router({
  list: procedure
    .meta({ access: "channels:read" })
    .input(ListEvents)
    .output(EventPage)
    .query(({ ctx, input }) => listEvents(ctx, input)),
  changes: procedure
    .meta({ access: "retailers:read" })
    .input(FollowChanges)
    .subscription(async ({ ctx, input, signal }) => withIds(await followChanges(ctx, input, signal))),
});
