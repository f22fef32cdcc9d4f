export { effectiveItem, effectively, effectiveOf, visibleIn } from "./effective-item.ts";
export { putProducts } from "./put-products.ts";
