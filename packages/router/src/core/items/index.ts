export { itemKeyOf, itemKeyStart, normalizedId } from "./item-key.ts";
export {
  deleteSuperseded,
  effectiveCondition,
  effectiveItem,
  effectiveItemsOf,
  hasValuesSql,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
  withLookedUpValues,
  withoutValues,
} from "./items.sql.ts";
export { productNotFound } from "./product-not-found.ts";
export { renewStatistics } from "./renew-statistics.ts";
export { isSelected, isVisibleIn } from "./visibility.ts";
