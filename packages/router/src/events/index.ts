export { announceItems } from "./announce-items.ts";
export { appendEvents, type EventAction, type NewEvent } from "./append-events.ts";
export { eventBody, eventData, type LoggedEvent } from "./event-body.ts";
export { lockStores } from "./lock-stores.ts";
export { planOnce } from "./plan-once.ts";
export { wakeDelivery } from "./wake-delivery.ts";
