export {
  checkBarcode,
  exactKeysOf,
  existingKeys,
  findItem,
  findItems,
  itemOf,
  keysOfCell,
  type NamedItem,
} from "./find-items.ts";
export { cleanBarcode, itemKeyOf, normalizedId, readBarcode, rejectedBarcode } from "./item-key.ts";
export {
  deleteSuperseded,
  effectiveCondition,
  effectiveItem,
  effectiveItemsOf,
  keepExactKeys,
  longestBarcode,
  longestOf,
  titledItemsOf,
  visibleIn,
  withEffectiveValues,
  withLookedUpValues,
} from "./items.sql.ts";
export { productNotFound } from "./product-not-found.ts";
export { renewStatistics } from "./renew-statistics.ts";
export { isSelected, isVisibleIn } from "./visibility.ts";
