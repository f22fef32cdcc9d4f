export { recordHistory, type Write } from "./record-history.ts";
