export { effectiveItem, visibleIn } from "./effective-item.ts";
