export { idOf, insertEditEntries, listEntries } from "./history.sql.ts";
export { authorOf, entryValues, recordHistory, type Write } from "./record-history.ts";
