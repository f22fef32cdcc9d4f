export { effectiveItem, effectively, effectiveOf, visibleIn } from "./effective-item.ts";
export { itemKeyOf, itemKeyStart, normalizedId } from "./item-key.ts";
