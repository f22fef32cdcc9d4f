import { EventPage, ListEvents } from "../../core/log/events.schema.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import { listEvents } from "./list-events.ts";

/** The events feed of a store. */
export const events = router({
  list: procedure
    .meta({ access: "channels:read" })
    .input(ListEvents)
    .output(EventPage)
    .query(({ ctx, input }) => listEvents(ctx, input)),
});
