export { effectiveItem, effectively, visibleIn } from "./effective-item.ts";
export { putProducts } from "./put-products.ts";
