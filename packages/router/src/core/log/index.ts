export { appendEvents, type NewEvent } from "./append-events.ts";
export { eventBody, eventData, type LoggedEvent } from "./event-body.ts";
export { appendWritten, type EventRow, eventsSql, publishedState, wakeDelivery, withVisible } from "./log.sql.ts";
export { publishItemChanges } from "./publish-item-changes.ts";
export { DELIVERY, eventsExpired, lockStores, notifyWorkers, readLogFloor } from "./store-log.ts";
