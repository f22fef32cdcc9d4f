export { announceItems } from "./announce-items.ts";
export { appendEvents, type NewEvent } from "./append-events.ts";
export { appendWritten } from "./append-written.ts";
export { eventBody, eventData, type LoggedEvent } from "./event-body.ts";
export { lockStores } from "./lock-stores.ts";
export { eventsExpired, readLogFloor } from "./log-floor.ts";
export { seenState, withVisible } from "./seen-items.ts";
export { callWorkers, DELIVERY, wakeDelivery } from "./wake-delivery.ts";
