export { storeNotFound } from "../../kernel/errors.ts";
export { checkNames, checkPlace } from "./check-fields.ts";
export {
  emptyFields,
  type FoundStore,
  findStore,
  type StoreRow,
  storeFields,
  storeRowOf,
} from "./find-store.ts";
export {
  beginOf,
  dayAfter,
  defaultCurrency,
  isZoneOf,
  minuteIn,
  nextLocalDay,
  zoneOfShop,
  zoneOfStore,
} from "./locale.ts";
export {
  aboutEndpoints,
  endpointMessage,
  endpointName,
  endpointsOf,
  type NewAlert,
  nameInMessage,
  recordAlerts,
  subjectOf,
} from "./record-alerts.ts";
export { lockEdits, removeOfIngests } from "./stores.sql.ts";
