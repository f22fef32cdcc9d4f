export { ChangeWatch } from "./change-watch.ts";
export {
  appendItemEvents,
  type EventRow,
  eventsSql,
  hasRules,
  publishedState,
  stateOfItem,
  withVisible,
} from "./log.sql.ts";
export { publishItemChanges } from "./publish-item-changes.ts";
export {
  appendEvents,
  eventBody,
  eventData,
  eventsExpired,
  type LockedStore,
  type LoggedEvent,
  lockStore,
  lockStores,
  type NewEvent,
  readLogFloor,
} from "./store-log.ts";
