export { itemKeyOf, itemKeyStart, normalizedId } from "./item-key.ts";
export {
  deleteSuperseded,
  effectiveItem,
  effectiveItemsOf,
  MANY_NEW_ROWS,
  renewStatistics,
  visibleIn,
  withEffectiveValues,
} from "./items.sql.ts";
export { productNotFound } from "./product-not-found.ts";
export { isSelected, isVisibleIn } from "./visibility.ts";
