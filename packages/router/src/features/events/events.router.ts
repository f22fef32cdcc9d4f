import { procedure, query } from "../../access/procedure.ts";
import { EventPage, ListEvents } from "../../core/log/events.schema.ts";
import { router, withIds } from "../../kernel/trpc.ts";
import { FollowChanges } from "./events.schema.ts";
import { followChanges, followMeta } from "./follow-changes.ts";
import { listEvents } from "./list-events.ts";

export const events = router({
  list: query(procedure.meta({ access: "channels:read", stores: "named" }), ListEvents, EventPage, listEvents),
  changes: procedure
    .meta(followMeta)
    .input(FollowChanges)
    .subscription(async ({ ctx, input, signal }) => withIds(await followChanges(ctx, input, signal))),
});
