export { ChangeWatch } from "./change-watch.ts";
export { eventBody, eventData, type LoggedEvent } from "./event-body.ts";
export { appendItemEvents, type EventRow, eventsSql, publishedState, withVisible } from "./log.sql.ts";
export { publishItemChanges } from "./publish-item-changes.ts";
export { appendEvents, eventsExpired, lockStores, type NewEvent, readLogFloor } from "./store-log.ts";
