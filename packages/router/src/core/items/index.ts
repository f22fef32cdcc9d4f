export { itemKeyOf, normalizedId } from "./item-key.ts";
export {
  deleteSuperseded,
  effectiveItem,
  effectiveItemsOf,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
  withLookedUpValues,
} from "./items.sql.ts";
export { productNotFound } from "./product-not-found.ts";
export { renewStatistics } from "./renew-statistics.ts";
export { isSelected, isVisibleIn } from "./visibility.ts";
