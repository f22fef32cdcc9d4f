export { listEntries } from "./history.sql.ts";
export { recordHistory, type Write } from "./record-history.ts";
